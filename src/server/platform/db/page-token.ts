import { createHash } from 'node:crypto';
import { z } from 'zod';
import { uuid } from '#domain/ids.ts';
import { InvalidError } from '#server/platform/errors.ts';

/** Raised when the meaning of a token changes: older ones are then refused as outdated. */
const VERSION = 1;
const CHECK_LENGTH = 8;
const FOREIGN = 'This nextToken does not belong to this list. Start again without one.';
const OUTDATED = 'This nextToken is outdated. Start again without one.';

/** Where a list goes on: the sort key of the last row that was shown. */
export type SortKey = readonly (string | number)[];

/**
 * A moment within a key, as PostgreSQL takes it too: it knows no year 0000, no offset of sixteen hours and no
 * fraction of a hundred digits.
 */
export const timestampKeyPart = z.iso
  .datetime({ offset: true })
  .regex(/^(?!0000).{19}(\.\d{1,6})?(Z|[+-](0\d|1[0-4]):\d\d)$/);

/** The key of lists that are sorted by a moment, newest first, and then by an id. */
export const timestampAndIdKey = z.tuple([timestampKeyPart, uuid()]);

/**
 * An opaque token for the page after `key`. `context` names the list and its filters: a token is good for
 * the list it came from and no other.
 */
export function encodePageToken(context: string, key: SortKey): string {
  const content = Buffer.from(JSON.stringify([VERSION, ...key]));
  return Buffer.concat([checkOf(context, content), content]).toString('base64url');
}

/**
 * What a page shows of the rows that were read for it, one more than its `limit`, and the token of the page
 * after it; `null` at the end.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  context: string,
  keyOf: (last: Row) => SortKey,
): { page: readonly Row[]; nextToken: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = last !== undefined && rows.length > limit;
  return { page, nextToken: hasMore ? encodePageToken(context, keyOf(last)) : null };
}

/**
 * Reads a page of a list that is sorted by id, newest first: ids grow with time. `list` gets the most rows to read, and the
 * id that they come after. Throws as {@link decodePageToken} does.
 */
export async function pageOfNewest<Row extends { id: string }>(
  { context, limit, token }: { context: string; limit: number; token: string | undefined },
  list: (most: number, after: string | undefined) => PromiseLike<readonly Row[]>,
): Promise<{ page: readonly Row[]; nextToken: string | null }> {
  const [after] = token ? decodePageToken(context, token, z.tuple([uuid()])) : [];
  const rows = await list(limit + 1, after);
  return pageOf(rows, limit, context, ({ id }) => [id]);
}

/**
 * The key within a token, which must be one of `shape`, and that must let through nothing PostgreSQL refuses: whoever
 * knows how tokens are made can make one of anything. Throws {@link InvalidError} when the token was tampered with, comes from another
 * list, or was made by a release that counted differently.
 */
export function decodePageToken<Key extends SortKey>(
  context: string,
  token: string,
  shape: z.ZodType<Key>,
): Key {
  const bytes = Buffer.from(token, 'base64url');
  const content = bytes.subarray(CHECK_LENGTH);
  if (!checkOf(context, content).equals(bytes.subarray(0, CHECK_LENGTH)))
    throw new InvalidError(FOREIGN);
  const whole = wholeSchema.safeParse(content.toString());
  if (!whole.success) throw new InvalidError(FOREIGN);
  const [version, ...key] = whole.data;
  if (version !== VERSION) throw new InvalidError(OUTDATED);
  const parsed = shape.safeParse(key);
  if (!parsed.success) throw new InvalidError(FOREIGN);
  return parsed.data;
}

/** What every token holds, of whichever release: its version, then the key. */
const wholeSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.tuple([z.number()], z.unknown()));

/** No secret: a token holds nothing but a position. It only tells a token from what is not one. */
function checkOf(context: string, content: Buffer): Buffer {
  return createHash('sha256')
    .update(`${context}\n`)
    .update(content)
    .digest()
    .subarray(0, CHECK_LENGTH);
}
