import { createHash, randomBytes } from 'node:crypto';

/** A secret for a browser to keep: 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a token (hex SHA-256), so that a leaked table opens nothing. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
