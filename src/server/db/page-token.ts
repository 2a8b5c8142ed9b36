import { createHash } from 'node:crypto';
import { InvalidError } from '../errors.ts';

/** Raised when the meaning of a token changes: older ones are then refused as outdated. */
const VERSION = 1;
const CHECK_LENGTH = 8;

/** Where a list goes on: the sort key of the last row that was shown. */
export type SortKey = readonly (string | number)[];

/**
 * An opaque token for the page after `key`. `context` names the list and its filters: a token is good for
 * the list it came from and no other.
 */
export function encodePageToken(context: string, key: SortKey): string {
  const content = Buffer.from(JSON.stringify([VERSION, ...key]));
  return Buffer.concat([checkOf(context, content), content]).toString('base64url');
}

/**
 * The key within a token. Throws {@link InvalidError} when the token was tampered with, comes from another
 * list, or was made by a release that counted differently.
 */
export function decodePageToken(context: string, token: string): SortKey {
  const bytes = Buffer.from(token, 'base64url');
  const content = bytes.subarray(CHECK_LENGTH);
  if (!checkOf(context, content).equals(bytes.subarray(0, CHECK_LENGTH)))
    throw new InvalidError('This nextToken does not belong to this list. Start again without one.');
  const [version, ...key] = JSON.parse(content.toString()) as [number, ...SortKey];
  if (version !== VERSION)
    throw new InvalidError('This nextToken is outdated. Start again without one.');
  return key;
}

/** No secret: a token holds nothing but a position. It only tells a token from what is not one. */
function checkOf(context: string, content: Buffer): Buffer {
  return createHash('sha256')
    .update(`${context}\n`)
    .update(content)
    .digest()
    .subarray(0, CHECK_LENGTH);
}
