import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { computeSha256Hex } from './sha256-hex.ts';

const TEXTS = ['', '{"reason":"OTHER"}', 'Ünïcödé – “quoted” 📖', 'x'.repeat(10_000)];

afterEach(() => void vi.unstubAllGlobals());

describe.each([
  ['on https', crypto],
  ['on plain http, where browsers do not hash', { subtle: undefined }],
])('%s', (_, browserCrypto) => {
  it.each(TEXTS)('is the SHA-256 that the server checks: %j', async (text) => {
    vi.stubGlobal('crypto', browserCrypto);
    const bytes = new TextEncoder().encode(text);
    expect(await computeSha256Hex(bytes)).toBe(createHash('sha256').update(text).digest('hex'));
  });
});
