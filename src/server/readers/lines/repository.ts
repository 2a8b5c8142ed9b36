import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { CategoryId } from '#domain/categories.ts';
import { describeReachedLimit } from '#domain/tiers.ts';
import { articleCategorySql } from '#server/catalogue/articles/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { readNewestFirstPage } from '#server/platform/db/page-token.ts';
import { ForbiddenError } from '#server/platform/errors.ts';
import { parseSearchQuery } from '#server/platform/text/words.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { lockAccountOrThrow } from '#server/readers/accounts/service.ts';
import { lines } from './schema.ts';

export type StoredLine = typeof lines.$inferSelect;

/** Filters of a reader's lines. A filter that is `undefined` or empty matches all lines. */
export interface LineFilters {
  articleId?: string | undefined;
  category?: CategoryId | undefined;
  /** Words that each line must contain in its text, note, title or author. */
  query?: string | undefined;
}

/** Maximum number of a reader's newest lines that {@link listLineCategories} and {@link chooseLineBySeed} consider. */
const MAX_RECENT = 1000;

const isOwn = ({ id }: User) => eq(lines.userId, id);

/**
 * Keeps a line for a reader. If the reader has already kept the same text of the article, returns that line. Throws
 * {@link ForbiddenError} if the limit of the reader's tier is reached. Also throws the errors of
 * {@link lockAccountOrThrow}.
 */
export async function keepLine(
  queries: Queries,
  user: User,
  line: Pick<StoredLine, 'articleId' | 'text' | 'section' | 'position' | 'words'>,
): Promise<StoredLine> {
  const isSame = and(isOwn(user), eq(lines.articleId, line.articleId), eq(lines.text, line.text));
  return queries.transaction(async (transaction) => {
    const account = await lockAccountOrThrow(transaction, user);
    const [known] = await transaction.select().from(lines).where(isSame);
    if (known) return known;
    const count = await transaction.$count(lines, isOwn(user));
    const refusal = describeReachedLimit(account, 'lines', count);
    if (refusal) throw new ForbiddenError(refusal);
    const [kept] = await transaction
      .insert(lines)
      .values({ userId: user.id, id: newId(), ...line })
      .returning();
    return kept!;
  });
}

/** Returns the reader's line with the given ID, or `undefined` if there is none. */
export async function findLine(
  queries: Queries,
  user: User,
  id: string,
): Promise<StoredLine | undefined> {
  const [line] = await queries
    .select()
    .from(lines)
    .where(and(isOwn(user), eq(lines.id, id)));
  return line;
}

/** Replaces the note of a line and the words by which the search finds the line. */
export async function updateNote(
  queries: Queries,
  user: User,
  id: string,
  note: Pick<StoredLine, 'note' | 'words'>,
): Promise<void> {
  await queries
    .update(lines)
    .set(note)
    .where(and(isOwn(user), eq(lines.id, id)));
}

/** Removes a line. Does nothing if the reader has no line with this ID. */
export async function removeLine(queries: Queries, user: User, id: string): Promise<void> {
  await queries.delete(lines).where(and(isOwn(user), eq(lines.id, id)));
}

/** Returns a page of a reader's lines, last kept first. */
export async function listStoredLines(
  queries: Queries,
  user: User,
  filters: LineFilters,
  limit: number,
  token?: string,
): Promise<{ page: readonly StoredLine[]; nextToken: string | null }> {
  const { articleId, category, query } = filters;
  const context = `lines ${user.id} ${articleId ?? ''} ${category ?? ''} ${query ?? ''}`;
  return readNewestFirstPage({ context, limit, token }, (most, after) =>
    queries
      .select()
      .from(lines)
      .where(
        and(
          isOwn(user),
          articleId ? eq(lines.articleId, articleId) : undefined,
          category ? sql`${articleCategorySql(lines.articleId)} = ${category}` : undefined,
          query ? containsWords(query) : undefined,
          after ? lt(lines.id, after) : undefined,
        ),
      )
      .orderBy(desc(lines.id))
      .limit(most),
  );
}

/** Counts a reader's lines. */
export function countLines(queries: Queries, user: User): Promise<number> {
  return queries.$count(lines, isOwn(user));
}

/** Returns the distinct categories of a reader's newest {@link MAX_RECENT} lines. */
export async function listLineCategories(queries: Queries, user: User): Promise<CategoryId[]> {
  const recent = queries
    .select({ category: articleCategorySql(lines.articleId).as('category') })
    .from(lines)
    .where(isOwn(user))
    .orderBy(desc(lines.id))
    .limit(MAX_RECENT)
    .as('recent');
  const rows = await queries.selectDistinct({ category: recent.category }).from(recent);
  return rows.map(({ category }) => category);
}

/**
 * Returns one of the lines that a reader kept before `keptBefore`, chosen by `seed`. Returns `undefined` if there is
 * none. The choice does not change when the reader keeps or removes other lines.
 */
export async function chooseLineBySeed(
  queries: Queries,
  user: User,
  keptBefore: Date,
  seed: string,
): Promise<StoredLine | undefined> {
  const recent = queries
    .select()
    .from(lines)
    .where(and(isOwn(user), lt(lines.keptAt, keptBefore)))
    .orderBy(desc(lines.id))
    .limit(MAX_RECENT)
    .as('recent');
  const [line] = await queries
    .select()
    .from(recent)
    .orderBy(sql`md5(${recent.id}::text || ${seed}::text)`)
    .limit(1);
  return line;
}

/**
 * Returns a condition for the lines that match a search query. A line matches if every word of the query is the
 * beginning of one of the line's words.
 */
function containsWords(query: string): SQL {
  const words = parseSearchQuery(query);
  if (!words.length) return sql`false`;
  // The words consist of letters and digits, so they contain no wildcards.
  return and(...words.map((word) => sql`${lines.words} LIKE ${`% ${word}%`}`))!;
}
