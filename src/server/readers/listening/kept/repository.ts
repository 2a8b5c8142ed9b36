import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { ListeningPositionUpdate, StoredPosition } from '#domain/listening.ts';
import { selectPublishedArticle } from '#server/catalogue/articles/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { takeTurn } from '#server/readers/accounts/service.ts';
import { listeningPlaces } from './schema.ts';

/** Places of one reader. One more takes the oldest one's. */
export const MOST_KEPT = 200;
/** Places told at once. More are kept, for articles that are withdrawn and come back. */
const MOST_LISTED = 100;

const { userId, articleId: ofArticle, heardAt } = listeningPlaces;
const newestFirst = [desc(heardAt), desc(ofArticle)];
const own = ({ id }: User, articleId: string) => and(eq(userId, id), eq(ofArticle, articleId));

/**
 * Stores where a reader stopped in an article's narration, unless the stored place was heard later: the place heard last
 * wins, whichever device reports it and when. Throws what {@link takeTurn} does.
 */
export async function keepPlace(
  queries: Queries,
  user: User,
  articleId: string,
  { heardAgo, ...place }: ListeningPositionUpdate,
): Promise<void> {
  // The time of the write itself: `now()` is when the transaction began, and another may have had its turn since. Rounded
  // like the column: of two writes within a millisecond, the second wins.
  const heardThen = sql`(clock_timestamp() - make_interval(secs => ${heardAgo / 1000}))::timestamptz(3)`;
  const kept = { ...place, heardAt: heardThen };
  await queries.transaction(async (transaction) => {
    await takeTurn(transaction, user);
    const moved = await transaction
      .update(listeningPlaces)
      .set(kept)
      .where(and(own(user, articleId), lte(heardAt, heardThen)))
      .returning({ articleId: ofArticle });
    if (moved.length > 0) return;
    const inserted = await transaction
      .insert(listeningPlaces)
      .values({ userId: user.id, articleId, ...kept })
      .onConflictDoNothing()
      .returning({ articleId: ofArticle });
    if (inserted.length > 0) await forgetOldest(transaction, user);
  });
}

/** Forgets where a reader stopped in an article's narration. `false` when nothing was kept. */
export async function forgetPlace(
  queries: Queries,
  user: User,
  articleId: string,
): Promise<boolean> {
  const forgotten = await queries
    .delete(listeningPlaces)
    .where(own(user, articleId))
    .returning({ articleId: ofArticle });
  return forgotten.length > 0;
}

/** Where a reader stopped in the narrations of published articles, the last first. */
export async function listPlaces(queries: Queries, user: User): Promise<StoredPosition[]> {
  const { anchor, start, seconds } = listeningPlaces;
  const rows = await queries
    .select({ articleId: ofArticle, anchor, start, seconds, heardAt })
    .from(listeningPlaces)
    .crossJoinLateral(selectPublishedArticle(ofArticle))
    .where(eq(userId, user.id))
    .orderBy(...newestFirst)
    .limit(MOST_LISTED);
  return rows.map((row) => ({ ...row, heardAt: row.heardAt.toISOString() }));
}

async function forgetOldest(transaction: Queries, user: User): Promise<void> {
  const isTheirs = eq(userId, user.id);
  const beyond = transaction
    .select({ articleId: ofArticle })
    .from(listeningPlaces)
    .where(isTheirs)
    .orderBy(...newestFirst)
    .offset(MOST_KEPT);
  await transaction.delete(listeningPlaces).where(and(isTheirs, inArray(ofArticle, beyond)));
}
