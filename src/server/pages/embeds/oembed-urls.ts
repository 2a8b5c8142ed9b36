import { getScreen } from '#domain/screens.ts';
import { parsePageUrl } from '../page-url.ts';
import type { OEmbedSizeLimits } from './embed-sizes.ts';

export const OEMBED_PATH = '/oembed';
/**
 * The media type of oEmbed responses. Pages announce their oEmbed response with a link of this type (oembed.com, 4).
 */
export const OEMBED_LINK_TYPE = 'application/json+oembed';

/** A page that may have an oEmbed response. */
export type EmbeddablePage =
  | { kind: 'article'; alias: string; slug: string }
  | { kind: 'author'; alias: string };

/**
 * Returns the URL of the oEmbed response for a page. The page's URL is not percent-encoded, which keeps HTML documents
 * short. Encoding is unnecessary, because a query may contain `:` and `/` (RFC 3986, 3.4), and the URLs of these pages
 * have no query.
 */
export function createOEmbedUrl(
  origin: string,
  pagePath: string,
  limits: OEmbedSizeLimits = {},
): string {
  const sizes = Object.entries(limits).filter(([, size]) => size !== undefined);
  const query = sizes.map(([name, size]) => `&${name}=${size}`);
  return `${origin}${OEMBED_PATH}?url=${origin}${pagePath}${query.join('')}`;
}

/**
 * Returns the article or author page at a URL of this site. Returns `private` for the studio and
 * for personal pages other than Home. Returns `undefined` for all other URLs.
 */
export function parseEmbeddablePageUrl(
  url: string,
  origin: string,
): EmbeddablePage | 'private' | undefined {
  const { host, protocol, pathname } = new URL(url);
  // Links on other sites may use `http` instead of `https`, or vice versa. The server redirects such links.
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
