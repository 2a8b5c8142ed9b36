import { expect, it } from 'vitest';
import { formatByteSize } from './format-byte-size.ts';

it.each([
  [1, '0.1\u00a0MB'],
  [4_230_000, '4.2\u00a0MB'],
  [999_000_000, '999.0\u00a0MB'],
  [1_250_000_000, '1.3\u00a0GB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(formatByteSize(bytes)).toBe(text);
});
