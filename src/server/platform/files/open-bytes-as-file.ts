import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ByteRange, resolveRange } from '#domain/byte-ranges.ts';
import type { StreamedFile } from './store.ts';

/**
 * Returns an open file with the given bytes. Throws {@link UnsatisfiableRangeError} if the range starts after the last
 * byte.
 */
export function openBytesAsFile(bytes: Uint8Array, range?: ByteRange): StreamedFile {
  const { from, to } = resolveRange(range, bytes.length);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  const body = Readable.from([Buffer.from(bytes.subarray(from, to + 1))]);
  return { size: bytes.length, etag: `"${hash}"`, from, to, body };
}
