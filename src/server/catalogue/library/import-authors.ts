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
 * `absent` contains the lower-case aliases of new authors who could not be imported because another author uses the
 * alias. Articles by these authors cannot be imported either.
 */
export async function importAuthors(
  transaction: Queries,
  library: Library,
  effects: ImportEffects,
): Promise<{ counts: ImportCounts; absent: Set<string>; authorIds: string[] }> {
  const { authors: all, unchanged } = library;
  const imported = await listImportedAuthors(transaction, extractIds(all), { isLocked: true });
  const importedById = new Map(imported.map((row) => [row.id, row]));
  const blocked = await findAuthorsWithTakenAliases(transaction, all, importedById);
  const absent = new Set<string>();
  for (const { id, alias, file } of all) {
    const subjectId = blocked.get(id);
    if (!subjectId) continue;
    const note = `The library has another author called ${alias}. They won’t be imported until one of the two has a different name.`;
    effects.notes.push({ subjectId, note, file });
    if (!importedById.has(id)) absent.add(normalizeAlias(alias));
  }

  const found = all.filter(({ id }) => !blocked.has(id));
  await releaseAliases(transaction, listAuthorsWithWantedAliases(found, importedById));
  const counts: ImportCounts = {
    added: 0,
    updated: 0,
    unchanged: unchanged.authors.length,
    archived: 0,
  };
  const renamed: string[] = [];
  for (const author of found) {
    const before = importedById.get(author.id);
    const row = toAuthorRow(author);
    if (before?.isEditorOwned)
      await reattachAuthorOrAddNote(transaction, author, before, effects.notes);
    if (before?.isEditorOwned || (before?.isActive && before.sourceHash === row.sourceHash)) {
      counts.unchanged += 1;
      continue;
    }
    counts[before ? 'updated' : 'added'] += 1;
    await saveAuthor(transaction, row, before, effects.changed);
    if (before && before.alias !== row.alias) renamed.push(row.id);
  }
  await reindexArticlesByAuthors(transaction, renamed, effects.changed);

  const present = new Set(extractIds([...all, ...unchanged.authors]));
  const missing = imported.filter(
    (row) => row.isActive && !present.has(row.id) && !hasErrors(library, row.aliasKey),
  );
  counts.archived = await retireMissingAuthors(transaction, missing, effects);
  return { counts, absent, authorIds: [...new Set(extractIds([...imported, ...all]))] };
}

/** Returns a map from the ID of each author whose alias is taken to the ID of the author who has the alias. */
async function findAuthorsWithTakenAliases(
  transaction: Queries,
  authors: readonly LibraryAuthor[],
  importedById: ReadonlyMap<string, ImportedAuthor>,
): Promise<Map<string, string>> {
  const slots = authors.map(({ id, alias }) => ({ id, key: normalizeAlias(alias) }));
  const reserved = await findAliasesReservedByEditors(
    transaction,
    slots.map(({ key }) => key),
  );
  return findBlockedImports(
    slots.filter(({ id }) => !importedById.get(id)?.isEditorOwned),
    reserved.map(({ id, aliasKey: key }) => ({ id, key })),
    new Map([...importedById].map(([id, { aliasKey }]) => [id, aliasKey])),
  );
}

/**
 * Returns the IDs of the imported authors whose current alias the import assigns to another author. Their aliases must
 * be released before authors are updated, since two authors may swap aliases, or an author may take the alias of a
 * removed author.
 */
function listAuthorsWithWantedAliases(
  found: readonly LibraryAuthor[],
  importedById: ReadonlyMap<string, ImportedAuthor>,
): string[] {
  const importable = found.filter(({ id }) => !importedById.get(id)?.isEditorOwned);
  const wanted = new Map(importable.map(({ id, alias }) => [normalizeAlias(alias), id]));
  const imported = [...importedById.values()];
  return extractIds(imported.filter((row) => (wanted.get(row.aliasKey) ?? row.id) !== row.id));
}

/**
 * Compares an editor-owned author with the author's file. If they are equal and the author is active, the author
 * belongs to the library again. Otherwise, if the file has changed since the last import, adds a note for editors.
 */
async function reattachAuthorOrAddNote(
  transaction: Queries,
  author: LibraryAuthor,
  before: ImportedAuthor,
  notes: ImportNote[],
): Promise<void> {
  const sourceHash = appendVersionsToHash(author.hash);
  if (before.isActive && (await hasSameProfile(transaction, author)))
    await reattachAuthorToLibrary(transaction, author.id, sourceHash);
  else if (before.sourceHash !== sourceHash)
    notes.push({
      subjectId: author.id,
      note: 'The library has a different version of this author. The editor’s version stays.',
    });
}

/** Inserts or updates an author. Reinstates a retired author, and stores the former alias of a renamed one. */
async function saveAuthor(
  transaction: Queries,
  row: ActiveAuthorRow,
  before: ImportedAuthor | undefined,
  changed: Set<ContentKey>,
): Promise<void> {
  changed.add('authors').add(`author:${row.aliasKey}`);
  if (before) changed.add(`author:${before.aliasKey}`);
  await deleteFormerAlias(transaction, row.aliasKey);
  if (before && !before.isActive)
    await reinstateAuthorsInTransaction(transaction, [row.id], changed);
  await upsertActiveAuthor(transaction, row);
  if (before && before.aliasKey !== row.aliasKey)
    await saveFormerAlias(transaction, before.aliasKey, row.id);
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
  missing: readonly ImportedAuthor[],
  { changed, notes }: ImportEffects,
): Promise<number> {
  const note = 'This author is no longer in the library. They stay because an editor changed them.';
  notes.push(
    ...missing
      .filter(({ isEditorOwned }) => isEditorOwned)
      .map(({ id: subjectId }) => ({ subjectId, note })),
  );
  const removed = missing.filter(({ isEditorOwned }) => !isEditorOwned);
  // With the policy `keep`, articles that were created in the studio become visible again if the author returns.
  // Library articles of removed authors are archived by `importArticles`.
  await retireAuthorsInTransaction(transaction, extractIds(removed), 'keep', changed);
  return removed.length;
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
 * Updates the search index for the articles of renamed authors, and adds the cache keys of these articles to `changed`.
 */
async function reindexArticlesByAuthors(
  transaction: Queries,
  authorIds: readonly string[],
  changed: Set<ContentKey>,
): Promise<void> {
  const rows = await listPublishedByAuthors(transaction, authorIds);
  for (const { id, category } of rows) changed.add(`article:${id}`).add(`category:${category}`);
  await indexArticles(transaction, extractIds(rows));
}
