import { loadChunk } from './chunks.ts';

/**
 * Hex SHA-256 of bytes (a text: as UTF-8). Browsers have `crypto.subtle` on https and on their own machine only: on plain http
 * from another one, as when trying a phone, what does it instead is loaded.
 */
export async function contentHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : (await loadChunk(import('@noble/hashes/sha2.js'))).sha256(bytes);
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
