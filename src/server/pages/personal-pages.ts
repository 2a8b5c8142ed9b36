import { parseBookmarkOrder } from '#domain/bookmark-order.ts';
import type { PageHead, UserInfo } from '#domain/page.ts';
import { normalizeSearchQuery, PAGE_SIZES } from '#domain/paging.ts';
import { getStaticHead } from '#domain/screen-heads.ts';
import type { ScreenId } from '#domain/screens.ts';
import { listAuthorIntroductions } from '#server/catalogue/articles/suggestions.ts';
import { findAuthorsByAlias } from '#server/catalogue/authors/repository.ts';
import { mapByAlias } from '#server/catalogue/authors/service.ts';
import { lastChange } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { listBookmarks } from '#server/readers/bookmarks/service.ts';
import { listFeed } from '#server/readers/feed/service.ts';
import { listFollowed } from '#server/readers/follows/repository.ts';
import type { Address } from './address.ts';
import { fromOf, listedAt, toBeginning } from './list-page.ts';
import { page, type Resolution } from './resolution.ts';

/** A reader, as the pages of their own need them. */
export interface Reader {
  user: User;
  /** What people call the provider they signed in with. */
  provider: string | undefined;
}

/** What an address shows a reader of their own; `undefined` for a screen that shows everybody the same. */
export function resolvePersonalPage(
  queries: Queries,
  address: Address,
  reader: Reader,
): Promise<Resolution> | undefined {
  return RESOLVERS[address.screen]?.(queries, reader, address);
}

type Resolve = (queries: Queries, reader: Reader, address: Address) => Promise<Resolution>;

const RESOLVERS: { readonly [id in ScreenId]?: Resolve } = {
  home: resolveFeed,
  profile: resolveBookmarks,
  following: resolveFollowing,
};

const FEED: PageHead = {
  title: 'Your feed',
  description: 'The latest articles from the authors you follow.',
  path: '/',
  noIndex: true,
};

/** Articles of a category that introduce authors to a reader whose feed is empty. */
const INTRODUCTIONS = 3;

/** Resolves the feed: articles of followed authors, or introductions to authors while there are none. */
async function resolveFeed(
  queries: Queries,
  reader: Reader,
  address: Address,
): Promise<Resolution> {
  const [found, followedAuthors, timestamp] = await Promise.all([
    listedAt(address, (token) => listFeed(queries, reader.user, PAGE_SIZES.feed, token)),
    listFollowed(queries, reader.user),
    timeOfChange(queries),
  ]);
  if (!found) return toBeginning(address);
  const { metas, authors, nextToken } = found;
  const introductions = metas.length ? [] : await listAuthorIntroductions(queries, INTRODUCTIONS);
  const userInfo = userInfoOf(reader);
  const list = { timestamp, articles: metas, authors, nextToken, from: fromOf(address) };
  const props = { ...list, userInfo, followedAuthors, introductions };
  return page('feed', FEED, props);
}

async function resolveBookmarks(
  queries: Queries,
  reader: Reader,
  address: Address,
): Promise<Resolution> {
  const order = parseBookmarkOrder(address.search.get('order'));
  const query = normalizeSearchQuery(address.search.get('q') ?? '');
  const [found, timestamp] = await Promise.all([
    listedAt(address, (token) =>
      listBookmarks(queries, reader.user, { order, query }, PAGE_SIZES.bookmarks, token),
    ),
    timeOfChange(queries),
  ]);
  if (!found) return toBeginning(address);
  const { metas, ...rest } = found;
  const asked = { order, query, from: fromOf(address) };
  const props = { timestamp, userInfo: userInfoOf(reader), bookmarkedArticles: metas };
  return page('bookmarks', getStaticHead('profile'), { ...props, ...rest, ...asked });
}

async function resolveFollowing(queries: Queries, reader: Reader): Promise<Resolution> {
  const [aliases, timestamp] = await Promise.all([
    listFollowed(queries, reader.user),
    timeOfChange(queries),
  ]);
  const followedAuthors = mapByAlias(await findAuthorsByAlias(queries, aliases));
  const props = { timestamp, userInfo: userInfoOf(reader), followedAuthors };
  return page('following', getStaticHead('following'), props);
}

function userInfoOf({ user: { name, email }, provider }: Reader): UserInfo {
  return { name, email, ...(provider ? { provider } : {}) };
}

async function timeOfChange(queries: Queries): Promise<string> {
  return (await lastChange(queries)).toISOString();
}
