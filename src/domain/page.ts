import type { PageAds } from './ads.ts';
import type { Article, ArticleMeta } from './article.ts';
import type { Author, AuthorMeta } from './author.ts';
import type { BookmarkOrder } from './bookmark-order.ts';
import type { CategoryCounts } from './category-counts.ts';

/**
 * What a page is made of: the server resolves an address to a payload, renders it, and embeds it; the
 * browser hydrates from it and fetches the payload of every screen it moves to afterwards.
 */

/** Authors by alias. */
export type AuthorMap = Readonly<Record<string, AuthorMeta>>;

/** What every page has: when its content last changed, ISO 8601 in UTC. */
export interface PageProps {
  timestamp: string;
}

export interface ArticleListProps extends PageProps {
  articles: readonly ArticleMeta[];
  authors: AuthorMap;
  /** Token of the next page, `null` at the end. */
  nextToken: string | null;
  /** Token this page was asked for by; `null` at the list's beginning. */
  from: string | null;
}

export interface LandingProps extends PageProps {
  /** Newest first, at most one per author, for the wall of covers. */
  articles: readonly ArticleMeta[];
  authors: AuthorMap;
  /** A few to begin with, each from another category. */
  startHere: readonly ArticleMeta[];
  /** The article the landing page takes apart to show the form; `null` on an empty shelf. */
  example: Article | null;
  /** How many articles stand where. */
  counts: CategoryCounts;
  /** What an article typically takes to read; `null` on an empty shelf. */
  readingMinutes: number | null;
}

/** The filters an article list was made with; `null` means all. */
export interface ArticleFilters {
  category: string | null;
  subcategory: string | null;
}

/** A word of a search that no article has, and the words nearest to it, which were looked for in its stead. */
export interface Correction {
  typed: string;
  shown: readonly string[];
}

export interface ArticlesProps extends ArticleListProps {
  filters: ArticleFilters;
  /** How many articles stand where, whatever the filters are. */
  counts: CategoryCounts;
  /** What to begin with in the category on show, at the head of its list; none elsewhere. */
  startHere: readonly ArticleMeta[];
  /** Articles of related subcategories, where the one on show has few ({@link hasFewArticles}); otherwise none. */
  related: readonly ArticleMeta[];
  /** What was searched for, trimmed; empty when nothing was. */
  query: string;
  /** By article id, HTML with `<mark>`; only for a search. */
  snippets: Readonly<Record<string, string>>;
  /** Authors whose name, tagline or subjects match a search. */
  matchingAuthors: readonly AuthorMeta[];
  /** Words of a search that were taken for others. */
  corrections: readonly Correction[];
}

export interface AuthorsProps extends PageProps {
  /** All active authors by alias; the screen filters them itself. */
  authors: AuthorMap;
}

export interface AuthorProps extends ArticleListProps {
  author: Author;
}

export interface ArticleProps extends PageProps {
  article: Article;
  author: AuthorMeta;
  /** "You may also like": nearest first, none of them in `moreFromAuthor`. */
  alsoLike: readonly ArticleMeta[];
  moreFromAuthor: readonly ArticleMeta[];
  /** Authors of `alsoLike` and `moreFromAuthor`. */
  authors: AuthorMap;
  ads: PageAds;
}

/** Whose page it is (spec 3, "User info"). */
export interface UserInfo {
  name: string;
  email: string;
  /** What people call the provider they signed in with; absent when it is not known any more. */
  provider?: string;
}

/** A reader's own home: what the authors they follow have published. */
export interface FeedProps extends ArticleListProps {
  userInfo: UserInfo;
  /** Aliases. */
  followedAuthors: readonly string[];
  /** Articles of every category that introduce authors to a reader whose feed is empty; otherwise none. */
  introductions: readonly ArticleMeta[];
}

export interface BookmarksProps extends PageProps {
  userInfo: UserInfo;
  /** A page of them, in that order. */
  bookmarkedArticles: readonly ArticleMeta[];
  authors: AuthorMap;
  nextToken: string | null;
  /** Token this page was asked for by; `null` at the beginning. */
  from: string | null;
  order: BookmarkOrder;
  /** What they were searched for, trimmed; empty when they were not. */
  query: string;
}

export interface FollowingProps extends PageProps {
  userInfo: UserInfo;
  followedAuthors: AuthorMap;
}

/** A provider readers can sign in through. */
export interface SignInProvider {
  id: string;
  /** On its button: "Continue with {label}". */
  label: string;
}

export interface AuthProps extends PageProps {
  providers: readonly SignInProvider[];
}

export interface ErrorProps extends PageProps {
  /** Under which the fault was logged; shown to the reader. */
  errorId?: string;
}

/** Each screen and what it is given. `text` is every screen that is only words. */
export interface Screens {
  landing: LandingProps;
  articles: ArticlesProps;
  authors: AuthorsProps;
  author: AuthorProps;
  article: ArticleProps;
  feed: FeedProps;
  bookmarks: BookmarksProps;
  following: FollowingProps;
  auth: AuthProps;
  text: PageProps;
  health: PageProps;
  notFound: PageProps;
  gone: PageProps;
  busy: PageProps;
  error: ErrorProps;
}

export type ScreenName = keyof Screens;

/** What the document's head says of the page. */
export interface PageHead {
  /** Without the product's name. */
  title: string;
  description: string;
  /** Canonical path. */
  path: string;
  /** Path of a picture for link previews. */
  image?: string;
  /** Keep it out of search engines. */
  noIndex?: boolean;
}

/**
 * 410 is an article that has been withdrawn; 429 asks for a moment's patience; 503 is an answer the browser makes up
 * when it cannot reach the server.
 */
export type PageStatus = 200 | 404 | 410 | 429 | 500 | 503;

export type PagePayload = {
  [Name in ScreenName]: {
    screen: Name;
    status: PageStatus;
    head: PageHead;
    props: Screens[Name];
  };
}[ScreenName];

/** The answer for an address that has moved; the browser goes there. */
export interface PageRedirect {
  redirect: string;
}

/** First path segment under which a screen's payload is fetched: never the page's own address. */
export const PAYLOAD_PREFIX = '/page-payload';
