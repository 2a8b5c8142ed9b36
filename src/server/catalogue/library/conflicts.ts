import { isDeepStrictEqual } from 'node:util';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { StoredPhoto } from '#server/catalogue/photos/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  type ArticleForEditors,
  findArticleForEditors,
  saveConflictChoice,
} from '../articles/editor-articles.ts';
import type { ArticleFile } from './article-file.ts';
import type { LibraryArticle } from './library.ts';
import { appendImportVersionsToFileHash, extractIds } from './row-version.ts';
import { libraryConflicts } from './schema.ts';

/**
 * The library's version of an article that an editor has changed in the studio. It is stored if it differs from the
 * published version, so that an editor can choose between the two.
 */
export type ConflictingLibraryVersion = typeof libraryConflicts.$inferSelect;

/**
 * A function that returns the IDs of the given articles that have unpublished changes in the studio. The studio module
 * implements it.
 */
export type ListArticlesWithUnpublishedChanges = (
  transaction: Queries,
  articleIds: readonly string[],
) => Promise<ReadonlySet<string>>;

/**
 * Compares the published version of each editor-owned article with the library's version. Editor-owned means that an
 * editor has changed the article in the studio, so imports leave it unchanged.
 *
 * If the versions differ, stores a conflict. If they are equal, for example after an export, lets imports update the
 * article again, unless it is withdrawn or has unpublished changes. `photos` contains the photographs of the library,
 * keyed by ID.
 */
export async function reattachArticlesOrRecordConflicts(
  transaction: Queries,
  editorOwned: readonly LibraryArticle[],
  photos: ReadonlyMap<string, StoredPhoto>,
  listUnpublished: ListArticlesWithUnpublishedChanges,
): Promise<void> {
  const unpublishedIds = await listUnpublished(transaction, extractIds(editorOwned));
  for (const { id, slug, hash, article, claims } of editorOwned) {
    const current = await findArticleForEditors(transaction, id);
    const isSame =
      current && hasSameText(article, current) && hasSameImage(article, current, photos);
    if (isSame && current.slug === slug) {
      const isTaken = current.status === 'published' && !unpublishedIds.has(id);
      const { level } = article;
      await saveConflictChoice(transaction, id, appendImportVersionsToFileHash(hash), {
        isTaken,
        level,
      });
      await deleteLibraryConflict(transaction, id);
      continue;
    }
    const conflict = {
      hash: appendImportVersionsToFileHash(hash),
      slug,
      article,
      claims: claims ?? null,
    };
    await transaction
      .insert(libraryConflicts)
      .values({ articleId: id, ...conflict })
      .onConflictDoUpdate({
        target: libraryConflicts.articleId,
        set: { ...conflict, seenAt: sql`now()` },
        setWhere: sql`${libraryConflicts.hash} <> ${conflict.hash}`,
      });
  }
}

/**
 * Lists the conflicts between the library's and the studio's versions of articles, oldest first. If `articleIds` is
 * given, lists only the conflicts of these articles.
 */
export async function listLibraryConflicts(
  queries: Queries,
  articleIds?: readonly string[],
): Promise<ConflictingLibraryVersion[]> {
  return queries
    .select()
    .from(libraryConflicts)
    .where(articleIds && inArray(libraryConflicts.articleId, [...articleIds]))
    .orderBy(asc(libraryConflicts.seenAt));
}

/**
 * Deletes the conflict between an article's two versions, because an editor has resolved it or the versions are now
 * equal. If the library file changes again, the next import can store a new conflict.
 */
export async function deleteLibraryConflict(
  transaction: Queries,
  articleId: string,
): Promise<void> {
  await transaction.delete(libraryConflicts).where(eq(libraryConflicts.articleId, articleId));
}

function hasSameText(file: ArticleFile, article: ArticleForEditors): boolean {
  const { title, tagline, category, subcategory, keywords, body } = file;
  const { startHere: startsHere, audio: hasAudio } = file;
  const fields = { title, tagline, category, subcategory, keywords, startsHere, hasAudio, body };
  return Object.entries(fields).every(([name, value]) =>
    isDeepStrictEqual(value, article[name as keyof typeof fields]),
  );
}

/**
 * Returns true if the library file and the published article have the same image. If the file does not specify which
 * drawing to use, any drawing matches.
 */
function hasSameImage(
  { drawing, photo, alt }: ArticleFile,
  { image }: ArticleForEditors,
  photos: ReadonlyMap<string, StoredPhoto>,
): boolean {
  const { variant, photo: currentPhoto } = image;
  return (
    (drawing ?? variant) === variant &&
    photo?.id === currentPhoto?.id &&
    photo?.crop === currentPhoto?.crop &&
    (alt || (photo && photos.get(photo.id)?.alt) || '') === image.alt
  );
}
