import {
  and,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { AuthorStatus } from '#domain/statuses/machines.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { authors, formerAliases } from './schema.ts';

/*
 * What brings author personas in, and lets them leave, whoever decides it. All of it to be called within the
 * transaction that makes the change.
 */

/** An author as they are to be shown. */
export type ActiveAuthorRow = Omit<
  typeof authors.$inferInsert,
  'status' | 'updatedAt' | 'heldSince'
>;

/**
 * Locks authors until the transaction ends. Every transaction that changes what readers have of an author or of their
 * articles locks the author before any article: so published counts are exact, and such transactions wait for each
 * other instead of deadlocking (`docs/decisions/0038-lock-order.md`).
 */
export async function lockAuthors(transaction: Queries, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await transaction
    .select({ id: authors.id })
    .from(authors)
    .where(inArray(authors.id, [...new Set(ids)]))
    .orderBy(authors.id)
    .for('no key update');
}

/**
 * Every author who came out of a library, active or not, with the hash of their file; and those of `ids` who were made in
 * the studio, where an editor holds them as well. `isLocked`: they stay locked until the transaction ends.
 */
export async function listImportedAuthors(
  transaction: Queries,
  ids: readonly string[] = [],
  { isLocked = false } = {},
) {
  const query = transaction
    .select({
      id: authors.id,
      alias: authors.alias,
      aliasKey: authors.aliasKey,
      status: authors.status,
      sourceHash: authors.sourceHash,
      heldSince: authors.heldSince,
    })
    .from(authors)
    .where(or(isNotNull(authors.sourceHash), inArray(authors.id, [...ids])))
    .orderBy(authors.id);
  const rows = await (isLocked ? query.for('no key update') : query);
  return rows.map(({ status, heldSince, ...row }) => ({
    ...row,
    isActive: status === 'active',
    isEditorOwned: heldSince !== null || row.sourceHash === null,
  }));
}

/** The names that no import gives to others: of authors who were made in the studio, or are held by an editor. */
export async function listEditorOwnedAliases(transaction: Queries) {
  return transaction
    .select({ id: authors.id, aliasKey: authors.aliasKey })
    .from(authors)
    .where(or(isNull(authors.sourceHash), isNotNull(authors.heldSince)));
}

/** Shows an author, or what has become of them. */
export async function upsertActiveAuthor(
  transaction: Queries,
  { id, ...author }: ActiveAuthorRow,
): Promise<void> {
  const row = { ...author, status: 'active' as const, updatedAt: new Date() };
  await transaction
    .insert(authors)
    .values({ id, ...row })
    .onConflictDoUpdate({ target: authors.id, set: row });
}

/** Shows these authors no more. What becomes of what they wrote is for `departures/` to say. */
export async function deactivateAuthors(
  transaction: Queries,
  ids: readonly string[],
): Promise<void> {
  await setStatus(transaction, ids, 'inactive');
}

/** Shows these authors again, as they were. */
export async function activateAuthors(transaction: Queries, ids: readonly string[]): Promise<void> {
  await setStatus(transaction, ids, 'active');
}

async function setStatus(transaction: Queries, ids: readonly string[], status: AuthorStatus) {
  if (!ids.length) return;
  await transaction
    .update(authors)
    .set({ status, updatedAt: sql`now()` })
    .where(inArray(authors.id, [...ids]));
}

/** Lets others have the names of these authors. No alias has a tilde. */
export async function releaseAliases(transaction: Queries, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await transaction
    .update(authors)
    .set({ aliasKey: sql`'~' || ${authors.id}` })
    .where(inArray(authors.id, [...ids]));
}

/** Keeps the addresses under a former name alive, which is given as `aliasKey` writes it. */
export async function saveFormerAlias(
  transaction: Queries,
  aliasKey: string,
  authorId: string,
): Promise<void> {
  await transaction
    .insert(formerAliases)
    .values({ aliasKey, authorId })
    .onConflictDoUpdate({ target: formerAliases.aliasKey, set: { authorId } });
}

/** A name that is in use again is no former one. */
export async function deleteFormerAlias(transaction: Queries, aliasKey: string): Promise<void> {
  await transaction.delete(formerAliases).where(sql`${formerAliases.aliasKey} = ${aliasKey}`);
}

/**
 * Updates how many articles some authors have published, by an expression for the author a column names. Exact only for
 * authors who were locked before their articles changed ({@link lockAuthors}).
 */
export async function updateArticleCounts(
  transaction: Queries,
  ids: readonly string[],
  countSql: (authorId: SQLWrapper) => SQL<number>,
): Promise<void> {
  if (!ids.length) return;
  const count = countSql(authors.id);
  await transaction
    .update(authors)
    .set({ publishedArticleCount: count })
    .where(and(inArray(authors.id, [...new Set(ids)]), ne(authors.publishedArticleCount, count)));
}
