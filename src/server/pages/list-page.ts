import { InvalidError } from '#server/platform/errors.ts';
import type { PageUrl } from './page-url.ts';
import { createRedirect, type Redirect } from './resolution.ts';

/** Returns the page token in a URL; `null` for the first page. */
export function getPageToken({ search }: PageUrl): string | null {
  return search.get('from');
}

/**
 * Loads the page of a list that a URL shows. `undefined` if the token is invalid, belongs to another list, or nothing
 * follows it any more.
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
    if (error instanceof InvalidError) return undefined;
    throw error;
  }
}

/** Redirects temporarily to the first page of a list, since what a token leads to changes. */
export function redirectToFirstPage({ path, search }: PageUrl): Redirect {
  const rest = new URLSearchParams(search);
  rest.delete('from');
  return createRedirect(rest.size ? `${path}?${rest}` : path, false);
}
