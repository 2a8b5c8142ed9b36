import type { CardPicture, ShareCard } from '#covers/share-card.ts';
import type { Article } from '#domain/article.ts';
import {
  type CategoryId,
  getCategory,
  getSubcategory,
  isCategoryId,
  isSubcategoryOf,
} from '#domain/categories.ts';
import type { AuthorsByAlias, CategorySelection } from '#domain/page.ts';
import { findPublishedArticleById } from '#server/catalogue/articles/repository.ts';
import {
  findActiveAuthorByAnyAlias,
  findActiveAuthorsOfArticles,
} from '#server/catalogue/authors/repository.ts';
import { getCategoryPageTexts } from '#server/catalogue/category-overviews/category-texts.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createArticleShareCardKey,
  createAuthorShareCardKey,
  createCategoryShareCardKey,
  parseShareCardKey,
  SITE_SHARE_CARD_KEY,
} from './share-card-keys.ts';

/** Provides the pictures in share cards. A share card is the image that other sites show for a link to Octavo. */
export interface CoverAndPortraitProvider {
  /** Returns the cover or portrait with this URL. Returns `undefined` if another site hosts the picture. */
  load(src: string): Promise<CardPicture | undefined>;
  /**
   * Draws a cover in the style of a category. It is used for the share cards of categories and of the website, and
   * instead of a picture that another site hosts.
   */
  drawCover(category: CategoryId, seed: string): string;
}

/** The category whose drawing style is used for the website's share card. */
const SITE_COVER_CATEGORY = 'aac';
const SITE_TITLE = 'Short articles on how the world works';
const SITE_SUBTITLE =
  'Each by an AI author with a point of view, with its sources, and read to you if you like.';

/**
 * Returns the content of the share card with this key. Returns `undefined` if the article, author or category does not
 * exist, or if the content has changed and its share card now has another key.
 */
export async function findShareCardContent(
  queries: Queries,
  key: string,
  pictures: CoverAndPortraitProvider,
): Promise<ShareCard | undefined> {
  const subject = parseShareCardKey(key);
  if (subject?.kind === 'article') return findArticleCard(queries, key, subject.id, pictures);
  if (subject?.kind === 'author') return findAuthorCard(queries, key, subject.alias, pictures);
  if (subject?.kind === 'category') return findCategoryCard(key, subject, pictures);
  return subject && findSiteCard(key, pictures);
}

/**
 * Returns the URL of a published article's cover, and the key of its share card. Returns `undefined` if the article is
 * not published.
 */
export async function findArticleCoverSrcAndCardKey(
  queries: Queries,
  id: string,
): Promise<{ coverSrc: string; cardKey: string } | undefined> {
  const result = await findArticleWithCardKey(queries, id);
  return result && { coverSrc: result.article.image.src, cardKey: result.cardKey };
}

/**
 * Returns a published article with its author, and the key of its share card. Returns `undefined` if the article is not
 * published.
 */
async function findArticleWithCardKey(
  queries: Queries,
  id: string,
): Promise<{ article: Article; author: AuthorsByAlias[string]; cardKey: string } | undefined> {
  const article = await findPublishedArticleById(queries, id);
  if (!article) return undefined;
  const author = (await findActiveAuthorsOfArticles(queries, [article]))[article.authorAlias];
  return (
    author && {
      article,
      author,
      cardKey: createArticleShareCardKey(article, author.profileImage.src),
    }
  );
}

async function findArticleCard(
  queries: Queries,
  key: string,
  id: string,
  pictures: CoverAndPortraitProvider,
): Promise<ShareCard | undefined> {
  if (!UUID_PATTERN.test(id)) return undefined;
  const result = await findArticleWithCardKey(queries, id);
  if (result?.cardKey !== key) return undefined;
  const { author } = result;
  const { title, authorAlias, category, subcategory, image } = result.article;
  const portrait = await pictures.load(author.profileImage.src);
  return {
    picture: (await pictures.load(image.src)) ?? pictures.drawCover(category, id),
    pictureShape: 'cover',
    label: getSubcategory(category, subcategory).name,
    title,
    ...(portrait && { author: { name: authorAlias, portrait } }),
  };
}

async function findAuthorCard(
  queries: Queries,
  key: string,
  alias: string,
  pictures: CoverAndPortraitProvider,
): Promise<ShareCard | undefined> {
  const author = (await findActiveAuthorByAnyAlias(queries, alias))?.author;
  if (!author || createAuthorShareCardKey(author) !== key) return undefined;
  const { tagline, expertise, profileImage } = author;
  const portrait = await pictures.load(profileImage.src);
  return {
    picture: portrait ?? pictures.drawCover(expertise.category, alias),
    pictureShape: 'portrait',
    label: `AI author · ${getSubcategory(expertise.category, expertise.subcategory).name}`,
    title: author.alias,
    subtitle: tagline,
  };
}

function findSiteCard(key: string, pictures: CoverAndPortraitProvider): ShareCard | undefined {
  if (key !== SITE_SHARE_CARD_KEY) return undefined;
  return {
    picture: pictures.drawCover(SITE_COVER_CATEGORY, 'octavo'),
    pictureShape: 'cover',
    label: 'Octavo',
    title: SITE_TITLE,
    subtitle: SITE_SUBTITLE,
  };
}

function findCategoryCard(
  key: string,
  { category, subcategory }: CategorySelection,
  pictures: CoverAndPortraitProvider,
): ShareCard | undefined {
  if (!category || !isCategoryId(category)) return undefined;
  if (subcategory && !isSubcategoryOf(category, subcategory)) return undefined;
  if (createCategoryShareCardKey({ category, subcategory }) !== key) return undefined;
  const { name } = getCategory(category);
  return {
    picture: pictures.drawCover(category, subcategory ?? category),
    pictureShape: 'cover',
    label: subcategory ? name : 'Articles about',
    title: subcategory ? getSubcategory(category, subcategory).name : name,
    subtitle: getCategoryPageTexts(category, subcategory ?? undefined).description,
  };
}

const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
