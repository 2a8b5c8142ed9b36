import { getScreen } from '#domain/screens.ts';
import { parsePageUrl } from '../page-url.ts';
import type { SizeLimits } from './embed-sizes.ts';

export const OEMBED_PATH = '/oembed';
/** Media type of oEmbed responses, and of the links with which pages announce them (oembed.com, 4). */
export const OEMBED_LINK_TYPE = 'application/json+oembed';

/** A page of which an oEmbed response may exist. */
export type EmbeddablePage =
  | { kind: 'article'; alias: string; slug: string }
  | { kind: 'author'; alias: string };

/**
 * Returns the URL of the oEmbed response for a page. It is short, since documents contain it: a URL may contain a second
 * URL in its query as it is, unless that has a query of its own (RFC 3986, 3.4), which no embeddable page has.
 */
export function oEmbedUrl(origin: string, pagePath: string, limits: SizeLimits = {}): string {
  const sizes = Object.entries(limits).filter(([, size]) => size !== undefined);
  const query = sizes.map(([name, size]) => `&${name}=${size}`);
  return `${origin}${OEMBED_PATH}?url=${origin}${pagePath}${query.join('')}`;
}

/**
 * Returns the page at a URL of this site. Returns `private` for pages that show each reader something else, and
 * `undefined` for all other URLs.
 */
export function findEmbeddablePage(
  url: string,
  origin: string,
): EmbeddablePage | 'private' | undefined {
  const { host, protocol, pathname } = new URL(url);
  // People also link to the site with the other scheme, from which it redirects.
  if (host !== new URL(origin).host || !/^https?:$/.test(protocol)) return undefined;
  if (/^\/studio(\/|$)/.test(pathname)) return 'private';
  const page = parsePageUrl(pathname)?.url;
  if (!page) return undefined;
  const { alias, slug } = page.params;
  if (page.screen === 'article') return { kind: 'article', alias: alias!, slug: slug! };
  if (page.screen === 'author' || page.screen === 'author-articles')
    return { kind: 'author', alias: alias! };
  return getScreen(page.screen).isPersonal && page.screen !== 'home' ? 'private' : undefined;
}
