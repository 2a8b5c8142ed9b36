import { createHash } from 'node:crypto';
import type { ArticleMeta } from '#domain/article.ts';
import type { Author } from '#domain/author.ts';
import { type CategoryId, getCategory, getSubcategory } from '#domain/categories.ts';
import type { CategorySelection } from '#domain/page.ts';
import { normalizeAlias } from '#domain/paths.ts';
import { SHARE_CARD_SIZE, SHARE_CARD_VERSION } from '#domain/share-cards.ts';
import { getCategoryPageTexts } from '#server/catalogue/category-overviews/category-texts.ts';

/** The subject of a share card: an article, an author, a category or the website. */
export type ShareCardSubject =
  | { kind: 'article'; id: string }
  | { kind: 'author'; alias: string }
  | ({ kind: 'category' } & CategorySelection)
  | { kind: 'site' };

/**
 * Returns the key of an article's share card. The key contains a hash of everything that the card shows, so a changed
 * card gets a new URL.
 */
export function createArticleShareCardKey(
  { id, title, authorAlias, category, subcategory, image }: ArticleMeta,
  portraitSrc: string,
): string {
  return createKey(id, 'art', [title, authorAlias, category, subcategory, image.src, portraitSrc]);
}

/** Returns the key of an author's share card. */
export function createAuthorShareCardKey({
  alias,
  tagline,
  expertise,
  profileImage,
}: Pick<Author, 'alias' | 'tagline' | 'expertise' | 'profileImage'>): string {
  const shownValues = [alias, tagline, expertise.category, expertise.subcategory, profileImage.src];
  return createKey(normalizeAlias(alias), 'aut', shownValues);
}

/**
 * Returns the key of a category's or subcategory's share card. If `category` is `null`, returns the key of the
 * website's share card.
 */
export function createCategoryShareCardKey({ category, subcategory }: CategorySelection): string {
  if (!category) return createKey('octavo', 'all', []);
  const { description } = getCategoryPageTexts(category as CategoryId, subcategory ?? undefined);
  const { name } = getCategory(category);
  if (!subcategory) return createKey(category, 'cat', [name, description]);
  const subject = `${category}-${subcategory}`;
  return createKey(subject, 'cat', [name, getSubcategory(category, subcategory).name, description]);
}

/** The key of the website's share card. */
export const SITE_SHARE_CARD_KEY = createCategoryShareCardKey({
  category: null,
  subcategory: null,
});

/** Parses the key of a share card, and returns the subject of the card. Returns `undefined` if the key is invalid. */
export function parseShareCardKey(key: string): ShareCardSubject | undefined {
  const [, subject = '', kind] = KEY_PATTERN.exec(key) ?? [];
  if (kind === 'art') return { kind: 'article', id: subject };
  if (kind === 'aut') return { kind: 'author', alias: subject };
  if (kind === 'all') return { kind: 'site' };
  if (kind !== 'cat') return undefined;
  const [category = null, subcategory = null] = subject.split('-');
  return { kind: 'category', category, subcategory };
}

/** Returns the URL path of the share card with this key. */
export function shareCardPath(key: string): string {
  return `/images/cards/${key}/${SHARE_CARD_SIZE.width}.jpg`;
}

const KEY_PATTERN = /^([\da-z-]{1,60})\.(art|aut|cat|all)\d+\.\d+$/;

function createKey(subject: string, kind: string, shownValues: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(shownValues)).digest().readUIntBE(0, 3);
  return `${subject}.${kind}${hash}.${SHARE_CARD_VERSION}`;
}
