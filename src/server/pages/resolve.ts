import type { PageHead, SignInProvider } from '#domain/page.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { resolveArticle } from './article-page.ts';
import { resolveAuthor } from './author-page.ts';
import { resolveArticles, resolveAuthors } from './explore-pages.ts';
import { resolveLanding } from './landing-page.ts';
import { lastChanged, page, payload, type Resolution, redirect } from './resolution.ts';
import { errorPage, notFound } from './state-payloads.ts';
import { FOLLOWING, PROFILE, TEXT_SCREENS } from './text-screens.ts';

/**
 * Resolves an address to its page, for somebody who is not signed in. `providers` are those of the sign-in
 * page. Rejects only when the database does.
 */
export async function resolvePage(
  queries: Queries,
  url: URL,
  providers: readonly SignInProvider[],
): Promise<Resolution> {
  const path = decodePath(url.pathname);
  if (path === undefined) return page(notFound(await lastChanged(queries)), []);
  const segments = path.split('/').filter(Boolean);
  const canonical = `/${segments.join('/')}`;
  const [first = '', second, third] = segments;
  const fixed = first.toLowerCase();

  if (fixed === 'authors' && second && segments.length <= 3) {
    const tab = third?.toLowerCase();
    if (tab === undefined || tab === 'articles')
      return resolveAuthor(queries, url, path, second, tab);
  } else if (segments.length === 2 && second && fixed !== 'profile') {
    const found = await resolveArticle(queries, url, path, first, second);
    if (found) return found;
  } else if (segments.length <= 2) {
    const address = canonical.toLowerCase();
    if (address === '/explore') return redirect('/articles', url);
    const resolve = SCREENS[address];
    if (resolve)
      return path === address ? resolve(queries, url, providers) : redirect(address, url);
  }
  return page(notFound(await lastChanged(queries)), []);
}

type Resolve = (
  queries: Queries,
  url: URL,
  providers: readonly SignInProvider[],
) => Promise<Resolution>;

const SIGN_IN: PageHead = {
  title: 'Sign in',
  description: 'Sign in to Octavo.',
  path: '/auth',
  noIndex: true,
};

const SCREENS: Readonly<Record<string, Resolve>> = {
  '/': resolveLanding,
  '/articles': resolveArticles,
  '/authors': resolveAuthors,
  '/health': async () =>
    page(
      payload(
        'health',
        { title: 'Health', description: 'Whether Octavo is up.', path: '/health', noIndex: true },
        { timestamp: new Date().toISOString() },
      ),
      [],
      'private',
    ),
  '/auth': async (queries, { search }, providers) =>
    page(
      payload('auth', SIGN_IN, { timestamp: await lastChanged(queries), providers }),
      // Where a reader came from is worth no place in the cache.
      search ? [] : ['list'],
      'private',
    ),
  ...Object.fromEntries(
    // A reader's own pages, as they are for who is not signed in.
    [PROFILE, FOLLOWING].map((head) => [
      head.path,
      async (queries: Queries) =>
        page(payload('text', head, { timestamp: await lastChanged(queries) }), ['list'], 'private'),
    ]),
  ),
  '/error': async (queries) => page(errorPage(undefined, await lastChanged(queries)), ['list']),
  '/not-found': async (queries) => page(notFound(await lastChanged(queries)), ['list']),
  ...Object.fromEntries(
    TEXT_SCREENS.map((head) => [
      head.path,
      async (queries: Queries) =>
        page(payload('text', head, { timestamp: await lastChanged(queries) }), ['list']),
    ]),
  ),
};

/** Percent-decoded; `undefined` when that is impossible, or holds what no text in the database can. */
function decodePath(pathname: string): string | undefined {
  try {
    const path = decodeURIComponent(pathname);
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}
