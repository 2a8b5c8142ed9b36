import type { SignInProvider } from '#domain/page.ts';
import { getStaticHead } from '#domain/screen-heads.ts';
import type { ScreenId } from '#domain/screens.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { resolveArticlePage } from './article-page.ts';
import { resolveAuthorPage } from './author-page.ts';
import type { ContentReader } from './content-reader.ts';
import { resolveArticlesPage, resolveAuthorsPage } from './explore-pages.ts';
import { resolveLandingPage } from './landing-page.ts';
import type { PageUrl } from './page-url.ts';
import { createPage, type PageResolution } from './resolution.ts';
import { createErrorPayload, createNotFoundPayload } from './state-payloads.ts';

/** What pages are made of beside public content. */
export interface SiteContext {
  queries: Queries;
  /** Whom readers can sign in through. */
  providers: readonly SignInProvider[];
  /** Where the frames of the ad network are; `null` where there is none. */
  adFrames: string | null;
  /** Whether Premium can be had. */
  sellsPremium: boolean;
  /** When what the screens themselves say was written, ISO 8601: the timestamp of those that are only words. */
  builtAt: string;
}

/**
 * What an address shows somebody who is not signed in. Content is read through `content`, which knows afterwards what
 * the page is made of. Rejects only when the database does.
 */
export function resolvePage(
  address: PageUrl,
  content: ContentReader,
  site: SiteContext,
): Promise<PageResolution> {
  const resolve = RESOLVERS[address.screen] ?? resolveTextPage;
  return Promise.resolve(resolve(address, content, site));
}

type Resolve = (
  address: PageUrl,
  content: ContentReader,
  site: SiteContext,
) => PageResolution | Promise<PageResolution>;

/** Screens that show more than words. */
const RESOLVERS: { readonly [id in ScreenId]?: Resolve } = {
  home: (_, content) => resolveLandingPage(content),
  articles: (address, content, { queries }) => resolveArticlesPage(content, address, queries),
  authors: (address, content) => resolveAuthorsPage(content, address),
  author: (address, content) => resolveAuthorPage(content, address),
  'author-articles': (address, content) => resolveAuthorPage(content, address),
  article: (address, content, site) => resolveArticlePage(content, address, site),
  auth: (_, __, { providers, builtAt }) =>
    createPage('auth', getStaticHead('auth'), { timestamp: builtAt, providers }),
  health: () =>
    createPage('health', getStaticHead('health'), { timestamp: new Date().toISOString() }),
  error: (_, __, { builtAt }) => ({
    kind: 'page',
    payload: createErrorPayload(undefined, builtAt),
  }),
  'not-found': (_, __, { builtAt }) => ({ kind: 'page', payload: createNotFoundPayload(builtAt) }),
};

/** A screen that is only words. A reader's own screen is one too, for whoever is not signed in. */
function resolveTextPage(
  { screen }: PageUrl,
  _: ContentReader,
  { builtAt }: SiteContext,
): PageResolution {
  return createPage('text', getStaticHead(screen), { timestamp: builtAt });
}
