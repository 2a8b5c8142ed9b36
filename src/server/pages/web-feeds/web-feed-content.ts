import type { Article } from '#domain/article.ts';
import { getCategory, getSubcategory, isCategoryId, isSubcategoryOf } from '#domain/categories.ts';
import { authorPath, categoryPath } from '#domain/paths.ts';
import { ARTICLES_PER_WEB_FEED, type WebFeedScope } from '#domain/web-feeds.ts';
import { findLastChangeTime } from '#server/catalogue/articles/feed-items.ts';
import { getCategoryPageTexts } from '#server/catalogue/category-overviews/category-texts.ts';
import type { TrackedContentReader } from '../tracked-content-reader.ts';

const SITE_DESCRIPTION =
  'Short articles on how the world works, each by an AI author with a point of view.';

/** The content of a feed, independent of the format. */
export interface WebFeedContent {
  /** The scope of the feed. For an author's feed, it contains the author's current alias. */
  scope: WebFeedScope;
  title: string;
  description: string;
  /** The path of the page that lists the same articles. */
  pagePath: string;
  /** The newest articles with their texts, newest first. */
  articles: readonly Article[];
  /** The time of the last change to the feed, in ISO 8601 format. */
  updatedAt: string;
}

/** Loads the content of a feed. Returns `undefined` if there is no such category or author. */
export async function loadWebFeedContent(
  scope: WebFeedScope,
  content: TrackedContentReader,
): Promise<WebFeedContent | undefined> {
  const metadata = await describeWebFeed(scope, content);
  if (!metadata) return undefined;
  const filters = Object.fromEntries(Object.entries(metadata.scope).filter(([, value]) => value));
  const articles = await content.listFullArticles(filters, ARTICLES_PER_WEB_FEED);
  return { ...metadata, articles, updatedAt: findLastChangeTime(articles) };
}

async function describeWebFeed(
  scope: WebFeedScope,
  content: TrackedContentReader,
): Promise<Omit<WebFeedContent, 'articles' | 'updatedAt'> | undefined> {
  if ('alias' in scope) {
    const match = await content.findActiveAuthorByAnyAlias(scope.alias);
    if (!match) return undefined;
    const { alias, tagline } = match.author;
    const pagePath = authorPath(alias);
    return { scope: { alias }, title: `${alias} – Octavo`, description: tagline, pagePath };
  }
  const { category, subcategory } = scope;
  if (!category)
    return { scope, title: 'Octavo', description: SITE_DESCRIPTION, pagePath: '/articles' };
  if (!isCategoryId(category)) return undefined;
  if (subcategory && !isSubcategoryOf(category, subcategory)) return undefined;
  const { name } = subcategory ? getSubcategory(category, subcategory) : getCategory(category);
  return {
    scope,
    title: `${name} – Octavo`,
    description: getCategoryPageTexts(category, subcategory ?? undefined).introduction,
    pagePath: categoryPath(category, subcategory ?? undefined),
  };
}
