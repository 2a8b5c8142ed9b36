import { createHash } from 'node:crypto';

/**
 * Creates a page token with the given content and a valid checksum. An attacker could do the same, because the checksum
 * contains no secret.
 */
export function createPageTokenWithContent(context: string, content: string | Uint8Array): string {
  const bytes = Buffer.from(content);
  const check = createHash('sha256').update(`${context}\n`).update(bytes).digest().subarray(0, 8);
  return Buffer.concat([check, bytes]).toString('base64url');
}

const TIMESTAMPS = [
  '0000-01-01T00:00:00.000Z',
  '0000-12-31T23:59:59.999+14:00',
  '2026-02-30T00:00:00.000Z',
  '2026-01-01T24:00:00.000Z',
  '2026-01-01T00:00:60.000Z',
  '2026-01-01T00:00:00.000+23:59',
  '2026-01-01T00:00:00.000-15:59',
  `2026-01-01T00:00:00.${'1'.repeat(200)}Z`,
  '+294277-01-01T00:00:00.000Z',
  '-004713-01-01T00:00:00.000Z',
  '2026-01-01',
  '2026-01-01T00:00:00.000Z\0',
  'infinity',
  'now',
];
const IDS = [
  '00000000-0000-0000-0000-00000000000g',
  '{00000000-0000-4000-8000-000000000000}',
  '0'.repeat(400),
  "'; DROP TABLE articles; --",
];
const NUMBERS = ['1e400', '-1e400', '2147483648', '-2147483649', '1e21', '0.5', '"5"', 'true'];
const EMPTY_VALUES = ['null', '{}', '[]', '""', '"\\ud800"', '"\\u0000"', '"\uFFFF"'];

/**
 * Returns invalid contents for page tokens: malformed contents, and variants of the valid content `key` in which one
 * part is replaced with a value that PostgreSQL or the server cannot read.
 */
export function listInvalidTokenContents(
  key: readonly (string | number)[],
): (string | Uint8Array)[] {
  const parts = key.map((part) => JSON.stringify(part));
  const toContent = (contentParts: readonly string[]) => `[1,${contentParts.join(',')}]`;
  const quotedTexts = [...TIMESTAMPS, ...IDS].map((text) => JSON.stringify(text));
  const alteredContents = parts.flatMap((_, index) =>
    [...NUMBERS, ...EMPTY_VALUES, ...quotedTexts].map((replacement) =>
      toContent(parts.with(index, replacement)),
    ),
  );
  return [
    '',
    '5',
    '1',
    'null',
    '{}',
    '{"0":1}',
    '[]',
    '[1]',
    '[null]',
    '[[1]]',
    '"1"',
    '[1,',
    '[1e400]',
    `${'['.repeat(150)}${']'.repeat(150)}`,
    '{"__proto__":[1]}',
    '\0',
    Uint8Array.of(0xff, 0xfe),
    Uint8Array.of(0xed, 0xa0, 0x80),
    toContent([]),
    toContent(parts.slice(1)),
    toContent([...parts, '1']),
    toContent([...parts, ...parts]),
    `[2,${parts}]`,
    `[0,${parts}]`,
    `["1",${parts}]`,
    ...alteredContents,
  ];
}
