import {
  BOOKMARK_SEARCH_THRESHOLD,
  parseBookmarkFilter,
  parseBookmarkOrder,
} from '#domain/bookmark-order.ts';
import { CATEGORY_IDS } from '#domain/categories.ts';
import { parseFeedReadFilter } from '#domain/feed-filter.ts';
import { createUuidSchema } from '#domain/ids.ts';
import type { PageHead, UserInfo } from '#domain/page.ts';
import { normalizeSearchQuery, PAGE_SIZES } from '#domain/paging.ts';
import { getStaticPageHead } from '#domain/screen-heads.ts';
import type { ScreenId } from '#domain/screens.ts';
import { listArticlesIntroducingAuthors } from '#server/catalogue/articles/suggestions.ts';
import { findActiveAuthorsByAlias } from '#server/catalogue/authors/repository.ts';
import { getLastContentChangeTime } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { hasMoreBookmarksThan } from '#server/readers/bookmarks/repository.ts';
import { listBookmarkedArticles } from '#server/readers/bookmarks/service.ts';
import { getDailyFive } from '#server/readers/daily-five/service.ts';
import { listFeedArticleIds } from '#server/readers/feed/repository.ts';
import { listFeedArticles } from '#server/readers/feed/service.ts';
import { listFollowedAliases } from '#server/readers/follows/repository.ts';
import { countKeptLines, listLineCategories } from '#server/readers/lines/repository.ts';
import { getLineOfDay, listKeptLines } from '#server/readers/lines/service.ts';
import {
  listReadArticles,
  listUnfinishedArticles,
  sumReadingMinutesOfLastTwoWeeks,
} from '#server/readers/reading/service.ts';
import { createFirstPageRedirect, getPageToken, loadListPage } from './list-page.ts';
import type { PageUrl } from './page-url.ts';
import { createPageResolution, type PageResolution } from './resolution.ts';

/** A signed-in reader, with the identity provider that the reader signed in with. */
export interface ReaderWithSignInProvider {
  user: User;
  /** The label of the identity provider that the reader signed in with. */
  provider: string | undefined;
}

/**
 * Returns the personal page, or the redirect, for a URL. Returns `undefined` for screens that are the same for all
 * readers.
 */
export function resolvePersonalPage(
  queries: Queries,
  url: PageUrl,
  reader: ReaderWithSignInProvider,
): Promise<PageResolution> | undefined {
  return RESOLVERS[url.screen]?.(queries, reader, url);
}

type Resolve = (
  queries: Queries,
  reader: ReaderWithSignInProvider,
  url: PageUrl,
) => Promise<PageResolution>;

const RESOLVERS: { readonly [id in ScreenId]?: Resolve } = {
  home: resolveFeedPage,
  profile: resolveBookmarksPage,
  following: resolveFollowingPage,
  history: resolveHistoryPage,
  lines: resolveLinesPage,
};

const FEED_HEAD: PageHead = {
  title: 'Your feed',
  description: 'The latest articles from the authors you follow.',
  path: '/',
  noIndex: true,
};

/**
 * The number of articles per category that the home page shows to readers whose feed is empty. These articles introduce
 * authors.
 */
const INTRODUCTIONS_PER_CATEGORY = 3;

/** The maximum number of unfinished articles on the home page. */
const MAX_UNFINISHED = 2;

/**
 * Returns the page with a reader's feed. The feed contains articles by followed authors: all of them, or only unread
 * ones if the URL says so. If there are no articles by followed authors, the page contains articles that introduce
 * authors.
 */
async function resolveFeedPage(
  queries: Queries,
  reader: ReaderWithSignInProvider,
  url: PageUrl,
): Promise<PageResolution> {
  const { user } = reader;
  const filter = parseFeedReadFilter(url.search.get('show'));
  const [page, followedAuthors, dailyFive, unfinished, lineOfDay, timestamp] = await Promise.all([
    loadListPage(url, (token) => listFeedArticles(queries, user, filter, PAGE_SIZES.feed, token)),
    listFollowedAliases(queries, user),
    getDailyFive(queries, user),
    listUnfinishedArticles(queries, user, MAX_UNFINISHED),
    getLineOfDay(queries, user),
    findLastChange(queries),
  ]);
  if (!page) return createFirstPageRedirect(url);
  const { metas, authors, nextToken } = page;
  const isEmpty =
    !metas.length &&
    (filter === 'all' || !(await listFeedArticleIds(queries, user, 'all', 1)).ids.length);
  const introductions = isEmpty
    ? await listArticlesIntroducingAuthors(queries, INTRODUCTIONS_PER_CATEGORY)
    : [];
  const userInfo = toUserInfo(reader);
  const list = { timestamp, articles: metas, authors, nextToken, from: getPageToken(url) };
  const show = isEmpty ? 'all' : filter;
  const personalProps = { dailyFive, unfinished, lineOfDay, topics: user.topics, show };
  const props = { ...list, userInfo, followedAuthors, introductions, ...personalProps };
  return createPageResolution('feed', FEED_HEAD, props);
}

async function resolveBookmarksPage(
  queries: Queries,
  reader: ReaderWithSignInProvider,
  url: PageUrl,
): Promise<PageResolution> {
  const show = parseBookmarkFilter(url.search.get('show'));
  const order = parseBookmarkOrder(url.search.get('order'), show);
  const query = normalizeSearchQuery(url.search.get('q') ?? '');
  const view = { show, order, query };
  const [page, hasManyBookmarks, timestamp] = await Promise.all([
    loadListPage(url, (token) =>
      listBookmarkedArticles(queries, reader.user, view, PAGE_SIZES.bookmarks, token),
    ),
    hasMoreBookmarksThan(queries, reader.user, BOOKMARK_SEARCH_THRESHOLD),
    findLastChange(queries),
  ]);
  if (!page) return createFirstPageRedirect(url);
  const { metas, ...rest } = page;
  const from = getPageToken(url);
  const viewProps = { ...view, from, offersSearch: hasManyBookmarks || query !== '' };
  const props = { timestamp, userInfo: toUserInfo(reader), bookmarkedArticles: metas };
  return createPageResolution('bookmarks', getStaticPageHead('profile'), {
    ...props,
    ...rest,
    ...viewProps,
  });
}

async function resolveFollowingPage(
  queries: Queries,
  reader: ReaderWithSignInProvider,
): Promise<PageResolution> {
  const [aliases, timestamp] = await Promise.all([
    listFollowedAliases(queries, reader.user),
    findLastChange(queries),
  ]);
  const followedAuthors = await findActiveAuthorsByAlias(queries, aliases);
  const props = { timestamp, userInfo: toUserInfo(reader), followedAuthors };
  return createPageResolution('following', getStaticPageHead('following'), props);
}

async function resolveHistoryPage(
  queries: Queries,
  reader: ReaderWithSignInProvider,
  url: PageUrl,
): Promise<PageResolution> {
  const [page, minutes, timestamp] = await Promise.all([
    loadListPage(url, (token) => listReadArticles(queries, reader.user, PAGE_SIZES.history, token)),
    sumReadingMinutesOfLastTwoWeeks(queries, reader.user),
    findLastChange(queries),
  ]);
  if (!page) return createFirstPageRedirect(url);
  const { metas, ...rest } = page;
  return createPageResolution('history', getStaticPageHead('history'), {
    ...rest,
    articles: metas,
    minutes,
    keepsHistory: reader.user.keepsHistory,
    timestamp,
    userInfo: toUserInfo(reader),
    from: getPageToken(url),
  });
}

/**
 * Returns the page with a reader's lines, which are saved sentences and passages from articles. Ignores a malformed
 * article ID or an unknown category in the URL.
 */
async function resolveLinesPage(
  queries: Queries,
  reader: ReaderWithSignInProvider,
  url: PageUrl,
): Promise<PageResolution> {
  const { user } = reader;
  const category = CATEGORY_IDS.find((id) => id === url.search.get('category')) ?? null;
  const article = createUuidSchema().safeParse(url.search.get('article')).data ?? null;
  const query = normalizeSearchQuery(url.search.get('q') ?? '');
  const filters = { category: category ?? undefined, articleId: article ?? undefined, query };
  const [page, categories, count, timestamp] = await Promise.all([
    loadListPage(url, async (token) => {
      const { lines, nextToken } = await listKeptLines(
        queries,
        user,
        filters,
        PAGE_SIZES.lines,
        token,
      );
      return { metas: lines, nextToken };
    }),
    listLineCategories(queries, user),
    countKeptLines(queries, user),
    findLastChange(queries),
  ]);
  if (!page) return createFirstPageRedirect(url);
  const { metas: lines, nextToken } = page;
  const list = { lines, nextToken, from: getPageToken(url), category, article, query };
  const props = { ...list, categories, count, timestamp, userInfo: toUserInfo(reader) };
  return createPageResolution('lines', getStaticPageHead('lines'), props);
}

function toUserInfo({ user: { name, email }, provider }: ReaderWithSignInProvider): UserInfo {
  return { name, email, ...(provider ? { provider } : {}) };
}

async function findLastChange(queries: Queries): Promise<string> {
  return (await getLastContentChangeTime(queries)).toISOString();
}
