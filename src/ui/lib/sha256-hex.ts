import { awaitChunk } from './chunks.ts';

/**
 * Returns the SHA-256 hash of bytes in hexadecimal. Browsers provide `crypto.subtle` only on https and on localhost. On
 * plain http from another machine, for example in a test on a phone, this function loads a JavaScript implementation
 * instead.
 */
export async function computeSha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : (await awaitChunk(import('@noble/hashes/sha2.js'))).sha256(bytes);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
