import { and, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { ListeningPositionUpdate, StoredListeningPosition } from '#domain/listening.ts';
import { createPublishedArticleSubquery } from '#server/catalogue/articles/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { lockAccountOrThrow } from '#server/readers/accounts/service.ts';
import { listeningPositions } from './schema.ts';

/** Maximum number of stored listening positions per reader. An additional position replaces the oldest one. */
export const MAX_STORED_LISTENING_POSITIONS = 200;
/**
 * Maximum number of listening positions in a response. More positions are stored, because positions in withdrawn
 * articles are hidden until the articles are published again.
 */
const MAX_LISTED_POSITIONS = 100;

const { userId, articleId: positionArticleId, heardAt } = listeningPositions;
const newestFirst = [desc(heardAt), desc(positionArticleId)];
const isOwnPosition = ({ id }: User, articleId: string) =>
  and(eq(userId, id), eq(positionArticleId, articleId));

/**
 * Stores the position at which a reader stopped listening to an article. Keeps the stored position if the reader heard
 * it later than the new one, because devices may report positions in any order. Throws the same errors as
 * {@link lockAccountOrThrow}.
 */
export async function storeListeningPosition(
  queries: Queries,
  user: User,
  articleId: string,
  { heardAgo, ...position }: ListeningPositionUpdate,
): Promise<void> {
  const heardTime = toHeardTime(heardAgo);
  const values = { ...position, heardAt: heardTime };
  await queries.transaction(async (transaction) => {
    await lockAccountOrThrow(transaction, user);
    const updated = await transaction
      .update(listeningPositions)
      .set(values)
      .where(and(isOwnPosition(user, articleId), lte(heardAt, heardTime)))
      .returning({ articleId: positionArticleId });
    if (updated.length > 0) return;
    const inserted = await transaction
      .insert(listeningPositions)
      .values({ userId: user.id, articleId, ...values })
      .onConflictDoNothing()
      .returning({ articleId: positionArticleId });
    if (inserted.length > 0) await deleteOldestPositions(transaction, user);
  });
}

/**
 * Deletes a reader's listening position in an article, unless the reader heard it less than `heardAgo` milliseconds
 * ago. Returns false if nothing was deleted.
 */
export async function removeListeningPosition(
  queries: Queries,
  user: User,
  articleId: string,
  heardAgo: number,
): Promise<boolean> {
  const deleted = await queries
    .delete(listeningPositions)
    .where(and(isOwnPosition(user, articleId), lte(heardAt, toHeardTime(heardAgo))))
    .returning({ articleId: positionArticleId });
  return deleted.length > 0;
}

/** Lists a reader's listening positions in published articles, most recently heard first. */
export async function listListeningPositions(
  queries: Queries,
  user: User,
): Promise<StoredListeningPosition[]> {
  const { anchor, start, seconds } = listeningPositions;
  const rows = await queries
    .select({ articleId: positionArticleId, anchor, start, seconds, heardAt })
    .from(listeningPositions)
    .crossJoinLateral(createPublishedArticleSubquery(positionArticleId))
    .where(eq(userId, user.id))
    .orderBy(...newestFirst)
    .limit(MAX_LISTED_POSITIONS);
  return rows.map((row) => ({ ...row, heardAt: row.heardAt.toISOString() }));
}

/**
 * Returns a subquery that selects a reader's listening positions. A reader has at most
 * {@link MAX_STORED_LISTENING_POSITIONS}.
 */
export function createListeningPositionsSubquery({ id }: User) {
  const { anchor, seconds } = listeningPositions;
  return new QueryBuilder()
    .select({ articleId: positionArticleId, anchor, seconds, heardAt })
    .from(listeningPositions)
    .where(eq(userId, id))
    .as('listening_position');
}

/**
 * Returns an SQL expression for the time `heardAgo` milliseconds ago. Uses `clock_timestamp()`, the current time,
 * because `now()` is the start time of the transaction, which may have waited for a lock. Rounds the time to
 * milliseconds, the precision of the column. If two writes have the same time, the second one wins.
 */
function toHeardTime(heardAgo: number): SQL {
  return sql`(clock_timestamp() - make_interval(secs => ${heardAgo / 1000}))::timestamptz(3)`;
}

async function deleteOldestPositions(transaction: Queries, user: User): Promise<void> {
  const isOfReader = eq(userId, user.id);
  const excessPositions = transaction
    .select({ articleId: positionArticleId })
    .from(listeningPositions)
    .where(isOfReader)
    .orderBy(...newestFirst)
    .offset(MAX_STORED_LISTENING_POSITIONS);
  await transaction
    .delete(listeningPositions)
    .where(and(isOfReader, inArray(positionArticleId, excessPositions)));
}
