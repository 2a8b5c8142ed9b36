import { articleBodySchema, listArticleBodyTexts } from '#domain/article.ts';
import type { CategoryId } from '#domain/categories.ts';
import { estimateReadingMinutes } from '#domain/reading-time.ts';
import {
  findManuscriptProblems,
  type Manuscript,
  manuscriptToArticleBody,
  slugify,
} from '#domain/studio/manuscript.ts';
import {
  isUrlTakenByAnotherArticle,
  replaceFactualClaims,
} from '#server/catalogue/articles/article-rows.ts';
import {
  chooseCover,
  keepVariantIfInCategory,
  loadCoversToCompare,
} from '#server/catalogue/articles/covers.ts';
import type { ArticleForEditors } from '#server/catalogue/articles/editor-articles.ts';
import type { StoredArticleImage } from '#server/catalogue/articles/schema.ts';
import {
  addPhotoToArticleImage,
  requirePhotoThatHasCrop,
} from '#server/catalogue/photos/service.ts';
import { publishArticle } from '#server/catalogue/publication/publish-article.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, InvalidRequestError } from '#server/platform/errors.ts';
import { type StoredManuscript, updateManuscriptColumns } from '../manuscripts/repository.ts';

/**
 * Publishes the content of a manuscript as its article. `readByPersonOn` is the date on which an editor confirmed
 * having read this version to the end, or null if no editor has confirmed it. Throws {@link InvalidRequestError} if the
 * manuscript has problems that prevent publication. Throws {@link ConflictError} if the author is not active or another
 * article has the same URL.
 */
export async function publishManuscript(
  transaction: Queries,
  article: ArticleForEditors,
  manuscript: StoredManuscript,
  readByPersonOn: string | null,
): Promise<void> {
  const { id, authorId, level } = article;
  const { content } = manuscript;
  assertManuscriptIsPublishable(content);
  assertAuthorIsActive(article);
  const { claims, title, tagline, category, subcategory } = content;
  // If the manuscript has no claims, the article keeps the sources that are already published.
  const { sources } = article.body;
  const body = articleBodySchema.parse({
    ...(!claims && sources && { sources }),
    ...manuscriptToArticleBody(content),
    ...(readByPersonOn && { readByPersonOn }),
  });
  const slug = await chooseSlug(transaction, authorId, content, id);
  const image = await createImage(transaction, id, content);
  const isNew = article.status !== 'published' && manuscript.publishedVersion === null;
  const now = new Date();
  await publishArticle(transaction, {
    id,
    authorId,
    slug,
    status: 'published',
    title: title.trim(),
    tagline: tagline.trim(),
    category,
    subcategory,
    level,
    readingMinutes: estimateReadingMinutes(listArticleBodyTexts(body)),
    keywords: content.keywords,
    startsHere: content.startsHere,
    hasAudio: content.hasAudio,
    image,
    body,
    publishedAt: isNew ? now : article.publishedAt,
    updatedAt: now,
  });
  await replaceFactualClaims(transaction, id, claims ?? undefined);
  await updateManuscriptColumns(transaction, id, {
    publishedVersion: manuscript.version,
    publishAt: null,
    ...toReadConfirmationColumns(manuscript, readByPersonOn),
  });
}

/**
 * Publishes an article again with its stored content. Throws {@link ConflictError} if another article has the same URL.
 */
export async function republishStoredArticle(
  transaction: Queries,
  article: ArticleForEditors,
): Promise<void> {
  const { id, authorId, slug, title, tagline, category, subcategory, level } = article;
  const { keywords, startsHere, hasAudio, image, body, publishedAt, updatedAt } = article;
  await publishArticle(transaction, {
    ...{ id, authorId, slug, status: 'published', title, tagline, subcategory, level },
    ...{ keywords, startsHere, hasAudio, image, body, publishedAt, updatedAt },
    category: category as CategoryId,
    readingMinutes: estimateReadingMinutes(listArticleBodyTexts(body)),
  });
}

/** Throws {@link InvalidRequestError} if a manuscript has problems that prevent publication. */
export function assertManuscriptIsPublishable(content: Manuscript): void {
  const problems = findManuscriptProblems(content).filter(({ isBlocking }) => isBlocking);
  if (!problems.length) return;
  const [first, second, ...rest] = problems.map(({ message }) => message);
  const remainder = rest.length ? `And ${rest.length} more.` : '';
  throw new InvalidRequestError([first, second, remainder].filter(Boolean).join(' '));
}

/** Throws {@link ConflictError} if the author of an article is not active. */
export function assertAuthorIsActive({ authorAlias, isAuthorActive }: ArticleForEditors): void {
  if (!isAuthorActive)
    throw new ConflictError(`${authorAlias} is not active: readers would not see it.`);
}

/**
 * Returns the slug that an editor entered. If there is none, makes a slug from the title, and appends a number if
 * another article by the same author has the same slug.
 */
export async function chooseSlug(
  queries: Queries,
  authorId: string,
  { slug, title }: Pick<Manuscript, 'slug' | 'title'>,
  id: string,
): Promise<string> {
  if (slug) return slug;
  const baseSlug = slugify(title);
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? baseSlug : `${baseSlug.slice(0, 76)}-${number}`;
    if (!(await isUrlTakenByAnotherArticle(queries, { authorId, slug: candidate }, id)))
      return candidate;
  }
}

/**
 * Returns the date on which an editor confirmed having read the manuscript's current version to the end. Returns null
 * if no editor has confirmed it.
 */
export function getReadConfirmationDate({
  version,
  readVersion,
  readOn,
}: Pick<StoredManuscript, 'version' | 'readVersion' | 'readOn'>): string | null {
  return readVersion === version ? readOn : null;
}

/**
 * Returns column values that record when an editor confirmed having read the manuscript's current version to the end.
 * If `readOn` is null, they record that no editor has confirmed it (see {@link getReadConfirmationDate}).
 */
export function toReadConfirmationColumns({ version }: StoredManuscript, readOn: string | null) {
  return { readVersion: readOn ? version : null, readOn };
}

/**
 * Returns the picture that is published with a manuscript. Throws {@link InvalidRequestError} if the chosen photograph
 * was deleted.
 */
async function createImage(
  transaction: Queries,
  articleId: string,
  { picture, category, alt }: Manuscript,
): Promise<StoredArticleImage> {
  const covers = await loadCoversToCompare(transaction, [category], [articleId]);
  const variant =
    picture.kind === 'drawn' ? keepVariantIfInCategory(picture.variant, category) : undefined;
  const drawnCover = chooseCover(articleId, category, alt.trim(), covers, variant);
  if (picture.kind === 'drawn') return drawnCover;
  return addPhotoToArticleImage(
    drawnCover,
    await requirePhotoThatHasCrop(transaction, picture),
    picture,
  );
}
