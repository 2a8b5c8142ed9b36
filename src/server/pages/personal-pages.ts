import type { PageHead, UserInfo } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { headOf, type ScreenId } from '#domain/screens.ts';
import { findAuthors, listAuthors, mapByAlias } from '#server/catalogue/authors/service.ts';
import { lastChange } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { User } from '#server/readers/accounts/service.ts';
import { listBookmarks } from '#server/readers/bookmarks/service.ts';
import { listFeed } from '#server/readers/feed/service.ts';
import { listFollowed } from '#server/readers/follows/service.ts';
import { page, type Resolution } from './resolution.ts';

/** A reader, as the pages of their own need them. */
export interface Reader {
  user: User;
  /** What people call the provider they signed in with. */
  provider: string | undefined;
}

/** What a screen shows a reader of their own; `undefined` for a screen that shows everybody the same. */
export function resolvePersonalPage(
  queries: Queries,
  screen: ScreenId,
  reader: Reader,
): Promise<Resolution> | undefined {
  return RESOLVERS[screen]?.(queries, reader);
}

const RESOLVERS: {
  readonly [id in ScreenId]?: (queries: Queries, reader: Reader) => Promise<Resolution>;
} = { home: resolveFeed, profile: resolveBookmarks, following: resolveFollowing };

const FEED: PageHead = {
  title: 'Your feed',
  description: 'The latest from the authors you follow.',
  path: '/',
  noIndex: true,
};

/** What the authors they follow have published; authors to choose from, while that is nothing. */
async function resolveFeed(queries: Queries, reader: Reader): Promise<Resolution> {
  const [{ metas, authors, nextToken }, followedAuthors, timestamp] = await Promise.all([
    listFeed(queries, reader.user, PAGE_SIZES.feed),
    listFollowed(queries, reader.user),
    timeOfChange(queries),
  ]);
  const suggestions = metas.length ? [] : await listAuthors(queries);
  const userInfo = userInfoOf(reader);
  const list = { timestamp, articles: metas, authors, nextToken };
  const props = { ...list, userInfo, followedAuthors, suggestions };
  return page('feed', FEED, props);
}

async function resolveBookmarks(queries: Queries, reader: Reader): Promise<Resolution> {
  const [{ metas, authors, nextToken }, timestamp] = await Promise.all([
    listBookmarks(queries, reader.user, PAGE_SIZES.bookmarks),
    timeOfChange(queries),
  ]);
  const userInfo = userInfoOf(reader);
  const props = { timestamp, userInfo, bookmarkedArticles: metas, authors, nextToken };
  return page('bookmarks', headOf('profile'), props);
}

async function resolveFollowing(queries: Queries, reader: Reader): Promise<Resolution> {
  const [aliases, timestamp] = await Promise.all([
    listFollowed(queries, reader.user),
    timeOfChange(queries),
  ]);
  const followedAuthors = mapByAlias(await findAuthors(queries, aliases));
  const props = { timestamp, userInfo: userInfoOf(reader), followedAuthors };
  return page('following', headOf('following'), props);
}

function userInfoOf({ user: { name, email }, provider }: Reader): UserInfo {
  return { name, email, ...(provider ? { provider } : {}) };
}

async function timeOfChange(queries: Queries): Promise<string> {
  return (await lastChange(queries)).toISOString();
}
