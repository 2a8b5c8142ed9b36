import { InvalidError } from '#server/platform/errors.ts';
import type { PageUrl } from './page-url.ts';
import { createRedirect, type Redirect } from './resolution.ts';

/** Token an address has its list begin at; `null` for the list's beginning. */
export function getPageToken({ search }: PageUrl): string | null {
  return search.get('from');
}

/**
 * The page an address shows of a list. `undefined` where no page begins there: the token was made up, or is that of
 * another list, or nothing comes after it any more.
 */
export async function loadListPage<Page extends { metas: readonly unknown[] }>(
  address: PageUrl,
  list: (token?: string) => Promise<Page>,
): Promise<Page | undefined> {
  const from = getPageToken(address);
  if (from === null) return list();
  try {
    const page = await list(from);
    return page.metas.length ? page : undefined;
  } catch (error) {
    if (error instanceof InvalidError) return undefined;
    throw error;
  }
}

/** The way to the beginning of the list of an address, for now: what a token leads to changes. */
export function redirectToFirstPage({ path, search }: PageUrl): Redirect {
  const rest = new URLSearchParams(search);
  rest.delete('from');
  return createRedirect(rest.size ? `${path}?${rest}` : path, false);
}
