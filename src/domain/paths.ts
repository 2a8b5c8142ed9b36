import { ALL_SCREENS } from './screens.ts';

/**
 * Public paths. An article's path is `/{alias}/{slug}`, so an alias must differ from the first segment of
 * every other path.
 */

/**
 * First path segments that are reserved in addition to those of screens. They belong to the API or to files, or are
 * reserved for later use.
 */
const OTHER_SEGMENTS = [
  '.well-known',
  'account',
  'admin',
  'ads',
  'ads.txt',
  'api',
  'apple-touch-icon.png',
  'assets',
  'atom.xml',
  'audio',
  'billing',
  'bookmarks',
  'boot.js',
  'embed',
  'favicon.ico',
  'favicon.svg',
  'feed',
  'feed.atom',
  'feed.json',
  'feed.xml',
  'feeds',
  'fonts',
  'icons',
  'images',
  'index.xml',
  'letter',
  'licences.txt',
  'llms.txt',
  'manifest.webmanifest',
  'metrics',
  'oembed',
  'oidc',
  'opensearch.xml',
  'page-payload',
  'podcast',
  'robots.txt',
  'rss',
  'rss.xml',
  'search',
  'security.txt',
  'sitemap-pages.xml',
  'sitemap.xml',
  'static',
  'studio',
  'subscriptions',
  'sw.js',
  'user',
  'users',
  'webhooks',
];

/** First path segments that no author may use as an alias, in lower case. */
// The `@__PURE__` annotation lets the build omit `RESERVED_ALIASES` from scripts that do not use it.
export const RESERVED_ALIASES: ReadonlySet<string> = /* @__PURE__ */ listReservedAliases();

function listReservedAliases(): Set<string> {
  return new Set([
    ...ALL_SCREENS.flatMap(({ path, formerPaths = [] }) => [path, ...formerPaths])
      .map((path) => path.split('/')[1]!)
      .filter((segment) => segment && !segment.startsWith(':')),
    ...OTHER_SEGMENTS,
  ]);
}

/** Converts an alias to lower case for comparison. Aliases that differ only in case are equal. */
export function normalizeAlias(alias: string): string {
  return alias.toLowerCase();
}

/** Pattern for an alias: a letter, then letters, digits or single hyphens; 2 to 30 characters. */
export const ALIAS_PATTERN = /^(?=.{2,30}$)[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*$/;

/** Pattern for a slug: lower-case words joined by single hyphens; at most 80 characters. */
export const SLUG_PATTERN = /^(?=.{1,80}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Returns the canonical path of an article. */
export function articlePath(alias: string, slug: string): string {
  return `/${alias}/${slug}`;
}

/** Returns the path of the Markdown version of an article. `path` is the path of the article's page. */
export function articleMarkdownPath(path: string): string {
  return `${path}.md`;
}

/**
 * Returns the path of an article's embed, a small card that other sites show in a frame. `path` is the path of the
 * article's page.
 */
export function articleEmbedPath(path: string): string {
  return `/embed${path}`;
}

/** Returns the path of a category's or subcategory's article list. */
export function categoryPath(category: string, subcategory?: string): string {
  const parameters = new URLSearchParams({ category });
  if (subcategory) parameters.set('subcategory', subcategory);
  return `/articles?${parameters}`;
}

/** Path of the section in the terms of service that says how readers may use Octavo's texts. */
export const TEXT_LICENSE_PATH = '/terms#section-16';

/** Returns the canonical path of an author's page. */
export function authorPath(alias: string): string {
  return `/authors/${alias}`;
}
