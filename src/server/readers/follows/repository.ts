import { and, asc, count, eq, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { describeReachedLimit } from '#domain/tiers.ts';
import { activeAuthorsSubquery } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ForbiddenError } from '#server/platform/errors.ts';
import { announceReaderDataChange } from '#server/readers/accounts/account-changes.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { lockAccountOrThrow } from '#server/readers/accounts/service.ts';
import { follows } from './schema.ts';

/**
 * Follows an author. Does nothing if the reader already follows the author. Throws {@link ForbiddenError} if the
 * reader's tier allows no more followed authors. Inactive authors do not count toward this limit, because readers
 * cannot see them. Also throws the same errors as {@link lockAccountOrThrow}.
 */
export async function followAuthor(queries: Queries, user: User, authorId: string): Promise<void> {
  await queries.transaction(async (transaction) => {
    const account = await lockAccountOrThrow(transaction, user);
    const isThisFollow = and(eq(follows.userId, user.id), eq(follows.authorId, authorId));
    if ((await transaction.$count(follows, isThisFollow)) > 0) return;
    const refusal = describeReachedLimit(
      account,
      'follows',
      await countVisibleFollows(transaction, user),
    );
    if (refusal) throw new ForbiddenError(refusal);
    await transaction.insert(follows).values({ userId: user.id, authorId });
    await announceReaderDataChange(transaction, user.id, 'follows');
  });
}

/** Unfollows an author. Does nothing if the reader does not follow the author. */
export async function unfollowAuthor(
  queries: Queries,
  { id }: User,
  authorId: string,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const removed = await transaction
      .delete(follows)
      .where(and(eq(follows.userId, id), eq(follows.authorId, authorId)))
      .returning({ authorId: follows.authorId });
    if (removed.length > 0) await announceReaderDataChange(transaction, id, 'follows');
  });
}

/** Lists the aliases of the active authors that a reader follows. */
export async function listFollowedAliases(queries: Queries, user: User): Promise<string[]> {
  const followed = createFollowedAuthorsSubquery(user);
  const rows = await queries
    .select({ alias: followed.alias })
    .from(followed)
    .orderBy(asc(followed.aliasKey));
  return rows.map(({ alias }) => alias);
}

/** Returns a subquery that selects the active authors that a reader follows. */
export function createFollowedAuthorsSubquery({ id }: User) {
  return new QueryBuilder()
    .select({
      id: activeAuthorsSubquery.id,
      alias: activeAuthorsSubquery.alias,
      aliasKey: activeAuthorsSubquery.aliasKey,
    })
    .from(follows)
    .innerJoin(activeAuthorsSubquery, eq(activeAuthorsSubquery.id, follows.authorId))
    .where(eq(follows.userId, id))
    .as('followed_author');
}

/**
 * Counts the followers of an author. The query reads one index entry per follower, which is slow for popular authors,
 * so only pages that show the number should run it. A stored counter would be faster to read, but concurrent requests
 * to follow the author would wait for the lock on the counter's row.
 */
export function countFollowers(queries: Queries, authorId: string): Promise<number> {
  return queries.$count(follows, eq(follows.authorId, authorId));
}

/**
 * Counts the followers of the given authors. Returns the counts by author ID, omitting authors without followers. Reads
 * one index entry per follower of these authors.
 */
export async function countFollowersByAuthor(
  queries: Queries,
  authorIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (!authorIds.length) return new Map();
  const rows = await queries
    .select({ id: follows.authorId, count: count() })
    .from(follows)
    .where(sql`${follows.authorId} = ANY(${sql.param([...authorIds])}::uuid[])`)
    .groupBy(follows.authorId);
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** Counts the active authors that a reader follows. */
async function countVisibleFollows(queries: Queries, user: User): Promise<number> {
  const [row] = await queries.select({ total: count() }).from(createFollowedAuthorsSubquery(user));
  return row!.total;
}
