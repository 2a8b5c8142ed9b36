import { listArticleBodyTexts } from '#domain/article.ts';
import { normalizeAlias } from '#domain/paths.ts';
import { estimateReadingMinutes } from '#domain/reading-time.ts';
import type { StoredPhoto } from '#server/catalogue/photos/repository.ts';
import { addPhotoToArticleImage } from '#server/catalogue/photos/service.ts';
import { indexArticles, unindexArticles } from '#server/catalogue/search/search-index.ts';
import type { ContentCacheKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  archiveArticleRows,
  listArticlesForImport,
  releaseSlugs,
  replaceFactualClaims,
  updateFormerUrlRedirects,
  upsertArticleRow,
} from '../articles/article-rows.ts';
import { runAndUpdateCategoryCounts } from '../articles/category-counts.ts';
import { chooseCover, loadCoversToCompare } from '../articles/covers.ts';
import {
  findArticlesWithTakenUrls,
  listDeclaredFormerLocations,
  listDisplacedLocations,
  listLocationsBeforeMove,
} from './article-locations.ts';
import {
  type ListArticlesWithUnpublishedChanges,
  reattachArticlesOrRecordConflicts,
} from './conflicts.ts';
import type { ImportNote } from './import-notes.ts';
import type { ImportCounts, ImportEffects } from './import-results.ts';
import type { Library, LibraryArticle } from './library.ts';
import { appendImportVersionsToFileHash, extractIds } from './row-version.ts';

interface ArticleImportOptions {
  /** The library's photographs that are stored in the database, keyed by ID. */
  photos: ReadonlyMap<string, StoredPhoto>;
  listUnpublished: ListArticlesWithUnpublishedChanges;
}

type ImportedArticle = Awaited<ReturnType<typeof listArticlesForImport>>[number];
type ArticleRow = ReturnType<typeof toArticleRow>;

/** Imports the articles of a content library into the database. */
export async function importArticles(
  transaction: Queries,
  library: Library,
  { photos, listUnpublished }: ArticleImportOptions,
  effects: ImportEffects,
): Promise<ImportCounts> {
  const { articles: libraryArticles, authors, unchanged } = library;
  const authorIds = new Map(
    [...authors, ...unchanged.authors].map(({ id, alias }) => [normalizeAlias(alias), id]),
  );
  const importedRows = await listArticlesForImport(transaction, extractIds(libraryArticles));
  const importedById = new Map(importedRows.map((row) => [row.id, row]));
  await reattachArticlesOrRecordConflicts(
    transaction,
    libraryArticles.filter(({ id, hash }) => {
      const importedRow = importedById.get(id);
      return (
        importedRow?.isEditorOwned &&
        importedRow.sourceHash !== appendImportVersionsToFileHash(hash)
      );
    }),
    photos,
    listUnpublished,
  );

  const differing = listDifferingRows(libraryArticles, importedById, authorIds);
  const blockedBy = await findArticlesWithTakenUrls(transaction, differing, importedRows);
  effects.notes.push(
    ...libraryArticles.flatMap((article) =>
      describeUrlConflict(article, blockedBy.get(article.id)),
    ),
  );
  const importable = differing.filter(({ id }) => !blockedBy.has(id));
  const previousLocations = listLocationsBeforeMove(importable, importedById);
  // Two articles may swap URLs, or an article may take the URL of a removed article. Such URLs must be released first,
  // because no two articles can have the same URL.
  const displacedLocations = listDisplacedLocations(importable, importedRows);
  await releaseSlugs(transaction, extractIds([...previousLocations, ...displacedLocations]));
  await saveArticles(transaction, importable, photos);
  const declaredLocations = importable.flatMap((row) =>
    listDeclaredFormerLocations(row, authorIds),
  );
  await updateFormerUrlRedirects(
    transaction,
    [...previousLocations, ...declaredLocations],
    importable,
  );
  await indexArticles(transaction, extractIds(importable));
  for (const row of importable) {
    addCacheKeysOfArticle(effects.changedKeys, row);
    const importedRow = importedById.get(row.id);
    if (importedRow) addCacheKeysOfArticle(effects.changedKeys, importedRow);
  }

  const updated = importable.filter(({ id }) => importedById.has(id)).length;
  const displacedIds = new Set(extractIds(displacedLocations));
  return {
    added: importable.length - updated,
    updated,
    unchanged: unchanged.articles.length + libraryArticles.length - importable.length,
    ...(await archiveRemovedArticles(transaction, library, importedRows, displacedIds, effects)),
  };
}

/**
 * Returns new database rows for the articles whose library files differ from the database, oldest article first. Skips
 * editor-owned articles, because imports leave them unchanged.
 */
function listDifferingRows(
  libraryArticles: readonly LibraryArticle[],
  importedById: ReadonlyMap<string, ImportedArticle>,
  authorIds: ReadonlyMap<string, string>,
): ArticleRow[] {
  return libraryArticles
    .filter(({ id, hash, aliasKey }) => {
      const importedRow = importedById.get(id);
      if (importedRow?.isEditorOwned) return false;
      return (
        importedRow?.sourceHash !== appendImportVersionsToFileHash(hash) ||
        !importedRow.isPublished ||
        importedRow.authorId !== authorIds.get(aliasKey)
      );
    })
    .map((article) => toArticleRow(article, authorIds.get(article.aliasKey)!))
    .sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime());
}

/** Inserts or updates articles with their covers and claims, and updates the stored article counts of categories. */
async function saveArticles(
  transaction: Queries,
  rows: readonly ArticleRow[],
  photos: ReadonlyMap<string, StoredPhoto>,
): Promise<void> {
  const covers = await loadCoversToCompare(
    transaction,
    rows.map(({ category }) => category),
    extractIds(rows),
  );
  await runAndUpdateCategoryCounts(transaction, extractIds(rows), async () => {
    for (const row of rows) {
      const { alt, drawing, photo, claims, aliasKey: _, formerly: _formerly, ...columns } = row;
      const drawnImage = chooseCover(row.id, row.category, alt, covers, drawing);
      const image = photo
        ? addPhotoToArticleImage(drawnImage, photos.get(photo.id)!, photo)
        : drawnImage;
      await upsertArticleRow(transaction, { ...columns, image });
      await replaceFactualClaims(transaction, row.id, claims);
    }
  });
}

/**
 * Archives the articles that were removed from the content library. An article that an editor has changed stays
 * published, and editors get a note about it. An article whose file has errors does not count as removed.
 *
 * If any file has errors, it may be the renamed file of a missing article. In this case, missing articles stay
 * published, except drafts and the articles in `displacedIds`, whose URLs now belong to other articles.
 */
async function archiveRemovedArticles(
  transaction: Queries,
  { articles, drafts, unchanged, errors }: Library,
  importedRows: readonly ImportedArticle[],
  displacedIds: ReadonlySet<string>,
  { changedKeys, notes }: ImportEffects,
): Promise<Pick<ImportCounts, 'archived' | 'kept'>> {
  const presentIds = new Set(extractIds([...articles, ...unchanged.articles]));
  const filesWithErrors = new Set(errors.map(({ file }) => file));
  const missingRows = importedRows.filter(
    ({ id, isPublished, aliasKey, slug }) =>
      isPublished && !presentIds.has(id) && !filesWithErrors.has(`articles/${aliasKey}/${slug}.md`),
  );
  const editorOwnedRows = missingRows.filter(({ isEditorOwned }) => isEditorOwned);
  const libraryRows = missingRows.filter(({ isEditorOwned }) => !isEditorOwned);
  const draftIds = new Set(extractIds(drafts));
  const isRemoved = ({ id }: ImportedArticle) =>
    !errors.length || draftIds.has(id) || displacedIds.has(id);
  const removedRows = libraryRows.filter(isRemoved);
  const keptRows = libraryRows.filter((row) => !isRemoved(row));
  const addNotes = (rows: readonly ImportedArticle[], note: string) =>
    notes.push(...rows.map(({ id: subjectId }) => ({ subjectId, note })));
  addNotes(
    editorOwnedRows,
    'This article is no longer in the library. It stays published because an editor changed it.',
  );
  addNotes(
    keptRows,
    'This article is no longer in the library. It stays published until no file of the library has errors.',
  );
  await runAndUpdateCategoryCounts(transaction, extractIds(removedRows), () =>
    archiveArticleRows(transaction, extractIds(removedRows)),
  );
  await unindexArticles(transaction, extractIds(removedRows));
  for (const row of removedRows) addCacheKeysOfArticle(changedKeys, row);
  return { archived: removedRows.length, kept: keptRows.length };
}

function addCacheKeysOfArticle(
  changedKeys: Set<ContentCacheKey>,
  { id, aliasKey, category }: Pick<ImportedArticle, 'id' | 'aliasKey' | 'category'>,
): void {
  changedKeys
    .add('list')
    .add(`article:${id}`)
    .add(`articles-of:${aliasKey}`)
    .add(`category:${category}`);
}

/**
 * Returns a note for editors if a library article cannot be imported because the article `holderId` has its URL.
 * Returns an empty list if `holderId` is undefined.
 */
function describeUrlConflict(
  { file, slug, article }: LibraryArticle,
  holderId: string | undefined,
): ImportNote[] {
  if (!holderId) return [];
  const note = `The library’s article “${article.title}” uses the address “${slug}”, which this article already has. It won’t be imported until one of them has a different address.`;
  return [{ subjectId: holderId, note, file }];
}

function toArticleRow(
  { id, article, slug, aliasKey, hash, claims }: LibraryArticle,
  authorId: string,
) {
  const { title, tagline, category, subcategory, body, alt, drawing, photo, formerly } = article;
  const { level = null } = article;
  const publishedAt = new Date(article.published);
  return {
    id,
    authorId,
    aliasKey,
    slug,
    status: 'published' as const,
    title,
    tagline,
    category,
    subcategory,
    level,
    readingMinutes: estimateReadingMinutes(listArticleBodyTexts(body)),
    ...{ alt, drawing, photo, formerly },
    claims,
    keywords: article.keywords,
    startsHere: article.startHere,
    hasAudio: article.audio,
    body,
    publishedAt,
    updatedAt: article.updated ? new Date(article.updated) : publishedAt,
    sourceHash: appendImportVersionsToFileHash(hash),
  };
}
