import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { StoredPhoto } from '#server/catalogue/photos/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  type EditorArticleRow,
  findEditorArticle,
  recordLibraryChoice,
} from '../articles/editor-articles.ts';
import type { ArticleFile } from './article-file.ts';
import type { LibraryArticle } from './library.ts';
import { addRowVersion, listIds } from './row-version.ts';
import { libraryConflicts } from './schema.ts';

/** A version the library has of an article that an editor holds. */
export type LibraryConflict = typeof libraryConflicts.$inferSelect;

/** Those of some articles of which editors have what readers do not have yet: the studio knows, which stands above. */
export type ListArticlesWithUnpublishedChanges = (
  transaction: Queries,
  articleIds: readonly string[],
) => Promise<ReadonlySet<string>>;

/**
 * Keeps in mind what the library has of articles that an editor holds; the latest only. Where it says what readers have,
 * as after an export, the article follows its file from then on, unless an editor has taken it from readers or has more
 * of it than they have. `photos`: the library's, by id.
 */
export async function recordConflicts(
  transaction: Queries,
  editorOwned: readonly LibraryArticle[],
  photos: ReadonlyMap<string, StoredPhoto>,
  listUnpublished: ListArticlesWithUnpublishedChanges,
): Promise<void> {
  const unpublished = await listUnpublished(transaction, listIds(editorOwned));
  for (const { id, slug, hash, article, claims } of editorOwned) {
    const current = await findEditorArticle(transaction, id);
    const isSame =
      current && hasSameText(article, current) && hasSameImage(article, current, photos);
    if (isSame && current.slug === slug) {
      const isTaken = current.status === 'published' && !unpublished.has(id);
      const { level } = article;
      await recordLibraryChoice(transaction, id, addRowVersion(hash), { isTaken, level });
      await deleteConflict(transaction, id);
      continue;
    }
    const conflict = { hash: addRowVersion(hash), slug, article, claims: claims ?? null };
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

/** What the library has of articles that an editor holds, oldest first; of one, where it is given. */
export async function listConflicts(
  queries: Queries,
  articleId?: string,
): Promise<LibraryConflict[]> {
  return queries
    .select()
    .from(libraryConflicts)
    .where(and(articleId ? eq(libraryConflicts.articleId, articleId) : undefined))
    .orderBy(asc(libraryConflicts.seenAt));
}

/** A choice has been made: the conflict is over until the file changes again. */
export async function deleteConflict(transaction: Queries, articleId: string): Promise<void> {
  await transaction.delete(libraryConflicts).where(eq(libraryConflicts.articleId, articleId));
}

function hasSameText(file: ArticleFile, article: EditorArticleRow): boolean {
  const { title, tagline, category, subcategory, keywords, body } = file;
  const { startHere: startsHere, audio: hasAudio } = file;
  const fields = { title, tagline, category, subcategory, keywords, startsHere, hasAudio, body };
  return Object.entries(fields).every(([name, value]) =>
    isDeepStrictEqual(value, article[name as keyof typeof fields]),
  );
}

/** Whether a file has the picture readers have. One that chooses no drawing has the one there is. */
function hasSameImage(
  { drawing, photo, alt }: ArticleFile,
  { image }: EditorArticleRow,
  photos: ReadonlyMap<string, StoredPhoto>,
): boolean {
  const { variant, photo: shown } = image;
  return (
    (drawing ?? variant) === variant &&
    photo?.id === shown?.id &&
    photo?.crop === shown?.crop &&
    (alt || (photo && photos.get(photo.id)?.alt) || '') === image.alt
  );
}
