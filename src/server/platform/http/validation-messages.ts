import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';

/** Descriptions of types for error messages, by Zod's name for the type. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
};

/** Descriptions of text formats for error messages, by Zod's name for the format. */
const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a web address',
  uuid: 'a UUID',
  guid: 'a UUID',
  date: 'a date such as 2026-11-28',
  datetime: 'a moment such as 2026-11-28T09:00:00Z',
};

/** Maximum number of allowed values that an error message lists. */
const MAX_LISTED_VALUES = 12;

/**
 * Compiles a Zod schema into a validator for Fastify. The validator's error messages say in plain words what is wrong
 * with a value, such as "is missing" or "must be a whole number". Messages that a schema defines itself take
 * precedence.
 */
export const validatorCompilerWithPlainMessages: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (input) => {
    const result = schema.safeParse(input, { error: describeZodIssue });
    return result.success
      ? { value: result.data }
      : { error: result.error.issues.map(toFastifyValidation) as unknown as Error };
  };

/** Converts a Zod issue to the format of Fastify's validation errors. */
function toFastifyValidation({ code, path, message }: z.core.$ZodIssue) {
  const instancePath = path.map((key) => `/${String(key)}`).join('');
  return {
    keyword: code,
    instancePath,
    schemaPath: `#${instancePath}/${code}`,
    message,
    params: {},
  };
}

/**
 * Returns a message that says what is wrong with a value, such as "is missing". If the value is a field, callers put
 * the field's name and a colon before the message. Returns `undefined` if Zod's own message should be used.
 */
export function describeZodIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return describeMinimum(issue.origin, Number(issue.minimum), issue.inclusive);
    case 'too_big':
      return describeMaximum(issue.origin, Number(issue.maximum), issue.inclusive);
    case 'invalid_format': {
      const format = FORMATS[issue.format];
      return format ? `must be ${format}` : 'does not have the expected form';
    }
    case 'invalid_value': {
      const values = issue.values.map(String);
      if (issue.input === undefined) return 'is missing';
      if (values.length === 1) return `must be ${values[0]}`;
      return values.length > MAX_LISTED_VALUES
        ? 'is none of the known values'
        : `must be one of ${values.join(', ')}`;
    }
    case 'unrecognized_keys':
      return `does not know ${issue.keys.map((key) => `“${key}”`).join(', ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return issue.input === undefined ? 'is missing' : 'has none of the allowed forms';
    default:
      return undefined;
  }
}

function describeMinimum(origin: string, minimum: number, isInclusive = true): string {
  if (origin === 'string')
    return minimum === 1 ? 'must not be empty' : `needs at least ${minimum} characters`;
  if (origin === 'array' || origin === 'set')
    return minimum === 1 ? 'must not be empty' : `needs at least ${formatEntryCount(minimum)}`;
  return isInclusive ? `must be at least ${minimum}` : `must be more than ${minimum}`;
}

function describeMaximum(origin: string, maximum: number, isInclusive = true): string {
  if (origin === 'string') return `must have at most ${maximum} characters`;
  if (origin === 'array' || origin === 'set')
    return `must have at most ${formatEntryCount(maximum)}`;
  return isInclusive ? `must be at most ${maximum}` : `must be less than ${maximum}`;
}

function formatEntryCount(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}
