import { isPattern, screenOf } from '#domain/screens.ts';
import type { Ready } from '#server/platform/answers/ready-answers.ts';
import { leadsNowhere, readTarget } from './address.ts';
import type { PublicPages } from './public-pages.ts';
import { partOf } from './routes.ts';

/**
 * Returns the response to a request for `url` that needs no query: a cached page, the redirect of another spelling of its
 * URL, or the not-found page of a URL that no screen has. `undefined` if the page has to be made.
 */
export function readyPage(pages: PublicPages, url: string): Ready | undefined {
  const { part, target } = partOf(url);
  const cached = target.includes('?') ? undefined : pages.ready(target);
  if (cached) return { answer: cached, part };
  const found = readTarget(target);
  if (!found) {
    const answer = part === 'document' && leadsNowhere(target) && pages.readyNotFound();
    return answer ? { answer, part, status: 404 } : undefined;
  }
  const answer = pages.ready(found.address.key);
  if (!found.movedTo) return answer && { answer, part };
  // A name leads on only where it is known to lead to a page.
  const isPage = !isPattern(screenOf(found.address.screen)) || answer?.status === 200;
  return isPage && part === 'document' ? { location: found.movedTo } : undefined;
}
