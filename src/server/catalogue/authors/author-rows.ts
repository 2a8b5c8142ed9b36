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
import type { AuthorStatus } from '#domain/statuses/author-states.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { authors, formerAliases } from './schema.ts';

/*
 * Functions that insert, update, retire and find author rows. Functions that change rows run in the caller's
 * transaction.
 */

/** The database row of an active author. */
export type ActiveAuthorRow = Omit<
  typeof authors.$inferInsert,
  'status' | 'updatedAt' | 'heldSince'
>;

/**
 * Locks authors until the transaction ends. A transaction that changes an author or an author's articles must lock the
 * author first, before any article. With this order, the stored article counts stay correct, and concurrent
 * transactions wait for each other instead of deadlocking (`docs/decisions/0038-lock-order.md`).
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

/** Returns the aliases that authors have now, in a map keyed by author ID. Includes retired authors. */
export async function findAliasesByAuthorId(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = await queries
    .select({ id: authors.id, alias: authors.alias })
    .from(authors)
    .where(inArray(authors.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, alias }) => [id, alias]));
}

/**
 * Lists all authors who were imported from the content library, with the hashes of their files. Includes retired
 * authors. Also includes the authors in `ids` who were created in the studio. An author who was created in the studio
 * counts as editor-owned, which means that imports do not change the author. If `isLocked` is true, locks the authors
 * until the transaction ends.
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

/**
 * Returns the aliases in `aliasKeys` that an import must not assign to other authors, because they belong to authors
 * whom editors have created or changed in the studio. All aliases are in lower case.
 */
export async function findAliasesReservedByEditors(
  transaction: Queries,
  aliasKeys: readonly string[],
) {
  if (!aliasKeys.length) return [];
  return transaction
    .select({ id: authors.id, aliasKey: authors.aliasKey })
    .from(authors)
    .where(
      and(
        inArray(authors.aliasKey, [...aliasKeys]),
        or(isNull(authors.sourceHash), isNotNull(authors.heldSince)),
      ),
    );
}

/** Inserts an author, or updates an existing one. Sets the author's status to active. */
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

/** Makes authors inactive. Does not change their articles, for which the `author-retirement/` module is responsible. */
export async function deactivateAuthors(
  transaction: Queries,
  ids: readonly string[],
): Promise<void> {
  await setStatus(transaction, ids, 'inactive');
}

/** Makes authors active again. */
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

/**
 * Replaces the aliases of the given authors with placeholders, so that other authors can use these aliases. A
 * placeholder contains a tilde, which aliases never contain.
 */
export async function releaseAliases(transaction: Queries, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await transaction
    .update(authors)
    .set({ aliasKey: sql`'~' || ${authors.id}` })
    .where(inArray(authors.id, [...ids]));
}

/** Stores an alias that an author had before, in lower case. URLs with this alias then redirect to the author. */
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

/** Deletes a stored former alias, because an author uses the alias now. */
export async function deleteFormerAlias(transaction: Queries, aliasKey: string): Promise<void> {
  await transaction.delete(formerAliases).where(sql`${formerAliases.aliasKey} = ${aliasKey}`);
}

/**
 * Updates the stored article count of each given author. `countSql` returns an SQL expression that counts an author's
 * published articles. Its parameter is the column with the author's ID. The counts are correct only if the caller
 * locked the authors ({@link lockAuthors}) before changing their articles.
 */
export async function updatePublishedArticleCounts(
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
