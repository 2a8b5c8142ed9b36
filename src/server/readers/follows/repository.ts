import { and, asc, count, eq, gte } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { describeLimit } from '#domain/tiers.ts';
import { activeAuthors } from '#server/catalogue/authors/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ForbiddenError } from '#server/platform/errors.ts';
import { announceAccountChange } from '#server/readers/accounts/account-changes.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { requireLockedAccount } from '#server/readers/accounts/service.ts';
import { follows } from './schema.ts';

/**
 * Follows an author; following again changes nothing. Throws {@link ForbiddenError} when the tier allows no
 * more, and what {@link requireLockedAccount} does. Authors who have left are not shown, and take no place.
 */
export async function insertFollow(queries: Queries, user: User, authorId: string): Promise<void> {
  await queries.transaction(async (transaction) => {
    const account = await requireLockedAccount(transaction, user);
    const isThis = and(eq(follows.userId, user.id), eq(follows.authorId, authorId));
    if ((await transaction.$count(follows, isThis)) > 0) return;
    const refusal = describeLimit(account, 'follows', await countVisibleFollows(transaction, user));
    if (refusal) throw new ForbiddenError(refusal);
    await transaction.insert(follows).values({ userId: user.id, authorId });
    await announceAccountChange(transaction, user.id, 'follows');
  });
}

/** Follows an author no longer. Not following, nothing changes. */
export async function deleteFollow(
  queries: Queries,
  { id }: User,
  authorId: string,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const removed = await transaction
      .delete(follows)
      .where(and(eq(follows.userId, id), eq(follows.authorId, authorId)))
      .returning({ authorId: follows.authorId });
    if (removed.length > 0) await announceAccountChange(transaction, id, 'follows');
  });
}

/** Aliases of the active authors a reader follows. */
export async function listFollowedAliases(queries: Queries, user: User): Promise<string[]> {
  const followed = selectFollowedAuthors(user);
  const rows = await queries
    .select({ alias: followed.alias })
    .from(followed)
    .orderBy(asc(followed.aliasKey));
  return rows.map(({ alias }) => alias);
}

/** The active authors a reader follows: a subquery, for whoever lists something of them. */
export function selectFollowedAuthors({ id }: User) {
  return new QueryBuilder()
    .select({
      id: activeAuthors.id,
      alias: activeAuthors.alias,
      aliasKey: activeAuthors.aliasKey,
    })
    .from(follows)
    .innerJoin(activeAuthors, eq(activeAuthors.id, follows.authorId))
    .where(eq(follows.userId, id))
    .as('followed_author');
}

/**
 * How many follow an author. Counted from the follows themselves: a counter would be a row that all who
 * follow wait for. It takes a look at an index entry a follower, so what shows no count asks for none.
 */
export function countFollowers(queries: Queries, authorId: string): Promise<number> {
  return queries.$count(follows, eq(follows.authorId, authorId));
}

/** How many follow each author, by id; those whom nobody follows are left out. A look at every follow. */
export async function countFollowersByAuthor(
  queries: Queries,
): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .select({ id: follows.authorId, count: count() })
    .from(follows)
    .groupBy(follows.authorId);
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** How many authors a reader sees themselves follow. */
async function countVisibleFollows(queries: Queries, user: User): Promise<number> {
  const [row] = await queries.select({ shown: count() }).from(selectFollowedAuthors(user));
  return row!.shown;
}

/** When authors got a follower, from a moment on: a subquery, for whoever counts them. */
export function selectFollowsSince(from: Date) {
  return new QueryBuilder()
    .select({ authorId: follows.authorId, at: follows.createdAt })
    .from(follows)
    .where(gte(follows.createdAt, from))
    .as('follow');
}
