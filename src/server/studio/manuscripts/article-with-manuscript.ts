import { isDeepStrictEqual } from 'node:util';
import type { CategoryId } from '#domain/categories.ts';
import {
  articleToManuscript,
  type Manuscript,
  manuscriptToArticleBody,
  slugify,
} from '#domain/studio/manuscript.ts';
import {
  type ArticleForEditors,
  findArticleForEditors,
} from '#server/catalogue/articles/editor-articles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import type { AuditActor } from '#server/studio/audit/service.ts';
import {
  findManuscript,
  insertFirstManuscriptVersion,
  lockManuscript,
  type StoredManuscript,
  storeNextManuscriptVersion,
  updateManuscriptColumns,
} from './repository.ts';

/*
 * These functions load and lock manuscripts. An import of the library changes published articles but not their
 * manuscripts, so the functions also copy the library's changes into the manuscript. They copy nothing if the article
 * is editor-owned or the manuscript has unpublished changes.
 */

/** An article with its manuscript. */
export interface ArticleWithManuscript {
  article: ArticleForEditors;
  /** The stored manuscript. If nobody has edited the article, this is version 0, which contains the published text. */
  manuscript: Omit<StoredManuscript, 'articleId'>;
}

/** Returns an article with its manuscript. Throws {@link NotFoundError} if the article does not exist. */
export async function loadArticleWithManuscript(
  queries: Queries,
  articleId: string,
): Promise<ArticleWithManuscript> {
  const article = await findArticleForEditors(queries, articleId);
  if (!article) throw new NotFoundError('There is no such article.');
  const stored = await findManuscript(queries, articleId);
  return {
    article,
    manuscript: stored ? previewLibrarySync(article, stored) : createUneditedManuscript(article),
  };
}

/**
 * Returns a manuscript, and locks it until the transaction ends. Creates the manuscript if it does not exist. If the
 * article still follows the library, first copies the library's changes into the manuscript. Throws
 * {@link NotFoundError} if the article does not exist.
 */
export async function lockOrCreateSyncedManuscript(
  transaction: Queries,
  actor: AuditActor,
  articleId: string,
): Promise<StoredManuscript> {
  const locked = await lockManuscript(transaction, articleId);
  const article = await findArticleForEditors(transaction, articleId);
  if (!article) throw new NotFoundError('There is no such article.');
  if (locked) return syncWithLibrary(transaction, article, locked);
  await insertFirstManuscriptVersion(
    transaction,
    actor,
    articleId,
    toPublishedManuscript(article),
    {
      reason: 'begin',
      publishedVersion: 1,
    },
  );
  return (await lockManuscript(transaction, articleId))!;
}

/**
 * Throws {@link ConflictError} if the manuscript's version differs from `seen`. Accepts any version if `seen` is
 * undefined.
 */
export function assertVersionIsCurrent(
  { version, savedByName }: StoredManuscript,
  seen: number | undefined,
): void {
  if (seen === undefined || toStoredVersionNumber(seen) === version) return;
  throw new ConflictError(
    `${savedByName} has saved this article in the meantime. Look at it again.`,
  );
}

/**
 * Converts a version number that a member has seen to the stored version number. Members see the number 0 until a
 * manuscript is stored. The database stores this first version with the number 1.
 */
export function toStoredVersionNumber(version: number): number {
  return version === 0 ? 1 : version;
}

async function syncWithLibrary(
  transaction: Queries,
  article: ArticleForEditors,
  locked: StoredManuscript,
): Promise<StoredManuscript> {
  const content = findLibraryChange(article, locked);
  if (!content) return locked;
  const saved = await storeNextManuscriptVersion(
    transaction,
    undefined,
    locked,
    content,
    'library',
  );
  const published = { publishedVersion: saved.version };
  await updateManuscriptColumns(transaction, article.id, published);
  return { ...saved, ...published };
}

/** Returns the manuscript that {@link lockOrCreateSyncedManuscript} would return, without storing it. */
function previewLibrarySync(
  article: ArticleForEditors,
  stored: StoredManuscript,
): StoredManuscript {
  const content = findLibraryChange(article, stored);
  if (!content) return stored;
  const version = stored.version + 1;
  const saved = { version, content, publishedVersion: version, savedByName: 'Octavo' };
  return { ...stored, ...createUneditedManuscript(article), ...saved };
}

/**
 * Returns version 0 of an article's manuscript, which contains the published text. This version is used until an editor
 * first edits the article.
 */
function createUneditedManuscript(article: ArticleForEditors): Omit<StoredManuscript, 'articleId'> {
  return {
    version: 0,
    content: toPublishedManuscript(article),
    savedById: null,
    savedByName: 'the library',
    savedAt: article.updatedAt,
    publishedVersion: 0,
    publishAt: null,
    readVersion: null,
    readOn: null,
    editSession: null,
  };
}

/**
 * Returns the manuscript's new content if the library has changed the article since the manuscript was published.
 * Returns `undefined` if the library has not changed it, if the article is editor-owned, or if the manuscript has
 * unpublished changes.
 */
function findLibraryChange(
  article: ArticleForEditors,
  { version, publishedVersion, content }: StoredManuscript,
): Manuscript | undefined {
  const isFollowing = article.isOfLibrary && !article.isHeld && version === publishedVersion;
  if (!isFollowing) return undefined;
  const current = toPublishedManuscript(article);
  return isDeepStrictEqual(normalizePublished(content, article), current) ? undefined : current;
}

/** Converts the published article to a manuscript. */
function toPublishedManuscript(article: ArticleForEditors): Manuscript {
  const { image, body, claims } = article;
  const fields = { ...article, category: article.category as CategoryId };
  const { slug, title, tagline, category, subcategory, keywords, startsHere, hasAudio } = fields;
  const head = { slug, title, tagline, category, subcategory, keywords, startsHere, hasAudio };
  const picture = image.photo
    ? ({ kind: 'photo', photoId: image.photo.id, crop: image.photo.crop } as const)
    : ({ kind: 'drawn', variant: image.variant } as const);
  return articleToManuscript({ ...head, picture, alt: image.alt }, body, claims);
}

/**
 * Returns a manuscript as it would be published. Removes empty parts. Fills in a slug and a drawing if none was chosen.
 */
function normalizePublished(content: Manuscript, { image }: ArticleForEditors): Manuscript {
  const { title, tagline, alt, picture, claims } = content;
  const { category, subcategory, keywords, startsHere, hasAudio } = content;
  const fields = { category, subcategory, keywords, startsHere, hasAudio };
  const slug = content.slug || slugify(title);
  const texts = { slug, title: title.trim(), tagline: tagline.trim(), alt: alt.trim() };
  const drawnCover = { kind: 'drawn', variant: image.variant } as const;
  const chosenPicture = picture.kind === 'drawn' ? { ...drawnCover, ...picture } : picture;
  return articleToManuscript(
    { ...fields, ...texts, picture: chosenPicture },
    manuscriptToArticleBody(content),
    claims,
  );
}
