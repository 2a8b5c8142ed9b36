import { createHash, randomBytes } from 'node:crypto';

/** Returns a random 256-bit token, for example for a session cookie or a private URL. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Returns the SHA-256 hash of a token in hexadecimal. The database stores only this hash, so that a leaked table
 * contains no usable tokens.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
