import { isDeepStrictEqual } from 'node:util';
import { DRAWING_VERSION } from '#covers/cover.ts';
import { normalizeAlias } from '#domain/paths.ts';
import {
  reinstateAuthorsInTransaction,
  retireAuthorsInTransaction,
} from '#server/catalogue/author-retirement/service.ts';
import {
  type ActiveAuthorRow,
  deleteFormerAlias,
  findAliasesReservedByEditors,
  listImportedAuthors,
  releaseAliases,
  saveFormerAlias,
  upsertActiveAuthor,
} from '#server/catalogue/authors/author-rows.ts';
import {
  findAuthorForEditors,
  reattachAuthorToLibrary,
} from '#server/catalogue/authors/editor-authors.ts';
import { indexArticles } from '#server/catalogue/search/search-index.ts';
import type { ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { listPublishedByAuthors } from '../articles/article-rows.ts';
import { findBlockedImports } from './blocked-imports.ts';
import type { ImportNote } from './import-notes.ts';
import type { ImportCounts, ImportEffects } from './import-results.ts';
import type { Library, LibraryAuthor } from './library.ts';
import { appendVersionsToHash, extractIds } from './row-version.ts';

type ImportedAuthor = Awaited<ReturnType<typeof listImportedAuthors>>[number];

/**
 * Imports the authors of a library. Locks every author in this library or in a previously imported one until the
 * transaction ends, and returns the IDs of these authors as `authorIds`.
 *
 * `absentAliases` contains the lower-case aliases of new authors who could not be imported because another author uses
 * the alias. Articles by these authors cannot be imported either.
 */
export async function importAuthors(
  transaction: Queries,
  library: Library,
  effects: ImportEffects,
): Promise<{ counts: ImportCounts; absentAliases: Set<string>; authorIds: string[] }> {
  const { authors: libraryAuthors, unchanged } = library;
  const importedRows = await listImportedAuthors(transaction, extractIds(libraryAuthors), {
    isLocked: true,
  });
  const importedById = new Map(importedRows.map((row) => [row.id, row]));
  const blockedBy = await findAuthorsWithTakenAliases(transaction, libraryAuthors, importedById);
  const absentAliases = new Set<string>();
  for (const { id, alias, file } of libraryAuthors) {
    const subjectId = blockedBy.get(id);
    if (!subjectId) continue;
    const note = `The library has another author called ${alias}. They won’t be imported until one of the two has a different name.`;
    effects.notes.push({ subjectId, note, file });
    if (!importedById.has(id)) absentAliases.add(normalizeAlias(alias));
  }

  const unblockedAuthors = libraryAuthors.filter(({ id }) => !blockedBy.has(id));
  await releaseAliases(
    transaction,
    listAuthorsWithReassignedAliases(unblockedAuthors, importedById),
  );
  const counts: ImportCounts = {
    added: 0,
    updated: 0,
    unchanged: unchanged.authors.length,
    archived: 0,
  };
  const renamedIds: string[] = [];
  for (const author of unblockedAuthors) {
    const importedRow = importedById.get(author.id);
    const row = toAuthorRow(author);
    if (importedRow?.isEditorOwned)
      await reattachAuthorOrAddNote(transaction, author, importedRow, effects.notes);
    if (
      importedRow?.isEditorOwned ||
      (importedRow?.isActive && importedRow.sourceHash === row.sourceHash)
    ) {
      counts.unchanged += 1;
      continue;
    }
    counts[importedRow ? 'updated' : 'added'] += 1;
    await saveAuthor(transaction, row, importedRow, effects.changedKeys);
    if (importedRow && importedRow.alias !== row.alias) renamedIds.push(row.id);
  }
  await reindexArticlesByAuthors(transaction, renamedIds, effects.changedKeys);

  const presentIds = new Set(extractIds([...libraryAuthors, ...unchanged.authors]));
  const missingRows = importedRows.filter(
    (row) => row.isActive && !presentIds.has(row.id) && !hasErrors(library, row.aliasKey),
  );
  counts.archived = await retireMissingAuthors(transaction, missingRows, effects);
  const authorIds = [...new Set(extractIds([...importedRows, ...libraryAuthors]))];
  return { counts, absentAliases, authorIds };
}

/** Returns a map from the ID of each author whose alias is taken to the ID of the author who has the alias. */
async function findAuthorsWithTakenAliases(
  transaction: Queries,
  authors: readonly LibraryAuthor[],
  importedById: ReadonlyMap<string, ImportedAuthor>,
): Promise<Map<string, string>> {
  const keyedAuthors = authors.map(({ id, alias }) => ({ id, key: normalizeAlias(alias) }));
  const reserved = await findAliasesReservedByEditors(
    transaction,
    keyedAuthors.map(({ key }) => key),
  );
  return findBlockedImports(
    keyedAuthors.filter(({ id }) => !importedById.get(id)?.isEditorOwned),
    reserved.map(({ id, aliasKey: key }) => ({ id, key })),
    new Map([...importedById].map(([id, { aliasKey }]) => [id, aliasKey])),
  );
}

/**
 * Returns the IDs of the imported authors whose current alias the import assigns to another author. Their aliases must
 * be released before authors are updated, since two authors may swap aliases, or an author may take the alias of a
 * removed author.
 */
function listAuthorsWithReassignedAliases(
  libraryAuthors: readonly LibraryAuthor[],
  importedById: ReadonlyMap<string, ImportedAuthor>,
): string[] {
  const importable = libraryAuthors.filter(({ id }) => !importedById.get(id)?.isEditorOwned);
  const requestedIds = new Map(importable.map(({ id, alias }) => [normalizeAlias(alias), id]));
  const importedRows = [...importedById.values()];
  return extractIds(
    importedRows.filter((row) => (requestedIds.get(row.aliasKey) ?? row.id) !== row.id),
  );
}

/**
 * Compares an editor-owned author with the author's file. If they are equal and the author is active, the author
 * belongs to the library again. Otherwise, if the file has changed since the last import, adds a note for editors.
 */
async function reattachAuthorOrAddNote(
  transaction: Queries,
  author: LibraryAuthor,
  importedRow: ImportedAuthor,
  notes: ImportNote[],
): Promise<void> {
  const sourceHash = appendVersionsToHash(author.hash);
  if (importedRow.isActive && (await hasSameProfile(transaction, author)))
    await reattachAuthorToLibrary(transaction, author.id, sourceHash);
  else if (importedRow.sourceHash !== sourceHash)
    notes.push({
      subjectId: author.id,
      note: 'The library has a different version of this author. The editor’s version stays.',
    });
}

/** Inserts or updates an author. Reinstates a retired author, and stores the former alias of a renamed one. */
async function saveAuthor(
  transaction: Queries,
  row: ActiveAuthorRow,
  importedRow: ImportedAuthor | undefined,
  changedKeys: Set<ContentKey>,
): Promise<void> {
  changedKeys.add('authors').add(`author:${row.aliasKey}`);
  if (importedRow) changedKeys.add(`author:${importedRow.aliasKey}`);
  await deleteFormerAlias(transaction, row.aliasKey);
  if (importedRow && !importedRow.isActive)
    await reinstateAuthorsInTransaction(transaction, [row.id], changedKeys);
  await upsertActiveAuthor(transaction, row);
  if (importedRow && importedRow.aliasKey !== row.aliasKey)
    await saveFormerAlias(transaction, importedRow.aliasKey, row.id);
}

/**
 * Returns true if the file of an author or of one of the author's articles has errors. Such an author is not removed,
 * since readers still see the previous version of these articles with the author's name.
 */
function hasErrors({ errors }: Library, aliasKey: string): boolean {
  return errors.some(
    ({ file }) => file === `authors/${aliasKey}.yaml` || file.startsWith(`articles/${aliasKey}/`),
  );
}

/**
 * Retires the authors who were removed from the library, and returns their number. An author whom editors have changed
 * stays active, and the studio shows a note about it.
 */
async function retireMissingAuthors(
  transaction: Queries,
  missingRows: readonly ImportedAuthor[],
  { changedKeys, notes }: ImportEffects,
): Promise<number> {
  const note = 'This author is no longer in the library. They stay because an editor changed them.';
  notes.push(
    ...missingRows
      .filter(({ isEditorOwned }) => isEditorOwned)
      .map(({ id: subjectId }) => ({ subjectId, note })),
  );
  const removedRows = missingRows.filter(({ isEditorOwned }) => !isEditorOwned);
  // With the policy `keep`, articles that were created in the studio become visible again if the author returns.
  // Library articles of removed authors are archived by `importArticles`.
  await retireAuthorsInTransaction(transaction, extractIds(removedRows), 'keep', changedKeys);
  return removedRows.length;
}

/** Returns true if the author file equals the published profile, for example after an export. */
async function hasSameProfile(
  transaction: Queries,
  { id, profile }: LibraryAuthor,
): Promise<boolean> {
  const { id: _, ...fields } = profile;
  return isDeepStrictEqual(fields, (await findAuthorForEditors(transaction, id))?.profile);
}

function toAuthorRow({ id, profile, hash }: LibraryAuthor) {
  return {
    id,
    alias: profile.alias,
    aliasKey: normalizeAlias(profile.alias),
    tagline: profile.tagline,
    mission: profile.mission,
    about: profile.about,
    perspective: profile.perspective,
    category: profile.expertise.category,
    subcategory: profile.expertise.subcategory,
    subjects: profile.expertise.subjects,
    level: profile.targetAudience.level,
    audience: profile.targetAudience.description,
    influences: profile.influencedBy,
    portrait: `${id}.${profile.expertise.category}.${DRAWING_VERSION}`,
    sourceHash: appendVersionsToHash(hash),
  } satisfies ActiveAuthorRow;
}

/**
 * Updates the search index for the articles of renamed authors, and adds the cache keys of these articles to
 * `changedKeys`.
 */
async function reindexArticlesByAuthors(
  transaction: Queries,
  authorIds: readonly string[],
  changedKeys: Set<ContentKey>,
): Promise<void> {
  const rows = await listPublishedByAuthors(transaction, authorIds);
  for (const { id, category } of rows) changedKeys.add(`article:${id}`).add(`category:${category}`);
  await indexArticles(transaction, extractIds(rows));
}
