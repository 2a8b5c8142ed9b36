import type { PageHead, UserInfo } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { findAuthors, listAuthors } from '../authors/repository.ts';
import { mapByAlias } from '../authors/service.ts';
import { listBookmarks } from '../bookmarks/repository.ts';
import type { Queries } from '../db/database.ts';
import type { User } from '../db/schema.ts';
import { listFeed, listFollowed } from '../follows/repository.ts';
import { lastChanged, page, payload, type Resolution } from './resolution.ts';

/** A reader, as the pages of their own need them. */
export interface Reader {
  user: User;
  /** What people call the provider they signed in with. */
  provider: string | undefined;
}

/**
 * The pages that are a reader's own, by address. Signed out, the same addresses have another page
 * (spec 2); so neither is ever kept where somebody else could be shown it.
 */
export function resolvePersonalPage(
  queries: Queries,
  address: string,
  reader: Reader,
): Promise<Resolution> | undefined {
  return PERSONAL.get(address)?.(queries, reader);
}

/** Whether what an address shows depends on who asks. */
export function isPersonal(address: string): boolean {
  return PERSONAL.has(address);
}

const PERSONAL: ReadonlyMap<string, (queries: Queries, reader: Reader) => Promise<Resolution>> =
  new Map([
    ['/', resolveFeed],
    ['/profile', resolveBookmarks],
    ['/profile/following', resolveFollowing],
  ]);

/** What the authors they follow have published; authors to choose from, while that is nothing. */
async function resolveFeed(queries: Queries, reader: Reader): Promise<Resolution> {
  const [{ metas, authors, nextToken }, followedAuthors, timestamp] = await Promise.all([
    listFeed(queries, reader.user, PAGE_SIZES.feed),
    listFollowed(queries, reader.user),
    lastChanged(queries),
  ]);
  const suggestions = metas.length ? [] : await listAuthors(queries);
  const head = personal('/', 'Your feed', 'The latest from the authors you follow.');
  const userInfo = userInfoOf(reader);
  const props = {
    ...{ timestamp, userInfo, articles: metas, authors, nextToken },
    ...{ followedAuthors, suggestions },
  };
  return page(payload('feed', head, props), [], 'private');
}

async function resolveBookmarks(queries: Queries, reader: Reader): Promise<Resolution> {
  const [{ metas, authors, nextToken }, timestamp] = await Promise.all([
    listBookmarks(queries, reader.user, PAGE_SIZES.bookmarks),
    lastChanged(queries),
  ]);
  const head = personal('/profile', 'Profile', 'Your bookmarks.');
  const userInfo = userInfoOf(reader);
  const props = { timestamp, userInfo, bookmarkedArticles: metas, authors, nextToken };
  return page(payload('bookmarks', head, props), [], 'private');
}

async function resolveFollowing(queries: Queries, reader: Reader): Promise<Resolution> {
  const [aliases, timestamp] = await Promise.all([
    listFollowed(queries, reader.user),
    lastChanged(queries),
  ]);
  const head = personal('/profile/following', 'Following', 'The authors you follow.');
  const followedAuthors = mapByAlias(await findAuthors(queries, aliases));
  const props = { timestamp, userInfo: userInfoOf(reader), followedAuthors };
  return page(payload('following', head, props), [], 'private');
}

function personal(path: string, title: string, description: string): PageHead {
  return { title, description, path, noIndex: true };
}

function userInfoOf({ user: { name, email }, provider }: Reader): UserInfo {
  return { name, email, ...(provider ? { provider } : {}) };
}
