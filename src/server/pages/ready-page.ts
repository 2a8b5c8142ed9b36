import { getScreen, hasPathParameters } from '#domain/screens.ts';
import type { ReadyResponse } from '#server/platform/http-cache/serve-from-cache.ts';
import { leadsNowhere, readTarget } from './address.ts';
import type { PublicPages } from './public-pages.ts';
import { partOf } from './routes.ts';

/**
 * Returns the response to a request for `url` that needs no query: a cached page, the redirect of another spelling of its
 * URL, or the not-found page of a URL that no screen has. `undefined` if the page has to be made.
 */
export function readyPage(pages: PublicPages, url: string): ReadyResponse | undefined {
  const { part, target } = partOf(url);
  const cached = target.includes('?') ? undefined : pages.ready(target);
  if (cached) return { cached, part };
  const found = readTarget(target);
  if (!found) {
    const notFound = part === 'document' && leadsNowhere(target) && pages.readyNotFound();
    return notFound ? { cached: notFound, part, status: 404 } : undefined;
  }
  const page = pages.ready(found.address.key);
  if (!found.movedTo) return page && { cached: page, part };
  // A name leads on only where it is known to lead to a page.
  const isPage = !hasPathParameters(getScreen(found.address.screen)) || page?.status === 200;
  return isPage && part === 'document' ? { location: found.movedTo } : undefined;
}
