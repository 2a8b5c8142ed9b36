import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { ListeningPositionUpdate, StoredPosition } from '#domain/listening.ts';
import { selectPublishedArticle } from '#server/catalogue/articles/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { requireLockedAccount } from '#server/readers/accounts/service.ts';
import { listeningPositions } from './schema.ts';

/** Places of one reader. One more takes the oldest one's. */
export const MAX_POSITIONS = 200;
/** Places told at once. More are kept, for articles that are withdrawn and come back. */
const MAX_LISTED_POSITIONS = 100;

const { userId, articleId: positionArticleId, heardAt } = listeningPositions;
const newestFirst = [desc(heardAt), desc(positionArticleId)];
const isOwnPosition = ({ id }: User, articleId: string) =>
  and(eq(userId, id), eq(positionArticleId, articleId));

/**
 * Stores where a reader stopped in an article's narration, unless the stored place was heard later: the place heard last
 * wins, whichever device reports it and when. Throws what {@link requireLockedAccount} does.
 */
export async function savePosition(
  queries: Queries,
  user: User,
  articleId: string,
  { heardAgo, ...place }: ListeningPositionUpdate,
): Promise<void> {
  // The time of the write itself: `now()` is when the transaction began, and another may have had its turn since. Rounded
  // like the column: of two writes within a millisecond, the second wins.
  const heardTime = sql`(clock_timestamp() - make_interval(secs => ${heardAgo / 1000}))::timestamptz(3)`;
  const values = { ...place, heardAt: heardTime };
  await queries.transaction(async (transaction) => {
    await requireLockedAccount(transaction, user);
    const moved = await transaction
      .update(listeningPositions)
      .set(values)
      .where(and(isOwnPosition(user, articleId), lte(heardAt, heardTime)))
      .returning({ articleId: positionArticleId });
    if (moved.length > 0) return;
    const inserted = await transaction
      .insert(listeningPositions)
      .values({ userId: user.id, articleId, ...values })
      .onConflictDoNothing()
      .returning({ articleId: positionArticleId });
    if (inserted.length > 0) await deleteOldestPositions(transaction, user);
  });
}

/** Forgets where a reader stopped in an article's narration. `false` when nothing was kept. */
export async function deletePosition(
  queries: Queries,
  user: User,
  articleId: string,
): Promise<boolean> {
  const forgotten = await queries
    .delete(listeningPositions)
    .where(isOwnPosition(user, articleId))
    .returning({ articleId: positionArticleId });
  return forgotten.length > 0;
}

/** Where a reader stopped in the narrations of published articles, the last first. */
export async function listPositions(queries: Queries, user: User): Promise<StoredPosition[]> {
  const { anchor, start, seconds } = listeningPositions;
  const rows = await queries
    .select({ articleId: positionArticleId, anchor, start, seconds, heardAt })
    .from(listeningPositions)
    .crossJoinLateral(selectPublishedArticle(positionArticleId))
    .where(eq(userId, user.id))
    .orderBy(...newestFirst)
    .limit(MAX_LISTED_POSITIONS);
  return rows.map((row) => ({ ...row, heardAt: row.heardAt.toISOString() }));
}

async function deleteOldestPositions(transaction: Queries, user: User): Promise<void> {
  const isTheirs = eq(userId, user.id);
  const beyond = transaction
    .select({ articleId: positionArticleId })
    .from(listeningPositions)
    .where(isTheirs)
    .orderBy(...newestFirst)
    .offset(MAX_POSITIONS);
  await transaction
    .delete(listeningPositions)
    .where(and(isTheirs, inArray(positionArticleId, beyond)));
}
