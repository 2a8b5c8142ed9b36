import { type PageHead, PERSONAL_ADDRESSES, type UserInfo } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { findAuthors, listAuthors, mapByAlias } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { User } from '#server/readers/accounts/service.ts';
import { listBookmarks } from '#server/readers/bookmarks/service.ts';
import { listFeed } from '#server/readers/feed/service.ts';
import { listFollowed } from '#server/readers/follows/service.ts';
import { lastChanged, page, payload, type Resolution } from './resolution.ts';
import { FOLLOWING, PROFILE } from './text-screens.ts';

/** A reader, as the pages of their own need them. */
export interface Reader {
  user: User;
  /** What people call the provider they signed in with. */
  provider: string | undefined;
}

/** What the personal addresses show a reader; `undefined` for any other address. */
export function resolvePersonalPage(
  queries: Queries,
  address: string,
  reader: Reader,
): Promise<Resolution> | undefined {
  return isPersonal(address) ? SCREENS[address](queries, reader) : undefined;
}

/** Whether what an address shows depends on who asks. */
export function isPersonal(address: string): address is PersonalAddress {
  return PERSONAL_ADDRESSES.some((personal) => personal === address);
}

type PersonalAddress = (typeof PERSONAL_ADDRESSES)[number];

const SCREENS: Readonly<
  Record<PersonalAddress, (queries: Queries, reader: Reader) => Promise<Resolution>>
> = {
  '/': resolveFeed,
  '/profile': resolveBookmarks,
  '/profile/following': resolveFollowing,
};

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
    lastChanged(queries),
  ]);
  const suggestions = metas.length ? [] : await listAuthors(queries);
  const userInfo = userInfoOf(reader);
  const list = { timestamp, articles: metas, authors, nextToken };
  const props = { ...list, userInfo, followedAuthors, suggestions };
  return page(payload('feed', FEED, props), [], 'private');
}

async function resolveBookmarks(queries: Queries, reader: Reader): Promise<Resolution> {
  const [{ metas, authors, nextToken }, timestamp] = await Promise.all([
    listBookmarks(queries, reader.user, PAGE_SIZES.bookmarks),
    lastChanged(queries),
  ]);
  const userInfo = userInfoOf(reader);
  const props = { timestamp, userInfo, bookmarkedArticles: metas, authors, nextToken };
  return page(payload('bookmarks', PROFILE, props), [], 'private');
}

async function resolveFollowing(queries: Queries, reader: Reader): Promise<Resolution> {
  const [aliases, timestamp] = await Promise.all([
    listFollowed(queries, reader.user),
    lastChanged(queries),
  ]);
  const followedAuthors = mapByAlias(await findAuthors(queries, aliases));
  const props = { timestamp, userInfo: userInfoOf(reader), followedAuthors };
  return page(payload('following', FOLLOWING, props), [], 'private');
}

function userInfoOf({ user: { name, email }, provider }: Reader): UserInfo {
  return { name, email, ...(provider ? { provider } : {}) };
}
