import { z } from 'zod';
import { isEmailAddress } from '#domain/contact.ts';

interface Variable<Schema extends z.ZodType> {
  schema: Schema;
  /** The default value, as it would be set in the environment. Empty if there is no default. */
  fallback: string;
  meaning: string;
}

/** Defines an environment variable. */
export function defineVariable<Schema extends z.ZodType>(
  schema: Schema,
  fallback: string,
  meaning: string,
): Variable<Schema> {
  return { schema, fallback, meaning };
}

/** Returns a schema that treats an empty variable as unset. */
export const createOptionalVariableSchema = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value || undefined, schema.optional());

/** Returns the schema of a whole number from `min` to `max`. */
export const createWholeNumberSchema = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

// If the URL is invalid, `abort` skips the checks that callers add with `refine`, because these checks would fail to
// parse it.
export const webUrlSchema = z.url({
  protocol: /^https?$/,
  error: 'must be an http or https URL',
  abort: true,
});

export const emailAddressSchema = z.string().refine(isEmailAddress, 'must be an email address');
