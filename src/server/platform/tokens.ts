import { createHash, randomBytes } from 'node:crypto';

/** Returns a random token of 256 bits, for a browser to store. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash of a token (hex SHA-256), which is stored in its place, so that a leaked table is useless. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
