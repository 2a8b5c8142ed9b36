import { expect, it } from 'vitest';
import { negotiateContentEncoding } from './encodings.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['*', 'br'],
  ['BR', 'br'],
  ['br;q=0.5', 'br'],
  ['br;q=0', 'identity'],
  ['br; q=0.000, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['*, br;q=0', 'gzip'],
  ['x-br', 'identity'],
  ['x-gzip;q=0.3, brotli', 'identity'],
  ['br;q=nonsense', 'identity'],
] as const)('for "%s", responses are encoded as %s', (accepted, encoding) => {
  expect(negotiateContentEncoding(accepted)).toBe(encoding);
  expect(negotiateContentEncoding(accepted), 'second call').toBe(encoding);
});
