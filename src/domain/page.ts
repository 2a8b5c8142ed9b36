import type { PageAds } from './ads.ts';
import type { Article, ArticleMeta } from './article.ts';
import type { Author, AuthorMeta } from './author.ts';
import type { BookmarkOrder } from './bookmark-order.ts';
import type { CategoryCounts } from './category-counts.ts';

/**
 * Pages: the server resolves a URL to a payload, renders it, and embeds it. The browser hydrates from it, and
 * fetches the payload of every screen it navigates to.
 */

/** Authors by alias. */
export type AuthorMap = Readonly<Record<string, AuthorMeta>>;

/** Properties of every page: time of its content's last change, ISO 8601 in UTC. */
export interface PageProps {
  timestamp: string;
}

export interface ArticleListProps extends PageProps {
  articles: readonly ArticleMeta[];
  authors: AuthorMap;
  /** Token of the next page, `null` at the end. */
  nextToken: string | null;
  /** Token of this page; `null` for the first. */
  from: string | null;
}

export interface LandingProps extends PageProps {
  /** Newest first, at most one per author, for the wall of covers. */
  articles: readonly ArticleMeta[];
  authors: AuthorMap;
  /** Articles for newcomers, each from another category. */
  startHere: readonly ArticleMeta[];
  /** Article whose form the landing page explains; `null` without articles. */
  example: Article | null;
  /** Number of articles by category. */
  counts: CategoryCounts;
  /** Typical reading time of an article; `null` without articles. */
  readingMinutes: number | null;
}

/** Filters of an article list; `null` means all. */
export interface ArticleFilters {
  category: string | null;
  subcategory: string | null;
}

/** A word of a search that no article contains, and the most similar words, which were searched instead. */
export interface Correction {
  typed: string;
  shown: readonly string[];
}

export interface ArticlesProps extends ArticleListProps {
  filters: ArticleFilters;
  /** Number of articles by category, regardless of the filters. */
  counts: CategoryCounts;
  /** Articles for newcomers to the current category, at the top of its list; otherwise empty. */
  startHere: readonly ArticleMeta[];
  /** Articles of related subcategories, if the current one has few ({@link hasFewArticles}); otherwise empty. */
  related: readonly ArticleMeta[];
  /** Trimmed search query; empty without a search. */
  query: string;
  /** HTML with `<mark>` by article id, for a search. */
  snippets: Readonly<Record<string, string>>;
  /** Authors whose name, tagline or subjects match a search. */
  matchingAuthors: readonly AuthorMeta[];
  /** Words of the search that were replaced. */
  corrections: readonly Correction[];
}

export interface AuthorsProps extends PageProps {
  /** All active authors by alias; the screen filters them. */
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

/** The signed-in reader (spec 3, "User info"). */
export interface UserInfo {
  name: string;
  email: string;
  /** Name of the provider they signed in with. Omitted if unknown. */
  provider?: string;
}

/** A reader's home page: new articles of followed authors. */
export interface FeedProps extends ArticleListProps {
  userInfo: UserInfo;
  /** Aliases. */
  followedAuthors: readonly string[];
  /** Articles of every category that introduce authors, if the feed is empty; otherwise empty. */
  introductions: readonly ArticleMeta[];
}

export interface BookmarksProps extends PageProps {
  userInfo: UserInfo;
  /** One page of bookmarks, in the chosen order. */
  bookmarkedArticles: readonly ArticleMeta[];
  authors: AuthorMap;
  nextToken: string | null;
  /** Token of this page; `null` for the first. */
  from: string | null;
  order: BookmarkOrder;
  /** Trimmed search query; empty without a search. */
  query: string;
}

export interface FollowingProps extends PageProps {
  userInfo: UserInfo;
  followedAuthors: AuthorMap;
}

/** An identity provider for sign-in. */
export interface SignInProvider {
  id: string;
  /** On its button: "Continue with {label}". */
  label: string;
}

export interface AuthProps extends PageProps {
  providers: readonly SignInProvider[];
}

export interface ErrorProps extends PageProps {
  /** Id of the logged error, shown to the reader. */
  errorId?: string;
}

/** Props of each screen. `text` stands for every static text screen. */
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

/** Head of the document. */
export interface PageHead {
  /** Without the product's name. */
  title: string;
  description: string;
  /** Canonical path. */
  path: string;
  /** Path of the picture for link previews. */
  image?: string;
  /** Excludes the page from search engines. */
  noIndex?: boolean;
}

/** 410: withdrawn article; 429: rate limit; 503: also created by the browser if the server is unreachable. */
export type PageStatus = 200 | 404 | 410 | 429 | 500 | 503;

export type PagePayload = {
  [Name in ScreenName]: {
    screen: Name;
    status: PageStatus;
    head: PageHead;
    props: Screens[Name];
  };
}[ScreenName];

/** Response for a moved page; the browser navigates there. */
export interface PageRedirect {
  redirect: string;
}

/** First path segment of payload URLs, so that they differ from page URLs. */
export const PAYLOAD_PREFIX = '/page-payload';
