import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { IdeaStatus } from '#domain/statuses/article-states.ts';
import { authorAliasesAndLevelsSubquery } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { articleIdeas } from './schema.ts';

export type StoredIdea = typeof articleIdeas.$inferSelect;
export type StoredIdeaWithAuthorAlias = StoredIdea & { authorAlias: string };

function selectIdeas(queries: Queries, where: SQL | undefined) {
  const { id, authorId, status, idea, mostSimilar, nearest, requestId, articleId, createdAt } =
    articleIdeas;
  const columns = {
    id,
    authorId,
    status,
    idea,
    mostSimilar,
    nearest,
    requestId,
    articleId,
    createdAt,
  };
  return queries
    .select({ ...columns, authorAlias: authorAliasesAndLevelsSubquery.alias })
    .from(articleIdeas)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, articleIdeas.authorId),
    )
    .where(where);
}

export async function insertIdea(
  transaction: Queries,
  idea: typeof articleIdeas.$inferInsert,
): Promise<void> {
  await transaction.insert(articleIdeas).values(idea);
}

/**
 * Prevents other transactions from inserting ideas until this transaction ends. Otherwise, two ideas that are inserted
 * at the same time would not be compared with each other.
 */
export async function lockIdeaInsertion(transaction: Queries): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('ideas', 0))`);
}

export async function findIdea(
  queries: Queries,
  id: string,
): Promise<StoredIdeaWithAuthorAlias | undefined> {
  const [row] = await selectIdeas(queries, eq(articleIdeas.id, id));
  return row;
}

/** Returns the idea from which an article was written. */
export async function findStoredIdeaByArticle(
  queries: Queries,
  articleId: string,
): Promise<StoredIdeaWithAuthorAlias | undefined> {
  const [row] = await selectIdeas(queries, eq(articleIdeas.articleId, articleId));
  return row;
}

/** Locks an idea until the transaction ends. */
export async function lockIdea(transaction: Queries, id: string): Promise<StoredIdea | undefined> {
  return (await lockIdeasById(transaction, [id])).get(id);
}

/** Locks ideas until the transaction ends, in the order of their IDs. */
export async function lockIdeasById(
  transaction: Queries,
  ids: readonly string[],
): Promise<Map<string, StoredIdea>> {
  const rows = await transaction
    .select()
    .from(articleIdeas)
    .where(inArray(articleIdeas.id, [...ids]))
    .orderBy(asc(articleIdeas.id))
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Updates an idea if its status is `from`. Returns false if the idea has another status. */
export async function updateIdeaIfStatus(
  transaction: Queries,
  id: string,
  from: IdeaStatus,
  changes: Partial<StoredIdea>,
): Promise<boolean> {
  const changed = await transaction
    .update(articleIdeas)
    .set(changes)
    .where(and(eq(articleIdeas.id, id), eq(articleIdeas.status, from)))
    .returning({ id: articleIdeas.id });
  return changed.length > 0;
}

export async function deleteIdea(transaction: Queries, id: string): Promise<void> {
  await transaction.delete(articleIdeas).where(eq(articleIdeas.id, id));
}

export interface IdeaFilters {
  status?: IdeaStatus | undefined;
  authorId?: string | undefined;
}

/** Lists ideas, newest first. With `after`, lists only ideas that are older than the idea with that ID. */
export async function listIdeas(
  queries: Queries,
  { status, authorId }: IdeaFilters,
  limit: number,
  after?: string,
): Promise<StoredIdeaWithAuthorAlias[]> {
  const where = and(
    status && eq(articleIdeas.status, status),
    authorId ? eq(articleIdeas.authorId, authorId) : undefined,
    after ? lt(articleIdeas.id, sql`${after}::uuid`) : undefined,
  );
  return selectIdeas(queries, where).orderBy(desc(articleIdeas.id)).limit(limit);
}

/** Counts the authors' ideas for which no article has been written yet, by author and status. */
export async function countUnwrittenIdeasByAuthorAndStatus(
  queries: Queries,
  authorIds: readonly string[],
) {
  return queries
    .select({
      authorId: articleIdeas.authorId,
      status: articleIdeas.status,
      count: sql<number>`count(*)::int`,
    })
    .from(articleIdeas)
    .where(and(isOfAuthors(authorIds), inArray(articleIdeas.status, ['pending', 'generating'])))
    .groupBy(articleIdeas.authorId, articleIdeas.status);
}

/**
 * Returns the IDs of each author's oldest pending ideas, by author ID. Lists at most `limit` ideas per author, oldest
 * first.
 */
export async function listOldestPendingIdeaIdsByAuthor(
  queries: Queries,
  authorIds: readonly string[],
  limit: number,
): Promise<Map<string, string[]>> {
  const rows = await queryRows<{ authorId: string; ids: string[] }>(
    queries,
    sql`
    SELECT author.id AS "authorId", ARRAY(
      SELECT ${articleIdeas.id} FROM ${articleIdeas}
      WHERE ${articleIdeas.authorId} = author.id AND ${articleIdeas.status} = 'pending'
      ORDER BY ${articleIdeas.id} LIMIT ${limit}) AS ids
    FROM unnest(${sql.param([...authorIds])}::uuid[]) AS author (id)`,
  );
  return new Map(rows.map(({ authorId, ids }) => [authorId, ids]));
}

const isOfAuthors = (ids: readonly string[]) =>
  sql`${articleIdeas.authorId} = ANY(${sql.param([...ids])}::uuid[])`;
