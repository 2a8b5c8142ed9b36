import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createUuidSchema } from '#domain/ids.ts';
import { InvalidRequestError } from '#server/platform/errors.ts';

/**
 * Version of the page token format. Must be increased when the meaning of tokens changes, so that older tokens are
 * rejected as outdated.
 */
const VERSION = 1;
const CHECKSUM_LENGTH = 8;
const FOREIGN_TOKEN_MESSAGE =
  'This nextToken does not belong to this list. Start again without one.';
const OUTDATED_TOKEN_MESSAGE = 'This nextToken is outdated. Start again without one.';

/** The sort key of the last row of a page. The next page starts after this row. */
export type SortKey = readonly (string | number)[];

/**
 * Schema of a timestamp in a sort key. Rejects timestamps that PostgreSQL rejects, such as one with the year 0000, an
 * offset of sixteen hours, or a hundred decimal places.
 */
export const timestampKeyPartSchema = z.iso
  .datetime({ offset: true })
  .regex(/^(?!0000).{19}(\.\d{1,6})?(Z|[+-](0\d|1[0-4]):\d\d)$/);

/** Schema of the sort key of a list that is sorted by timestamp, newest first, and then by ID. */
export const timestampAndIdKeySchema = z.tuple([timestampKeyPartSchema, createUuidSchema()]);

/**
 * Creates the opaque token for the page that starts after the row with the sort key `key`. The token is valid only for
 * `context`, a string that names the list and its filters.
 */
export function encodePageToken(context: string, key: SortKey): string {
  const content = Buffer.from(JSON.stringify([VERSION, ...key]));
  return Buffer.concat([computeChecksum(context, content), content]).toString('base64url');
}

/**
 * Splits rows into a page and the token for the next page. The token is `null` on the last page. `rows` must be the
 * result of a query for `limit` + 1 rows.
 */
export function createPageFromRows<Row>(
  rows: readonly Row[],
  limit: number,
  context: string,
  getKey: (last: Row) => SortKey,
): { page: readonly Row[]; nextToken: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = last !== undefined && rows.length > limit;
  return { page, nextToken: hasMore ? encodePageToken(context, getKey(last)) : null };
}

/**
 * Reads a page of a list that is sorted by descending ID. The newest rows come first, because IDs increase with time.
 * Calls `list` with the maximum number of rows to read and the ID of the previous page's last row. Throws
 * {@link InvalidRequestError} if the token is invalid.
 */
export async function readNewestFirstPage<Row extends { id: string }>(
  { context, limit, token }: { context: string; limit: number; token: string | undefined },
  list: (maxRows: number, after: string | undefined) => PromiseLike<readonly Row[]>,
): Promise<{ page: readonly Row[]; nextToken: string | null }> {
  const [after] = token ? decodePageToken(context, token, z.tuple([createUuidSchema()])) : [];
  const rows = await list(limit + 1, after);
  return createPageFromRows(rows, limit, context, ({ id }) => [id]);
}

/**
 * Returns the sort key that a token contains. `keySchema` must reject everything that PostgreSQL rejects, because
 * clients can forge tokens. Throws {@link InvalidRequestError} if the token was altered, belongs to another list, or
 * has a different {@link VERSION}.
 */
export function decodePageToken<Key extends SortKey>(
  context: string,
  token: string,
  keySchema: z.ZodType<Key>,
): Key {
  const bytes = Buffer.from(token, 'base64url');
  const content = bytes.subarray(CHECKSUM_LENGTH);
  if (!computeChecksum(context, content).equals(bytes.subarray(0, CHECKSUM_LENGTH)))
    throw new InvalidRequestError(FOREIGN_TOKEN_MESSAGE);
  const decoded = decodedTokenSchema.safeParse(content.toString());
  if (!decoded.success) throw new InvalidRequestError(FOREIGN_TOKEN_MESSAGE);
  const [version, ...key] = decoded.data;
  if (version !== VERSION) throw new InvalidRequestError(OUTDATED_TOKEN_MESSAGE);
  const parsed = keySchema.safeParse(key);
  if (!parsed.success) throw new InvalidRequestError(FOREIGN_TOKEN_MESSAGE);
  return parsed.data;
}

/** Schema of a decoded page token from any release: the format version, followed by the sort key. */
const decodedTokenSchema = z
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

/**
 * Returns a checksum that detects truncated tokens and tokens from other lists. The checksum is not a signature:
 * clients can compute it.
 */
function computeChecksum(context: string, content: Buffer): Buffer {
  return createHash('sha256')
    .update(`${context}\n`)
    .update(content)
    .digest()
    .subarray(0, CHECKSUM_LENGTH);
}
