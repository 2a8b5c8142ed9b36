import type { CategorySelection } from './page.ts';
import { authorPath } from './paths.ts';

/** Formats of web feeds: RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1. */
export const WEB_FEED_FORMATS = ['rss', 'atom', 'json'] as const;
export type WebFeedFormat = (typeof WEB_FEED_FORMATS)[number];

/** File extension and media type of each web feed format. */
export const WEB_FEED_FILE_TYPES: Readonly<
  Record<WebFeedFormat, { extension: string; type: string }>
> = {
  rss: { extension: 'xml', type: 'application/rss+xml' },
  atom: { extension: 'atom', type: 'application/atom+xml' },
  json: { extension: 'json', type: 'application/feed+json' },
};

/** Number of articles in a web feed. The full texts of these articles take about 60 KB when compressed with Brotli. */
export const ARTICLES_PER_WEB_FEED = 20;

/** The articles in a web feed: those by an author, those of a category or subcategory, or all articles. */
export type WebFeedScope = { alias: string } | CategorySelection;

/** Scope of the web feed that contains the articles by all authors in all categories. */
export const ALL_ARTICLES_SCOPE: CategorySelection = { category: null, subcategory: null };

/** Returns the path of a web feed. */
export function webFeedPath(scope: WebFeedScope, format: WebFeedFormat): string {
  const { extension } = WEB_FEED_FILE_TYPES[format];
  if ('alias' in scope) return `${authorPath(scope.alias)}/feed.${extension}`;
  const { category, subcategory } = scope;
  if (!category) return `/feed.${extension}`;
  return `/feeds/${subcategory ? `${category}/${subcategory}` : category}.${extension}`;
}
