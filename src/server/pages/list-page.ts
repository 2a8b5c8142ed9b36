import { InvalidRequestError } from '#server/platform/errors.ts';
import type { PageUrl } from './page-url.ts';
import { createRedirect, type Redirect } from './resolution.ts';

/** Returns the page token in a URL, or `null` for the first page. */
export function getPageToken({ search }: PageUrl): string | null {
  return search.get('from');
}

/**
 * Loads the page of an article list that a URL refers to. Returns `undefined` if the page token is invalid, was issued
 * for another list, or refers to a page that is now empty.
 */
export async function loadListPage<Page extends { metas: readonly unknown[] }>(
  url: PageUrl,
  list: (token?: string) => Promise<Page>,
): Promise<Page | undefined> {
  const from = getPageToken(url);
  if (from === null) return list();
  try {
    const page = await list(from);
    return page.metas.length ? page : undefined;
  } catch (error) {
    if (error instanceof InvalidRequestError) return undefined;
    throw error;
  }
}

/**
 * Creates a redirect to the first page of an article list. The redirect is temporary, since the page token may become
 * valid again.
 */
export function createFirstPageRedirect({ path, search }: PageUrl): Redirect {
  const rest = new URLSearchParams(search);
  rest.delete('from');
  return createRedirect(rest.size ? `${path}?${rest}` : path, false);
}
