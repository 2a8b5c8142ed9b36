import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import { describeZodIssue } from './validation-messages.ts';

/** Returns the error message of a schema for an invalid value. */
function getMessage(schema: z.ZodType, value: unknown): string {
  const { error } = schema.safeParse(value, { error: describeZodIssue });
  return error!.issues.map(({ message }) => message).join('; ');
}

describe('a validation message', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['is missing', z.string(), undefined],
    ['is missing', z.enum(['a', 'b']), undefined],
    ['is missing', z.union([z.string(), z.number()]), undefined],
    ['must be text', z.string(), 1],
    ['must be a number', z.number(), 'one'],
    ['must be a whole number', z.int(), 1.5],
    ['must be an object', z.object({}), []],
    ['must not be empty', z.string().min(1), ''],
    ['needs at least 3 characters', z.string().min(3), 'ab'],
    ['must have at most 2 characters', z.string().max(2), 'abc'],
    ['needs at least 2 entries', z.array(z.string()).min(2), ['a']],
    ['must have at most 1 entry', z.array(z.string()).max(1), ['a', 'b']],
    ['must be at least 1', z.int().min(1), 0],
    ['must be more than 0', z.number().positive(), 0],
    ['must be at most 50', z.int().max(50), 51],
    ['must be an email address', z.email(), 'ada'],
    ['must be a UUID', createUuidSchema(), 'one'],
    ['must be a moment such as 2026-11-28T09:00:00Z', z.iso.datetime(), 'today'],
    ['does not have the expected form', z.string().regex(/^a/), 'b'],
    ['must be one of a, b', z.enum(['a', 'b']), 'c'],
    ['does not know “b”', z.strictObject({ a: z.string() }), { a: '', b: 1 }],
    ['has none of the allowed forms', z.union([z.string(), z.number()]), true],
  ])('uses plain words: %s', (message, schema, value) => {
    expect(getMessage(schema, value)).toBe(message);
  });

  it('does not change the messages of a schema', () => {
    const schema = z.string('needs a name').refine(() => false, 'is taken');
    expect(getMessage(schema, 1)).toBe('needs a name');
    expect(getMessage(schema, 'Ada')).toBe('is taken');
  });
});
