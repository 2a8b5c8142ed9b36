import { listArticleTexts } from '#domain/article.ts';
import { normalizeAlias } from '#domain/paths.ts';
import { estimateReadingMinutes } from '#domain/reading-time.ts';
import type { StoredPhoto } from '#server/catalogue/photos/repository.ts';
import { addPhotoToArticleImage } from '#server/catalogue/photos/service.ts';
import { indexArticles, unindexArticles } from '#server/catalogue/search/search-index.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  type AuthorAndSlug,
  archiveArticleRows,
  findSlugsReservedByEditors,
  listImportedArticles,
  releaseSlugs,
  replaceArticleClaims,
  updateFormerSlugs,
  upsertArticleRow,
} from '../articles/article-rows.ts';
import { runAndUpdateCategoryCounts } from '../articles/category-counts.ts';
import { chooseCover, loadCoversToCompare } from '../publication/choose-cover.ts';
import { findBlockedImports } from './blocked-imports.ts';
import {
  type ListArticlesWithUnpublishedChanges,
  reattachArticlesOrRecordConflicts,
} from './conflicts.ts';
import type { ImportCounts, ImportEffects } from './import-results.ts';
import type { Library, LibraryArticle } from './library.ts';
import type { LibraryNote } from './library-notes.ts';
import { appendVersionsToHash, mapToIds } from './row-version.ts';

interface ArticleImportOptions {
  /** The stored photographs of the library, by ID. */
  photos: ReadonlyMap<string, StoredPhoto>;
  listUnpublished: ListArticlesWithUnpublishedChanges;
}

/** Imports the articles of a library. */
export async function importArticles(
  transaction: Queries,
  { articles: found, authors: foundAuthors, unchanged, errors }: Library,
  { photos, listUnpublished }: ArticleImportOptions,
  { changed, notes }: ImportEffects,
): Promise<ImportCounts> {
  const authorIds = new Map(
    [...foundAuthors, ...unchanged.authors].map(({ id, alias }) => [normalizeAlias(alias), id]),
  );
  const aliases = new Map([...authorIds].map(([alias, id]) => [id, alias]));
  const imported = await listImportedArticles(transaction, mapToIds(found));
  const importedById = new Map(imported.map((row) => [row.id, row]));
  const counts: ImportCounts = { added: 0, updated: 0, unchanged: 0, archived: 0 };

  const isEditorOwned = ({ id }: { id: string }) => importedById.get(id)?.isEditorOwned ?? false;
  await reattachArticlesOrRecordConflicts(
    transaction,
    found.filter(
      (article) =>
        isEditorOwned(article) &&
        importedById.get(article.id)!.sourceHash !== appendVersionsToHash(article.hash),
    ),
    photos,
    listUnpublished,
  );

  const differing = found
    .filter((article) => !isEditorOwned(article))
    .filter(({ id, hash, aliasKey: author }) => {
      const before = importedById.get(id);
      return (
        before?.sourceHash !== appendVersionsToHash(hash) ||
        !before.isPublished ||
        before.authorId !== authorIds.get(author)
      );
    })
    .map((article) => toArticleRow(article, authorIds.get(article.aliasKey)!))
    .sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime());
  const blocked = findBlockedImports(
    differing.map(toSlot),
    (await findSlugsReservedByEditors(transaction, differing)).map(toSlot),
    new Map(imported.map((row) => [row.id, toLocationKey(row)])),
  );
  notes.push(...found.flatMap((article) => describeUrlConflict(article, blocked.get(article.id))));
  const importable = differing.filter(({ id }) => !blocked.has(id));
  const covers = await loadCoversToCompare(
    transaction,
    importable.map(({ category }) => category),
    mapToIds(importable),
  );
  counts.unchanged = unchanged.articles.length + found.length - importable.length;
  const movedFrom = importable.flatMap((row) => {
    const before = importedById.get(row.id);
    return before && (before.slug !== row.slug || before.authorId !== row.authorId) ? [before] : [];
  });
  // Slugs are released before articles are updated, since two articles may swap URLs, or an article may take the URL of
  // a removed article.
  const wanted = new Map(importable.map((row) => [toLocationKey(row), row.id]));
  const displaced = imported.filter((row) => (wanted.get(toLocationKey(row)) ?? row.id) !== row.id);
  await releaseSlugs(transaction, mapToIds([...movedFrom, ...displaced]));

  await runAndUpdateCategoryCounts(transaction, mapToIds(importable), async () => {
    for (const row of importable) {
      const before = importedById.get(row.id);
      counts[before ? 'updated' : 'added'] += 1;
      const { alt, drawing, photo, claims, formerly: _formerly, ...columns } = row;
      const drawn = chooseCover(row.id, row.category, alt, covers, drawing);
      const image = photo ? addPhotoToArticleImage(drawn, photos.get(photo.id)!, photo) : drawn;
      await upsertArticleRow(transaction, { ...columns, image });
      await replaceArticleClaims(transaction, row.id, claims);
      for (const category of new Set([row.category, before?.category ?? row.category]))
        changed.add(`category:${category}`);
      changed.add('list').add(`article:${row.id}`);
      changed.add(`articles-of:${aliases.get(row.authorId)}`);
      if (before) changed.add(`articles-of:${before.aliasKey}`);
    }
  });
  const declaredFormer = importable.flatMap((row) => listFormerLocations(row, authorIds));
  await updateFormerSlugs(transaction, [...movedFrom, ...declaredFormer], importable);
  await indexArticles(transaction, mapToIds(importable));

  const present = new Set(mapToIds([...found, ...unchanged.articles]));
  const broken = new Set(errors.map(({ file }) => file));
  const missing = imported.filter(
    ({ id, isPublished, aliasKey, slug }) =>
      isPublished && !present.has(id) && !broken.has(`articles/${aliasKey}/${slug}.md`),
  );
  const note =
    'This article is no longer in the library. It stays published because an editor changed it.';
  notes.push(...missing.filter(isEditorOwned).map(({ id: subjectId }) => ({ subjectId, note })));
  const removed = missing.filter((row) => !isEditorOwned(row));
  counts.archived = removed.length;
  await runAndUpdateCategoryCounts(transaction, mapToIds(removed), () =>
    archiveArticleRows(transaction, mapToIds(removed)),
  );
  await unindexArticles(transaction, mapToIds(removed));
  for (const { id, aliasKey, category } of removed)
    changed
      .add('list')
      .add(`article:${id}`)
      .add(`articles-of:${aliasKey}`)
      .add(`category:${category}`);
  return counts;
}

function toSlot(slot: AuthorAndSlug & { id: string }) {
  return { id: slot.id, key: toLocationKey(slot) };
}

/** Returns one note for editors if another article uses this library article's URL, or an empty list otherwise. */
function describeUrlConflict(
  { file, slug, article }: LibraryArticle,
  holder: string | undefined,
): LibraryNote[] {
  if (!holder) return [];
  const note = `The library’s article “${article.title}” uses the address “${slug}”, which this article already has. It won’t be imported until one of them has a different address.`;
  return [{ subjectId: holder, note, file }];
}

function toLocationKey({ authorId, slug }: AuthorAndSlug): string {
  return `${authorId}/${slug}`;
}

/** Returns the former URLs that an article file declares. Skips the URLs of authors who are not in the library. */
function listFormerLocations(
  { id, formerly }: { id: string; formerly: readonly string[] },
  authorIds: ReadonlyMap<string, string>,
) {
  return formerly.flatMap((path) => {
    const [alias, slug] = path.split('/') as [string, string];
    const authorId = authorIds.get(alias);
    return authorId ? [{ id, authorId, slug }] : [];
  });
}

function toArticleRow({ id, article, slug, hash, claims }: LibraryArticle, authorId: string) {
  const { title, tagline, category, subcategory, body, alt, drawing, photo, formerly } = article;
  const { level = null } = article;
  const publishedAt = new Date(article.published);
  return {
    id,
    authorId,
    slug,
    status: 'published' as const,
    title,
    tagline,
    category,
    subcategory,
    level,
    readingMinutes: estimateReadingMinutes(listArticleTexts(body)),
    ...{ alt, drawing, photo, formerly },
    claims,
    keywords: article.keywords,
    startsHere: article.startHere,
    hasAudio: article.audio,
    body,
    publishedAt,
    updatedAt: article.updated ? new Date(article.updated) : publishedAt,
    sourceHash: appendVersionsToHash(hash),
  };
}
