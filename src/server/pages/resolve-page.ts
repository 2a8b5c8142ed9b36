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

/** Settings and services that pages use in addition to public content. */
export interface SiteContext {
  queries: Queries;
  /** The identity providers with which readers can sign in. */
  providers: readonly SignInProvider[];
  /** The URL of the ad frame; `null` if no ad network is configured. */
  adFrames: string | null;
  /** True if Premium can be bought. */
  sellsPremium: boolean;
  /** The time of the build, in ISO 8601 format. It is the timestamp of static pages. */
  builtAt: string;
}

/**
 * Resolves the URL of a page for a signed-out visitor. Reads content through `content`, which records the dependencies
 * of the page. Rejects only if the database fails.
 */
export function resolvePage(
  url: PageUrl,
  content: ContentReader,
  site: SiteContext,
): Promise<PageResolution> {
  const resolve = RESOLVERS[url.screen] ?? resolveTextPage;
  return Promise.resolve(resolve(url, content, site));
}

type Resolve = (
  url: PageUrl,
  content: ContentReader,
  site: SiteContext,
) => PageResolution | Promise<PageResolution>;

/** Functions that resolve the URLs of screens with data. All other screens are static. */
const RESOLVERS: { readonly [id in ScreenId]?: Resolve } = {
  home: (_, content) => resolveLandingPage(content),
  articles: (url, content, { queries }) => resolveArticlesPage(content, url, queries),
  authors: (url, content) => resolveAuthorsPage(content, url),
  author: (url, content) => resolveAuthorPage(content, url),
  'author-articles': (url, content) => resolveAuthorPage(content, url),
  article: (url, content, site) => resolveArticlePage(content, url, site),
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

/** Resolves the URL of a static screen. Personal screens are static for signed-out visitors. */
function resolveTextPage(
  { screen }: PageUrl,
  _: ContentReader,
  { builtAt }: SiteContext,
): PageResolution {
  return createPage('text', getStaticHead(screen), { timestamp: builtAt });
}
