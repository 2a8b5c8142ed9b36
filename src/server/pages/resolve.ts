import type { SignInProvider } from '#domain/page.ts';
import { getStaticHead } from '#domain/screen-heads.ts';
import type { ScreenId } from '#domain/screens.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { Address } from './address.ts';
import { resolveArticle } from './article-page.ts';
import { resolveAuthor } from './author-page.ts';
import type { ContentReader } from './content-reader.ts';
import { resolveArticles, resolveAuthors } from './explore-pages.ts';
import { resolveLanding } from './landing-page.ts';
import { page, type Resolution } from './resolution.ts';
import { errorPage, notFound } from './state-payloads.ts';

/** What pages are made of beside public content. */
export interface Site {
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
  address: Address,
  content: ContentReader,
  site: Site,
): Promise<Resolution> {
  const resolve = RESOLVERS[address.screen] ?? resolveText;
  return Promise.resolve(resolve(address, content, site));
}

type Resolve = (
  address: Address,
  content: ContentReader,
  site: Site,
) => Resolution | Promise<Resolution>;

/** Screens that show more than words. */
const RESOLVERS: { readonly [id in ScreenId]?: Resolve } = {
  home: (_, content) => resolveLanding(content),
  articles: (address, content, { queries }) => resolveArticles(content, address, queries),
  authors: (address, content) => resolveAuthors(content, address),
  author: (address, content) => resolveAuthor(content, address),
  'author-articles': (address, content) => resolveAuthor(content, address),
  article: (address, content, site) => resolveArticle(content, address, site),
  auth: (_, __, { providers, builtAt }) =>
    page('auth', getStaticHead('auth'), { timestamp: builtAt, providers }),
  health: () => page('health', getStaticHead('health'), { timestamp: new Date().toISOString() }),
  error: (_, __, { builtAt }) => ({ kind: 'page', payload: errorPage(undefined, builtAt) }),
  'not-found': (_, __, { builtAt }) => ({ kind: 'page', payload: notFound(builtAt) }),
};

/** A screen that is only words. A reader's own screen is one too, for whoever is not signed in. */
function resolveText({ screen }: Address, _: ContentReader, { builtAt }: Site): Resolution {
  return page('text', getStaticHead(screen), { timestamp: builtAt });
}
