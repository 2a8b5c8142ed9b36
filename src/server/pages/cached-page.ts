import { getScreen, hasPathParameters } from '#domain/screens.ts';
import type { ImmediateResponse } from '#server/platform/http-cache/serve-from-cache.ts';
import { isUnknownUrl, parsePageUrl } from './page-url.ts';
import type { PublicPages } from './public-pages.ts';
import { parsePageRequest } from './routes.ts';

/**
 * Returns the response to a page request if no database query is necessary: a cached page, a redirect to the canonical
 * URL, or the not-found page for a URL that no screen has. Returns `undefined` if the page must be rendered.
 */
export function findCachedPage(pages: PublicPages, url: string): ImmediateResponse | undefined {
  const { part, target } = parsePageRequest(url);
  const cached = target.includes('?') ? undefined : pages.getCached(target);
  if (cached) return { cached, part };
  const found = parsePageUrl(target);
  if (!found) {
    const notFound = part === 'document' && isUnknownUrl(target) && pages.getCachedNotFound();
    return notFound ? { cached: notFound, part, status: 404 } : undefined;
  }
  const page = pages.getCached(found.url.key);
  if (!found.redirectTo) return page && { cached: page, part };
  // A URL with path parameters is only redirected if the page at the canonical URL is known to exist.
  const isPage = !hasPathParameters(getScreen(found.url.screen)) || page?.status === 200;
  return isPage && part === 'document' ? { location: found.redirectTo } : undefined;
}
