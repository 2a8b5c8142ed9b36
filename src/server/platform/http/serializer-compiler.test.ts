import { expect, it } from 'vitest';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import { serializerCompilerIgnoringLimits } from './serializer-compiler.ts';

const schema = z.object({
  id: createUuidSchema(),
  title: z.string().trim().min(1).max(5),
  even: z
    .int()
    .max(10)
    .refine((number) => number % 2 === 0),
  parts: z.array(z.strictObject({ text: z.string().max(3) })).max(1),
  picture: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('drawn'), variant: z.int().max(2).optional() }),
      z.object({ kind: z.literal('photo'), name: z.string().length(2).nullable() }),
    ])
    .default({ kind: 'drawn' }),
  byName: z.record(z.string().max(2), z.string().max(2)),
});
const VALID_DATA: z.output<typeof schema> = {
  id: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c05',
  title: 'Short',
  even: 2,
  parts: [{ text: 'one' }],
  picture: { kind: 'drawn', variant: 1 },
  byName: { a: 'b' },
};

const serialize = serializerCompilerIgnoringLimits({
  schema,
  method: 'GET',
  url: '/',
  httpStatus: '200',
}) as (data: unknown) => string;
const serializeAndParse = (data: unknown) => JSON.parse(serialize(data));

it('writes values within the limits unchanged', () => {
  expect(serializeAndParse(VALID_DATA)).toEqual(VALID_DATA);
});

it.each([
  { title: '' },
  { title: 'Longer than that' },
  { even: 13 },
  { parts: [{ text: 'longer' }, { text: 'more' }] },
  { picture: { kind: 'drawn', variant: 3 } },
  { picture: { kind: 'photo', name: 'long' } },
  { byName: { longer: 'longer' } },
])('serializes values beyond a limit: %j', (exceedingFields) => {
  expect(serializeAndParse({ ...VALID_DATA, ...exceedingFields })).toEqual({
    ...VALID_DATA,
    ...exceedingFields,
  });
});

it('omits fields that the schema does not have', () => {
  expect(serializeAndParse({ ...VALID_DATA, secret: 'x' })).toEqual(VALID_DATA);
});

it.each([
  { title: 1 },
  { id: 'none' },
  { even: 1.5 },
  { parts: [{ text: 'one', secret: 'x' }] },
  { picture: { kind: 'other' } },
])('rejects values of another type: %j', (invalidFields) => {
  expect(() => serialize({ ...VALID_DATA, ...invalidFields })).toThrow();
});
