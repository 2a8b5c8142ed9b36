import { and, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { v7 as newId } from 'uuid';
import { CATEGORY_IDS, type CategoryId } from '#domain/categories.ts';
import { describeReachedLimit } from '#domain/tiers.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { readNewestFirstPage } from '#server/platform/db/page-token.ts';
import type { ExpiredRowsRemover } from '#server/platform/db/removals.ts';
import { ForbiddenError, NotFoundError } from '#server/platform/errors.ts';
import { parseSearchQuery } from '#server/platform/text/words.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { lockAccountOrThrow } from '#server/readers/accounts/service.ts';
import { lines } from './schema.ts';

export type KeptLineRow = typeof lines.$inferSelect;

/** Filters for a reader's saved passages. A filter that is `undefined` or empty matches all passages. */
export interface LineFilters {
  articleId?: string | undefined;
  category?: CategoryId | undefined;
  /** Search words. A passage matches if each word is in its text, its note, or the title or author of its article. */
  query?: string | undefined;
}

/** Maximum number of recently saved passages from which {@link chooseLineBySeed} chooses. */
const MAX_RECENT = 1000;
/** Milliseconds for which a reader can restore a removed passage. */
const RESTORE_WINDOW = 24 * 60 * 60 * 1000;

const isOwn = ({ id }: User) => eq(lines.userId, id);
const isKept = (user: User) => and(isOwn(user), isNull(lines.removedAt));

/**
 * Saves a passage of an article for a reader. If the reader has already saved the same text from the article, returns
 * the existing passage. If the reader has removed a passage with the same text, replaces it. Throws
 * {@link ForbiddenError} if the reader's tier allows no more saved passages. Also throws the same errors as
 * {@link lockAccountOrThrow}.
 */
export async function insertKeptLine(
  queries: Queries,
  user: User,
  line: Pick<KeptLineRow, 'articleId' | 'category' | 'text' | 'section' | 'position' | 'words'>,
): Promise<KeptLineRow> {
  const isSameText = and(
    isOwn(user),
    eq(lines.articleId, line.articleId),
    eq(lines.text, line.text),
  );
  return queries.transaction(async (transaction) => {
    const account = await lockAccountOrThrow(transaction, user);
    await transaction.delete(lines).where(and(isSameText, isNotNull(lines.removedAt)));
    const [existing] = await transaction.select().from(lines).where(isSameText);
    if (existing) return existing;
    await assertBelowLimit(transaction, account);
    const [inserted] = await transaction
      .insert(lines)
      .values({ userId: user.id, id: newId(), ...line })
      .returning();
    return inserted!;
  });
}

/**
 * Throws {@link ForbiddenError} if a reader has saved as many passages as their tier allows. The account must be
 * locked.
 */
async function assertBelowLimit(transaction: Queries, account: User): Promise<void> {
  const count = await transaction.$count(lines, isKept(account));
  const refusal = describeReachedLimit(account, 'lines', count);
  if (refusal) throw new ForbiddenError(refusal);
}

/** Returns the reader's saved passage with the given ID, or `undefined` if there is none. */
export async function findKeptLine(
  queries: Queries,
  user: User,
  id: string,
): Promise<KeptLineRow | undefined> {
  const [line] = await queries
    .select()
    .from(lines)
    .where(and(isKept(user), eq(lines.id, id)));
  return line;
}

/**
 * Replaces the note and the search words of a saved passage. If `previous` is given and the stored note differs from
 * both `previous` and the new note, changes nothing. Returns false if nothing was changed.
 */
export async function updateLineNote(
  queries: Queries,
  user: User,
  id: string,
  note: Pick<KeptLineRow, 'note' | 'words'>,
  previous: string | undefined,
): Promise<boolean> {
  const isExpected =
    previous === undefined ? undefined : inArray(lines.note, [previous, note.note]);
  const updated = await queries
    .update(lines)
    .set(note)
    .where(and(isKept(user), eq(lines.id, id), isExpected))
    .returning({ id: lines.id });
  return updated.length > 0;
}

/**
 * Removes a saved passage, which the reader can restore for a day. Does nothing if the reader has no passage with this
 * ID.
 */
export async function removeKeptLine(queries: Queries, user: User, id: string): Promise<void> {
  await queries
    .update(lines)
    .set({ removedAt: sql`now()` })
    .where(and(isKept(user), eq(lines.id, id)));
}

/**
 * Restores a removed passage with its note and the time at which it was saved. Does nothing if the passage was not
 * removed. Throws {@link NotFoundError} if the passage no longer exists. Throws {@link ForbiddenError} if the reader's
 * tier allows no more saved passages. Also throws the same errors as {@link lockAccountOrThrow}.
 */
export async function restoreKeptLine(queries: Queries, user: User, id: string): Promise<void> {
  const isThisLine = and(isOwn(user), eq(lines.id, id));
  await queries.transaction(async (transaction) => {
    const account = await lockAccountOrThrow(transaction, user);
    const [line] = await transaction
      .select({ removedAt: lines.removedAt })
      .from(lines)
      .where(isThisLine);
    if (!line) throw new NotFoundError('This line can no longer be restored.');
    if (!line.removedAt) return;
    await assertBelowLimit(transaction, account);
    await transaction.update(lines).set({ removedAt: null }).where(isThisLine);
  });
}

/** Deletes saved passages that readers removed more than a day ago. */
export const removedLinesRemover: ExpiredRowsRemover = {
  batchSize: 500,
  async removeBatch(queries, now, limit) {
    const isExpired = lt(lines.removedAt, new Date(now.getTime() - RESTORE_WINDOW));
    const expired = queries.select({ id: lines.id }).from(lines).where(isExpired).limit(limit);
    const deletedRows = await queries
      .delete(lines)
      .where(and(isExpired, inArray(lines.id, expired)))
      .returning({ id: lines.id });
    return deletedRows.length;
  },
};

/** Returns a page of a reader's saved passages, most recently saved first. */
export async function listKeptLineRows(
  queries: Queries,
  user: User,
  filters: LineFilters,
  limit: number,
  token?: string,
): Promise<{ page: readonly KeptLineRow[]; nextToken: string | null }> {
  const { articleId, category, query } = filters;
  const context = `lines ${user.id} ${articleId ?? ''} ${category ?? ''} ${query ?? ''}`;
  return readNewestFirstPage({ context, limit, token }, (maxRows, after) =>
    queries
      .select()
      .from(lines)
      .where(
        and(
          isKept(user),
          articleId ? eq(lines.articleId, articleId) : undefined,
          category ? eq(lines.category, category) : undefined,
          query ? containsWords(query) : undefined,
          after ? lt(lines.id, after) : undefined,
        ),
      )
      .orderBy(desc(lines.id))
      .limit(maxRows),
  );
}

/** Counts the passages that a reader has saved. */
export function countKeptLines(queries: Queries, user: User): Promise<number> {
  return queries.$count(lines, isKept(user));
}

/** Returns the distinct categories of a reader's saved passages. Reads at most one passage per category. */
export async function listLineCategories(queries: Queries, user: User): Promise<CategoryId[]> {
  const probes = CATEGORY_IDS.map((category) =>
    queries
      .select({ category: lines.category })
      .from(lines)
      .where(and(isKept(user), eq(lines.category, category)))
      .limit(1),
  );
  const [first, second, ...others] = probes;
  return (await unionAll(first!, second!, ...others)).map(({ category }) => category);
}

/**
 * Returns one of the passages that a reader saved before `keptBefore`. `seed` determines the choice, which does not
 * change if the reader saves or removes other passages. Returns `undefined` if there is no such passage.
 */
export async function chooseLineBySeed(
  queries: Queries,
  user: User,
  keptBefore: Date,
  seed: string,
): Promise<KeptLineRow | undefined> {
  const recent = queries
    .select()
    .from(lines)
    .where(and(isKept(user), lt(lines.keptAt, keptBefore)))
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
 * Returns an SQL condition for the saved passages that match a search query. A passage matches if every word of the
 * query is the beginning of one of the passage's search words.
 */
function containsWords(query: string): SQL {
  const words = parseSearchQuery(query);
  if (!words.length) return sql`false`;
  // Search words contain only letters and digits, so they contain no wildcards of `LIKE`.
  return and(...words.map((word) => sql`${lines.words} LIKE ${`% ${word}%`}`))!;
}
