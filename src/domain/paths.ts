import { ALL_SCREENS } from './screens.ts';

/**
 * Public addresses. An article lives at `/{alias}/{slug}`, right under the root, so an alias must never
 * equal the first segment of an address the product itself answers.
 */

/** First path segments of what is no screen. Later capabilities' segments are kept free now. */
const OTHER_SEGMENTS = [
  'account',
  'admin',
  'ads',
  'ads.txt',
  'api',
  'assets',
  'audio',
  'billing',
  'bookmarks',
  'boot.js',
  'favicon.ico',
  'favicon.svg',
  'feed',
  'feeds',
  'fonts',
  'icons',
  'images',
  'licences.txt',
  'manifest.webmanifest',
  'metrics',
  'oidc',
  'page-payload',
  'robots.txt',
  'search',
  'sitemap.xml',
  'static',
  'studio',
  'subscriptions',
  'sw.js',
  'user',
  'users',
  'webhooks',
  'well-known',
];

/** First path segments no author may be called, all lower case: those of the screens, and of the rest. */
export const RESERVED_ALIASES: ReadonlySet<string> = new Set([
  ...ALL_SCREENS.flatMap(({ path, formerPaths: formerly = [] }) => [path, ...formerly])
    .map((path) => path.split('/')[1]!)
    .filter((segment) => segment && !segment.startsWith(':')),
  ...OTHER_SEGMENTS,
]);

/** Two aliases that differ only in case are the same alias. */
export function aliasKey(alias: string): string {
  return alias.toLowerCase();
}

/** A letter, then letters, digits or single hyphens; 2 to 30 characters. */
export const ALIAS_PATTERN = /^(?=.{2,30}$)[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*$/;

/** Lower-case words joined by single hyphens; at most 80 characters. */
export const SLUG_PATTERN = /^(?=.{1,80}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The canonical address of an article. */
export function articlePath(alias: string, slug: string): string {
  return `/${alias}/${slug}`;
}

/** The address of the articles of a category, or of one of its subcategories. */
export function categoryPath(category: string, subcategory?: string): string {
  const parameters = new URLSearchParams({ category });
  if (subcategory) parameters.set('subcategory', subcategory);
  return `/articles?${parameters}`;
}

/** The canonical address of an author. */
export function authorPath(alias: string): string {
  return `/authors/${alias}`;
}
