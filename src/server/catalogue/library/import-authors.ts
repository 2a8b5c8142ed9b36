import { isDeepStrictEqual } from 'node:util';
import { COVER_VERSION } from '#covers/cover.ts';
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
import type { ImportCounts, ImportEffects } from './import-results.ts';
import type { Library, LibraryAuthor } from './library.ts';
import { appendVersionsToHash, mapToIds } from './row-version.ts';

/**
 * Imports the authors of a library. Locks every author in this library or in a previously imported one until the
 * transaction ends, and returns the IDs of these authors as `authorIds`.
 *
 * `absent` contains the lower-case aliases of new authors who could not be imported because another author uses the
 * alias. Articles by these authors cannot be imported either.
 */
export async function importAuthors(
  transaction: Queries,
  { authors: all, unchanged, errors }: Library,
  { changed, notes }: ImportEffects,
): Promise<{ counts: ImportCounts; absent: Set<string>; authorIds: string[] }> {
  const imported = await listImportedAuthors(transaction, mapToIds(all), { isLocked: true });
  const authorIds = [...new Set([...mapToIds(imported), ...mapToIds(all)])];
  const importedById = new Map(imported.map((row) => [row.id, row]));
  const counts: ImportCounts = {
    added: 0,
    updated: 0,
    unchanged: unchanged.authors.length,
    archived: 0,
  };
  const renamed: string[] = [];

  const names = new Map(imported.map((row) => [row.id, row.aliasKey]));
  const blocked = findBlockedImports(
    all
      .filter(({ id }) => !importedById.get(id)?.isEditorOwned)
      .map(({ id, alias }) => ({ id, key: normalizeAlias(alias) })),
    (
      await findAliasesReservedByEditors(
        transaction,
        all.map(({ alias }) => normalizeAlias(alias)),
      )
    ).map(({ id, aliasKey: key }) => ({ id, key })),
    names,
  );
  const absent = new Set<string>();
  for (const { id, alias, file } of all) {
    const subjectId = blocked.get(id);
    if (!subjectId) continue;
    const note = `The library has another author called ${alias}. They won’t be imported until one of the two has a different name.`;
    notes.push({ subjectId, note, file });
    if (!names.has(id)) absent.add(normalizeAlias(alias));
    importedById.delete(id);
  }
  const found = all.filter(({ id }) => !blocked.has(id));

  const importable = found.filter(({ id }) => !importedById.get(id)?.isEditorOwned);
  const wanted = new Map(importable.map(({ id, alias }) => [normalizeAlias(alias), id]));
  const displaced = imported.filter((row) => (wanted.get(row.aliasKey) ?? row.id) !== row.id);
  // Aliases are released before authors are updated, since two authors may swap aliases, or an author may take the
  // alias of a removed author.
  await releaseAliases(transaction, mapToIds(displaced));

  for (const { id } of unchanged.authors) importedById.delete(id);
  for (const author of found) {
    const before = importedById.get(author.id);
    importedById.delete(author.id);
    const row = toAuthorRow(author);
    if (before?.isEditorOwned && before.isActive && (await hasSameProfile(transaction, author)))
      await reattachAuthorToLibrary(transaction, author.id, row.sourceHash);
    else if (before?.isEditorOwned && before.sourceHash !== row.sourceHash)
      notes.push({
        subjectId: author.id,
        note: 'The library has a different version of this author. The editor’s version stays.',
      });
    if (before?.isEditorOwned || (before?.isActive && before.sourceHash === row.sourceHash)) {
      counts.unchanged += 1;
      continue;
    }
    counts[before ? 'updated' : 'added'] += 1;
    changed.add('authors').add(`author:${row.aliasKey}`);
    if (before) changed.add(`author:${before.aliasKey}`);
    await deleteFormerAlias(transaction, row.aliasKey);
    if (before && !before.isActive)
      await reinstateAuthorsInTransaction(transaction, [row.id], changed);
    await upsertActiveAuthor(transaction, row);
    if (before && before.alias !== row.alias) renamed.push(row.id);
    if (before && before.aliasKey !== row.aliasKey)
      await saveFormerAlias(transaction, before.aliasKey, row.id);
  }
  await reindexArticlesByAuthors(transaction, renamed, changed);

  // An author whose articles have errors is not removed, since readers still see the previous version of these articles
  // with the author's name.
  const isBroken = ({ aliasKey }: { aliasKey: string }) =>
    errors.some(
      ({ file }) => file === `authors/${aliasKey}.yaml` || file.startsWith(`articles/${aliasKey}/`),
    );
  const missing = [...importedById.values()].filter((row) => row.isActive && !isBroken(row));
  const note = 'This author is no longer in the library. They stay because an editor changed them.';
  notes.push(
    ...missing
      .filter(({ isEditorOwned }) => isEditorOwned)
      .map(({ id: subjectId }) => ({ subjectId, note })),
  );
  const removed = missing.filter(({ isEditorOwned }) => !isEditorOwned);
  counts.archived = removed.length;
  // With the policy `keep`, articles that were created in the studio become visible again if the author returns.
  // Library articles of removed authors are archived by `importArticles`.
  await retireAuthorsInTransaction(transaction, mapToIds(removed), 'keep', changed);
  return { counts, absent, authorIds };
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
    portrait: `${id}.${profile.expertise.category}.${COVER_VERSION}`,
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
  await indexArticles(transaction, mapToIds(rows));
}
