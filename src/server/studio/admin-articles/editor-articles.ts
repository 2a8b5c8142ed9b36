import type { CategoryId } from '#domain/categories.ts';
import { articlePath } from '#domain/paths.ts';
import type { EditorArticle, StudioArticleListItem } from '#domain/studio/admin-articles.ts';
import { articleToManuscript, type PictureChoice } from '#domain/studio/manuscript.ts';
import { findAuthorSummaryById } from '#server/catalogue/authors/repository.ts';
import {
  type ConflictingLibraryVersion,
  listLibraryConflicts,
} from '#server/catalogue/library/conflicts.ts';
import { listImportNotes } from '#server/catalogue/library/import-notes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { listArticleRowsForEditors } from '../../catalogue/articles/editor-articles.ts';
import {
  type ArticleWithManuscript,
  loadArticleWithManuscript,
} from '../manuscripts/article-with-manuscript.ts';
import { findManuscriptStatesByArticle } from '../manuscripts/repository.ts';
import { getManuscriptImageMeta } from '../pictures/manuscript-image-meta.ts';
import { getReadConfirmationDate } from '../publication/publish-manuscript.ts';

/**
 * Returns a page of articles of any status, ordered by ID. The returned `after` is the cursor of
 * the next page, or null if this page has fewer than `limit` articles.
 */
export async function listArticlesForEditors(
  queries: Queries,
  limit: number,
  after?: string,
): Promise<{ articles: StudioArticleListItem[]; after: string | null }> {
  const rows = await listArticleRowsForEditors(queries, limit, after);
  const ids = rows.map(({ id }) => id);
  const manuscripts = await findManuscriptStatesByArticle(queries, ids);
  const conflicts = new Set([
    ...(await listLibraryConflicts(queries, ids)).map(({ articleId }) => articleId),
    ...(await listImportNotes(queries, ids)).map(({ subjectId }) => subjectId),
  ]);
  const articles = rows.map((row): StudioArticleListItem => {
    const manuscript = manuscripts.get(row.id);
    const {
      isOfLibrary,
      slug: _slug,
      wasOut: _wasOut,
      updatedAt,
      publishedAt,
      category,
      ...fields
    } = row;
    const wasEverPublishedCondition = isOrWasPublished(row);
    return {
      ...fields,
      category: category as CategoryId,
      origin: isOfLibrary ? 'library' : 'studio',
      publishedAt: wasEverPublishedCondition ? publishedAt.toISOString() : null,
      savedAt: (manuscript?.savedAt ?? updatedAt).toISOString(),
      hasChanges:
        wasEverPublishedCondition &&
        manuscript !== undefined &&
        manuscript.publishedVersion !== manuscript.version,
      publishAt: manuscript?.publishAt?.toISOString() ?? null,
      hasConflict: conflicts.has(row.id),
    };
  });
  return { articles, after: rows.length === limit ? rows.at(-1)!.id : null };
}

/** Loads an article with its manuscript for the studio. Throws `NotFoundError` if the article does not exist. */
export async function loadArticleForEditors(
  queries: Queries,
  id: string,
  others: readonly string[] = [],
): Promise<EditorArticle> {
  const articleWithManuscript = await loadArticleWithManuscript(queries, id);
  const { article, manuscript } = articleWithManuscript;
  const author = (await findAuthorSummaryById(queries, article.authorId))!;
  const [conflict] = await listLibraryConflicts(queries, [id]);
  const wasEverPublishedCondition = isOrWasPublished(article);
  return {
    id,
    author,
    status: article.status,
    origin: article.isOfLibrary ? 'library' : 'studio',
    isHeld: article.isHeld,
    path: wasEverPublishedCondition ? articlePath(article.authorAlias, article.slug) : null,
    publishedAt: wasEverPublishedCondition ? article.publishedAt.toISOString() : null,
    level: article.level ?? article.authorLevel,
    image: await getManuscriptImageMeta(queries, article, manuscript.content),
    readByPersonOn: article.body.readByPersonOn ?? null,
    manuscript: {
      version: manuscript.version,
      content: manuscript.content,
      savedByName: manuscript.savedByName,
      savedAt: manuscript.savedAt.toISOString(),
      publishedVersion: manuscript.publishedVersion,
      publishAt: manuscript.publishAt?.toISOString() ?? null,
      readOn: getReadConfirmationDate(manuscript),
    },
    others: [...others],
    conflict: conflict
      ? {
          seenAt: conflict.seenAt.toISOString(),
          content: libraryVersionToManuscript(conflict, articleWithManuscript),
        }
      : null,
    libraryNotes: (await listImportNotes(queries, [id])).map(({ note }) => note),
  };
}

/**
 * Converts the library's version of an article to a manuscript. Editors compare it with their own version if the
 * versions conflict.
 */
export function libraryVersionToManuscript(
  { slug, article: file, claims }: ConflictingLibraryVersion,
  { article }: ArticleWithManuscript,
) {
  const { title, tagline, category, subcategory, keywords, startHere, alt, body } = file;
  const { drawing, photo, audio = article.hasAudio } = file;
  const head = { slug: slug ?? article.slug, title, tagline, category, subcategory, keywords, alt };
  const picture: PictureChoice = photo
    ? { kind: 'photo', photoId: photo.id, crop: photo.crop }
    : { kind: 'drawn', ...(drawing !== undefined && { variant: drawing }) };
  const options = { startsHere: startHere, hasAudio: audio, picture };
  return articleToManuscript({ ...head, ...options }, body, claims);
}

function isOrWasPublished({ status, wasOut }: { status: string; wasOut: boolean }): boolean {
  return status === 'published' || (status === 'archived' && wasOut);
}
