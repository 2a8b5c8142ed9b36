import { isDeepStrictEqual } from 'node:util';
import type { CategoryId } from '#domain/categories.ts';
import {
  type Manuscript,
  slugify,
  toArticleBody,
  toManuscript,
} from '#domain/studio/manuscript.ts';
import type { EditorArticleRow } from '#server/catalogue/articles/editor-articles.ts';
import type { StoredManuscript } from './repository.ts';

/* An import changes the published article but not its manuscript. These functions find and convert such changes. */

/** Converts the published article to a manuscript. */
export function toPublishedManuscript(article: EditorArticleRow): Manuscript {
  const { image, body, claims } = article;
  const line = { ...article, category: article.category as CategoryId };
  const { slug, title, tagline, category, subcategory, keywords, startsHere, hasAudio } = line;
  const head = { slug, title, tagline, category, subcategory, keywords, startsHere, hasAudio };
  const picture = image.photo
    ? ({ kind: 'photo', photoId: image.photo.id, crop: image.photo.crop } as const)
    : ({ kind: 'drawn', variant: image.variant } as const);
  return toManuscript({ ...head, picture, alt: image.alt }, body, claims);
}

/**
 * Returns the library's changes of an article as new content for its manuscript. Returns `undefined` if the library has
 * not changed the article since the manuscript was published, if the article is editor-owned, or if the manuscript has
 * unpublished changes.
 */
export function findLibraryChange(
  article: EditorArticleRow,
  { version, publishedVersion, content }: StoredManuscript,
): Manuscript | undefined {
  const isFollowing = article.isOfLibrary && !article.isHeld && version === publishedVersion;
  if (!isFollowing) return undefined;
  const now = toPublishedManuscript(article);
  return isDeepStrictEqual(normalizePublished(content, article), now) ? undefined : now;
}

/**
 * Returns a manuscript as publishing it would change it: empty parts are removed, and an automatic slug and drawing are
 * filled in.
 */
function normalizePublished(content: Manuscript, { image }: EditorArticleRow): Manuscript {
  const { title, tagline, alt, picture, claims } = content;
  const { category, subcategory, keywords, startsHere, hasAudio } = content;
  const fields = { category, subcategory, keywords, startsHere, hasAudio };
  const slug = content.slug || slugify(title);
  const words = { slug, title: title.trim(), tagline: tagline.trim(), alt: alt.trim() };
  const drawn = { kind: 'drawn', variant: image.variant } as const;
  const shown = picture.kind === 'drawn' ? { ...drawn, ...picture } : picture;
  return toManuscript({ ...fields, ...words, picture: shown }, toArticleBody(content), claims);
}
