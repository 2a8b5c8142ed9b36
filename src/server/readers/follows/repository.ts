import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import { refusalOfMore } from '#domain/tiers.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { findWithAuthors, type WithAuthors } from '#server/catalogue/articles/service.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { decodePageToken, momentAndId, pageOf } from '#server/platform/db/page-token.ts';
import { ForbiddenError } from '#server/platform/errors.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { takeTurn } from '#server/readers/accounts/service.ts';
import { follows } from './schema.ts';

/**
 * Follows an author; following again changes nothing. Throws {@link ForbiddenError} when the tier allows no
 * more, and what {@link takeTurn} does. Authors who have left are not shown, and take no place.
 */
export async function addFollow(queries: Queries, user: User, authorId: string): Promise<void> {
  await queries.transaction(async (transaction) => {
    const account = await takeTurn(transaction, user);
    const isThis = and(eq(follows.userId, user.id), eq(follows.authorId, authorId));
    if ((await transaction.$count(follows, isThis)) > 0) return;
    const refusal = refusalOfMore(account, 'follows', await countShown(transaction, user));
    if (refusal) throw new ForbiddenError(refusal);
    await transaction.insert(follows).values({ userId: user.id, authorId });
  });
}

/** Follows an author no longer. Not following, nothing changes. */
export async function removeFollow(
  queries: Queries,
  { id }: User,
  authorId: string,
): Promise<void> {
  await queries.delete(follows).where(and(eq(follows.userId, id), eq(follows.authorId, authorId)));
}

/** Aliases of the active authors a reader follows. */
export async function listFollowed(queries: Queries, user: User): Promise<string[]> {
  const rows = await queries
    .select({ alias: authors.alias })
    .from(follows)
    .innerJoin(authors, eq(authors.id, follows.authorId))
    .where(isShown(user))
    .orderBy(asc(authors.aliasKey));
  return rows.map(({ alias }) => alias);
}

/**
 * A page of what followed authors have published, newest first. Of each author no more rows are read than
 * the page holds, however much they have written.
 */
export async function listFeed(
  queries: Queries,
  user: User,
  limit: number,
  token?: string,
): Promise<WithAuthors & { nextToken: string | null }> {
  const context = `feed ${user.id}`;
  const [at, id] = token ? decodePageToken(context, token, momentAndId) : [];
  const ofAuthor = queries
    .select({ id: articles.id, publishedAt: articles.publishedAt })
    .from(articles)
    .where(
      and(
        eq(articles.authorId, follows.authorId),
        eq(articles.status, 'published'),
        token
          ? sql`(${articles.publishedAt}, ${articles.id}) < (${at}::timestamptz, ${id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(limit + 1)
    .as('newest');
  const rows = await queries
    .select({ id: ofAuthor.id, publishedAt: ofAuthor.publishedAt })
    .from(follows)
    .innerJoin(authors, eq(authors.id, follows.authorId))
    .crossJoinLateral(ofAuthor)
    .where(isShown(user))
    .orderBy(desc(ofAuthor.publishedAt), desc(ofAuthor.id))
    .limit(limit + 1);
  const { page, nextToken } = pageOf(rows, limit, context, (last) => [
    last.publishedAt.toISOString(),
    last.id,
  ]);
  const ids = page.map(({ id }) => id);
  return { ...(await findWithAuthors(queries, ids)), nextToken };
}

/**
 * How many follow an author. Counted from the follows themselves: a counter would be a row that all who
 * follow wait for. It takes a look at an index entry a follower, so what shows no count asks for none.
 */
export function countFollowers(queries: Queries, authorId: string): Promise<number> {
  return queries.$count(follows, eq(follows.authorId, authorId));
}

/** How many follow each author, by id; those whom nobody follows are left out. A look at every follow. */
export async function countAllFollowers(queries: Queries): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .select({ id: follows.authorId, count: count() })
    .from(follows)
    .groupBy(follows.authorId);
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** How many authors a reader sees themselves follow. */
async function countShown(queries: Queries, user: User): Promise<number> {
  const [row] = await queries
    .select({ shown: count() })
    .from(follows)
    .innerJoin(authors, eq(authors.id, follows.authorId))
    .where(isShown(user));
  return row!.shown;
}

const isShown = ({ id }: User) => and(eq(follows.userId, id), eq(authors.status, 'active'));
