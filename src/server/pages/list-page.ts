import { InvalidRequestError } from '#server/platform/errors.ts';
import type { PageUrl } from './page-url.ts';
import { createRedirect, type Redirect } from './resolution.ts';

/** Returns the page token in a URL, or `null` for the first page. */
export function getPageToken({ search }: PageUrl): string | null {
  return search.get('from');
}

/**
 * Loads the page of an article list that a URL refers to. Returns `undefined` if the URL has a page
 * token that is invalid, was issued for another list, or leads to a page that is now empty.
 */
export async function loadListPage<Page extends { metas: readonly unknown[] }>(
  url: PageUrl,
  loadPage: (token?: string) => Promise<Page>,
): Promise<Page | undefined> {
  const from = getPageToken(url);
  if (from === null) return loadPage();
  try {
    const page = await loadPage(from);
    return page.metas.length ? page : undefined;
  } catch (error) {
    if (error instanceof InvalidRequestError) return undefined;
    throw error;
  }
}

/**
 * Creates a redirect to the first page of an article list. The redirect is temporary, because the page token may become
 * valid again.
 */
export function createFirstPageRedirect({ path, search }: PageUrl): Redirect {
  const otherParameters = new URLSearchParams(search);
  otherParameters.delete('from');
  return createRedirect(otherParameters.size ? `${path}?${otherParameters}` : path, false);
}
