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
import type { ContentCacheKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { listPublishedArticlesByAuthors } from '../articles/article-rows.ts';
import { findBlockedImports } from './blocked-imports.ts';
import type { ImportNote } from './import-notes.ts';
import type { ImportCounts, ImportEffects } from './import-results.ts';
import type { Library, LibraryAuthor } from './library.ts';
import { appendImportVersionsToFileHash, extractIds } from './row-version.ts';

type ImportedAuthor = Awaited<ReturnType<typeof listImportedAuthors>>[number];

const KEPT_NOTE =
  'This author is no longer in the library. They stay until no file of the library has errors.';

/**
 * Imports the authors of a content library into the database. Locks all authors in this library, and all authors
 * imported earlier, until the transaction ends. `authorIds` in the result contains the IDs of the locked authors.
 *
 * `absentAliases` in the result contains the lower-case aliases of new authors who were not imported because another
 * author has the alias. Articles by these authors cannot be imported either.
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
  const displacedIds = listAuthorsWithReassignedAliases(unblockedAuthors, importedById);
  await releaseAliases(transaction, displacedIds);
  const counts: ImportCounts = {
    added: 0,
    updated: 0,
    unchanged: unchanged.authors.length,
    archived: 0,
    kept: 0,
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
  // If any file has errors, it may be the renamed file of a missing author. In this case, missing authors stay active,
  // except those whose aliases now belong to other authors.
  const isKept = ({ id, isEditorOwned }: ImportedAuthor) =>
    library.errors.length > 0 && !isEditorOwned && !displacedIds.includes(id);
  const keptRows = missingRows.filter(isKept);
  effects.notes.push(...keptRows.map(({ id: subjectId }) => ({ subjectId, note: KEPT_NOTE })));
  counts.kept = keptRows.length;
  counts.archived = await retireMissingAuthors(
    transaction,
    missingRows.filter((row) => !isKept(row)),
    effects,
  );
  const authorIds = [...new Set(extractIds([...importedRows, ...libraryAuthors]))];
  return { counts, absentAliases, authorIds };
}

/**
 * Finds the authors in the library whose alias already belongs to another author. Returns a map from each such author's
 * ID to the other author's ID.
 */
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
 * Returns the IDs of the imported authors whose alias belongs to another author in the new library. Two authors may
 * swap aliases, or an author may take the alias of a removed author. The aliases must therefore be released before
 * authors are updated.
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
 * Compares an editor-owned author with the author's file in the library. If they are equal and the author is active,
 * lets imports update the author again. Otherwise, adds a note for editors if the file has changed since the last
 * import.
 */
async function reattachAuthorOrAddNote(
  transaction: Queries,
  author: LibraryAuthor,
  importedRow: ImportedAuthor,
  notes: ImportNote[],
): Promise<void> {
  const sourceHash = appendImportVersionsToFileHash(author.hash);
  if (importedRow.isActive && (await hasSameProfile(transaction, author)))
    await reattachAuthorToLibrary(transaction, author.id, sourceHash);
  else if (importedRow.sourceHash !== sourceHash)
    notes.push({
      subjectId: author.id,
      note: 'The library has a different version of this author. The editor’s version stays.',
    });
}

/**
 * Inserts or updates an author. If the author is retired, makes the author active again. If the author was renamed,
 * stores the former alias.
 */
async function saveAuthor(
  transaction: Queries,
  row: ActiveAuthorRow,
  importedRow: ImportedAuthor | undefined,
  changedKeys: Set<ContentCacheKey>,
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
 * Returns true if an author's file, or the file of one of the author's articles, has errors. In this case, the author
 * must not be removed, because readers still see the previous version of the author and the articles.
 */
function hasErrors({ errors }: Library, aliasKey: string): boolean {
  return errors.some(
    ({ file }) => file === `authors/${aliasKey}.yaml` || file.startsWith(`articles/${aliasKey}/`),
  );
}

/**
 * Retires the authors who were removed from the content library, and returns their number. An author whom an editor has
 * changed stays active, and editors get a note about it.
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
  // With the policy `keep`, an author's articles that were written in the studio become visible again if the author
  // returns. `importArticles` archives the author's other articles, which came from the library.
  await retireAuthorsInTransaction(transaction, extractIds(removedRows), 'keep', changedKeys);
  return removedRows.length;
}

/**
 * Returns true if the author's file in the library has the same content as the published profile, for example after an
 * export.
 */
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
    sourceHash: appendImportVersionsToFileHash(hash),
  } satisfies ActiveAuthorRow;
}

/**
 * Updates the search index for the articles of renamed authors. Adds the cache keys of these articles and their
 * categories to `changedKeys`.
 */
async function reindexArticlesByAuthors(
  transaction: Queries,
  authorIds: readonly string[],
  changedKeys: Set<ContentCacheKey>,
): Promise<void> {
  const rows = await listPublishedArticlesByAuthors(transaction, authorIds);
  for (const { id, category } of rows) changedKeys.add(`article:${id}`).add(`category:${category}`);
  await indexArticles(transaction, extractIds(rows));
}
