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

/*
 * A manuscript of an article that follows its file: an import changes what readers have, and knows nothing of the
 * manuscript beside it.
 */

/** What readers have, as a manuscript. */
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
 * What the library has made of an article since readers were given its manuscript: the manuscript's next version.
 * `undefined` where that is not so, and where an editor holds the article, or has what readers do not have.
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

/** A manuscript as readers were given it, who have it without what is empty, and with what was chosen for it. */
function normalizePublished(content: Manuscript, { image }: EditorArticleRow): Manuscript {
  const { title, tagline, alt, picture, claims } = content;
  const { category, subcategory, keywords, startsHere, hasAudio } = content;
  const kept = { category, subcategory, keywords, startsHere, hasAudio };
  const slug = content.slug || slugify(title);
  const words = { slug, title: title.trim(), tagline: tagline.trim(), alt: alt.trim() };
  const drawn = { kind: 'drawn', variant: image.variant } as const;
  const shown = picture.kind === 'drawn' ? { ...drawn, ...picture } : picture;
  return toManuscript({ ...kept, ...words, picture: shown }, toArticleBody(content), claims);
}
