import type { PageAds } from './ads.ts';
import type { Article, ArticleBody, ArticleMeta, ArticleTeaser, ListedArticle } from './article.ts';
import type { Author, AuthorSummary } from './author.ts';
import type { BookmarkFilter, BookmarkOrder } from './bookmark-order.ts';
import type { CategoryId } from './categories.ts';
import type { ArticleOrAuthorCountsByCategory } from './category-counts.ts';
import type { DailyFiveArticle } from './daily-five.ts';
import type { ExploreList } from './explore-list.ts';
import type { FeedFilter } from './feed-filter.ts';
import type { Line } from './lines.ts';
import type { ReadingRecord, ReadingSection } from './reading.ts';

/**
 * Payloads of pages. The server resolves a URL to a payload, renders the page from it, and embeds it in the
 * HTML. The browser hydrates the page from the embedded payload, and fetches the payload of every screen it
 * navigates to.
 */

/** Author data by alias. */
export type AuthorMap = Readonly<Record<string, AuthorSummary>>;

/** Props of every page. `timestamp` is the time at which the page's content last changed; ISO 8601 in UTC. */
export interface CommonPageProps {
  timestamp: string;
}

export interface ArticleListScreenProps extends CommonPageProps {
  articles: readonly ArticleMeta[];
  authors: AuthorMap;
  /** Token of the list's next page; `null` on the last page. */
  nextToken: string | null;
  /** Token of the current page of the list; `null` for the first page. */
  from: string | null;
}

/** The parts of an article that the landing page shows as an example. The body contains only the first key point. */
export type ExampleArticle = Pick<Article, 'title' | 'authorAlias' | 'path' | 'readingMinutes'> & {
  body: Pick<ArticleBody, 'summary' | 'keyPoints'>;
};

/** The fields of an article that the landing page shows for each of the five articles of the day. */
export type VisitorDailyFiveArticle = WallCover &
  Pick<ArticleTeaser, 'category' | 'readingMinutes'>;

/** The fields of an article that its cover on the landing page needs. */
export type WallCover = Pick<ArticleTeaser, 'id' | 'path' | 'title' | 'image'>;

export interface LandingScreenProps extends CommonPageProps {
  /** Articles on the wall of covers: newest first, with at most one per author. */
  articles: readonly WallCover[];
  /** The five articles of the day, which are the same for all visitors. */
  dailyFive: readonly VisitorDailyFiveArticle[];
  /**
   * Article that the landing page uses to explain the structure of articles; `null` if there are no articles.
   */
  example: ExampleArticle | null;
  /** Number of articles by category. */
  counts: ArticleOrAuthorCountsByCategory;
  /** Typical reading time of an article, in minutes; `null` if there are no articles. */
  readingMinutes: number | null;
}

/** IDs of the category and subcategory to which a list of articles or authors is limited; `null` means no limit. */
export interface CategorySelection {
  category: string | null;
  subcategory: string | null;
}

/** The article list that Explore shows, and its filters. */
export interface ExploreSelection extends CategorySelection {
  show: ExploreList;
}

/** The part of a category's or subcategory's page that introduces it to new readers. */
export interface CategoryOverview {
  /** Title of the page, without the product name. */
  title: string;
  /** Description of the page for search engines. */
  description: string;
  /** Two or three sentences about the subject. */
  introduction: string;
  /** Articles to start with. Empty if there are no others. */
  startHere: readonly ListedArticle[];
  authors: readonly Pick<AuthorSummary, 'alias' | 'profileImage'>[];
}

/**
 * A search word that no article contains (`typed`), and the most similar words that articles contain (`shown`). The
 * search uses `shown`.
 */
export interface SearchCorrection {
  typed: string;
  shown: readonly string[];
}

export interface ArticlesScreenProps extends Omit<ArticleListScreenProps, 'articles'> {
  articles: readonly ListedArticle[];
  filters: ExploreSelection;
  /** Number of articles by category, regardless of the filters. */
  counts: ArticleOrAuthorCountsByCategory;
  /** Omitted unless the page is the first page of the newest articles of a category or subcategory. */
  overview?: CategoryOverview | undefined;
  /**
   * Articles of related subcategories. Empty unless the page shows the newest articles of a subcategory that has few
   * articles ({@link isSparseSubcategory}).
   */
  related: readonly ArticleMeta[];
  /** Trimmed search query; empty without a search. */
  query: string;
  /** Excerpts from the articles found, by article ID. Each is HTML with `<mark>` around the search words. */
  snippets: Readonly<Record<string, string>>;
  /** Authors whose name, tagline or subjects match the search. */
  matchingAuthors: readonly AuthorSummary[];
  /** Search words that no article contains, with the words that replaced them. */
  corrections: readonly SearchCorrection[];
}

export interface AuthorsScreenProps extends CommonPageProps {
  /** Authors on the current page of the list, by alias and in the order of their aliases. */
  authors: AuthorMap;
  /**
   * Filters that the server applied to `authors`. If all authors fit on one page, the screen filters them
   * itself.
   */
  filters: CategorySelection;
  /** Trimmed search query that the server applied to `authors`; empty without a search. */
  query: string;
  /** Number of authors by category, regardless of the filters. */
  counts: ArticleOrAuthorCountsByCategory;
  /** Token of the list's next page; `null` on the last page. */
  nextToken: string | null;
  /** Token of the current page of the list; `null` for the first page. */
  from: string | null;
}

export interface AuthorScreenProps extends ArticleListScreenProps {
  author: Author;
}

export interface ArticleScreenProps extends CommonPageProps {
  article: Article;
  /**
   * Articles under "You may also like", most closely related first. Articles in `moreFromAuthor` are
   * excluded.
   */
  alsoLike: readonly ArticleTeaser[];
  moreFromAuthor: readonly ArticleTeaser[];
  /** The author of the article, by alias. */
  authors: AuthorMap;
  ads: PageAds;
}

/** The signed-in reader (spec 3, "User info"). */
export interface UserInfo {
  name: string;
  email: string;
  /** Name of the identity provider that the reader signed in with. Omitted if unknown. */
  provider?: string;
}

/** An article that a reader has left in the middle of its text or of its narration. */
export interface UnfinishedArticle {
  article: ArticleMeta;
  /** The part of the text at which the reader continues; `null` for the beginning. */
  section: ReadingSection | null;
  /** The time in the narration, in seconds, if the reader left the narration last. `null` if they left the text last. */
  heardSeconds: number | null;
}

/** A line that a reader kept some time ago, and the current UTC day as YYYY-MM-DD. */
export interface LineOfDay {
  line: Line;
  today: string;
}

/** Props of a reader's home page, which shows the articles of the day and new articles of followed authors. */
export interface FeedScreenProps extends ArticleListScreenProps {
  userInfo: UserInfo;
  /** Aliases of the authors that the reader follows. */
  followedAuthors: readonly string[];
  /** The filter of the feed. Always `all` if the feed has no articles even without a filter. */
  show: FeedFilter;
  /** If the feed is empty, articles that introduce authors of every category. Otherwise an empty list. */
  introductions: readonly ArticleMeta[];
  /** The reader's five articles of the day. Fewer if the reader has read almost everything. */
  dailyFive: readonly DailyFiveArticle[];
  /** Articles that the reader has started and not finished, last left first. */
  unfinished: readonly UnfinishedArticle[];
  /** A line that the reader kept earlier; `null` on most days. */
  lineOfDay: LineOfDay | null;
  /** IDs of the categories that the reader has chosen as topics. */
  topics: readonly CategoryId[];
}

export interface BookmarksScreenProps extends CommonPageProps {
  userInfo: UserInfo;
  /** Bookmarked articles on the current page, in the chosen order. */
  bookmarkedArticles: readonly ArticleMeta[];
  authors: AuthorMap;
  nextToken: string | null;
  /** Token of the current page of the bookmarks; `null` for the first page. */
  from: string | null;
  show: BookmarkFilter;
  order: BookmarkOrder;
  /** Trimmed search query; empty without a search. */
  query: string;
  /** True if the reader has enough bookmarks to search them, or has searched them. */
  offersSearch: boolean;
}

export interface FollowingScreenProps extends CommonPageProps {
  userInfo: UserInfo;
  followedAuthors: AuthorMap;
}

/** Reading time, in minutes, of the articles that a reader has finished. */
export interface ReadingHistoryMinutes {
  /** In the last seven days. */
  lastWeek: number;
  /** In the seven days before those. */
  weekBefore: number;
}

export interface HistoryScreenProps extends ArticleListScreenProps {
  userInfo: UserInfo;
  /** The reader's record of each article, by article ID. */
  readings: Readonly<Record<string, ReadingRecord>>;
  minutes: ReadingHistoryMinutes;
  /** False if the reader has turned the history off. The page then shows only articles that were recorded before. */
  keepsHistory: boolean;
}

export interface LinesScreenProps extends CommonPageProps {
  userInfo: UserInfo;
  /** Lines on the current page that match the filters, last kept first. */
  lines: readonly Line[];
  nextToken: string | null;
  /** Token of the current page of the lines; `null` for the first page. */
  from: string | null;
  /** ID of the category to which the lines are limited; `null` for all. */
  category: CategoryId | null;
  /** ID of the article to which the lines are limited; `null` for all. */
  article: string | null;
  /** Trimmed search query; empty without a search. */
  query: string;
  /** IDs of the categories from which the reader has lines, regardless of the filters. */
  categories: readonly CategoryId[];
  /** Number of the reader's lines, regardless of the filters. */
  count: number;
}

/** An identity provider for sign-in. */
export interface SignInProvider {
  id: string;
  /** Name of the provider on its sign-in button: "Continue with {label}". */
  label: string;
}

export interface AuthScreenProps extends CommonPageProps {
  providers: readonly SignInProvider[];
}

export interface SettingsScreenProps extends CommonPageProps {
  /** True if readers can get the weekly letter, because a mail server is configured. */
  offersLetter: boolean;
}

export interface ErrorScreenProps extends CommonPageProps {
  /** ID of the logged error, shown to the reader. */
  errorId?: string;
}

/** Props of each screen. `text` covers all screens that only have static text. */
export interface ScreenPropsByKind {
  landing: LandingScreenProps;
  articles: ArticlesScreenProps;
  authors: AuthorsScreenProps;
  author: AuthorScreenProps;
  article: ArticleScreenProps;
  feed: FeedScreenProps;
  bookmarks: BookmarksScreenProps;
  following: FollowingScreenProps;
  history: HistoryScreenProps;
  lines: LinesScreenProps;
  auth: AuthScreenProps;
  settings: SettingsScreenProps;
  text: CommonPageProps;
  health: CommonPageProps;
  notFound: CommonPageProps;
  gone: CommonPageProps;
  busy: CommonPageProps;
  error: ErrorScreenProps;
}

export type ScreenKind = keyof ScreenPropsByKind;

/** Content of a page's `<head>`. */
export interface PageHead {
  /** Title of the page, without the product name. */
  title: string;
  description: string;
  /** Canonical path of the page. */
  path: string;
  /** True if search engines should not index the page. */
  noIndex?: boolean;
}

/**
 * HTTP status of a page. 410 means that the article was withdrawn, and 429 that a rate limit was exceeded. If the
 * server is unreachable, the browser itself creates a page with status 503.
 */
export type PageStatus = 200 | 404 | 410 | 429 | 500 | 503;

export type PagePayload = {
  [Name in ScreenKind]: {
    screen: Name;
    status: PageStatus;
    head: PageHead;
    props: ScreenPropsByKind[Name];
  };
}[ScreenKind];

/**
 * Content of an article's page that the payload in its document omits. The browser reads this content from the HTML.
 */
export interface ArticleContentInHtml {
  text: Omit<ArticleBody, 'corrections' | 'readByPersonOn'>;
  /** The cards of `alsoLike` and `moreFromAuthor`, in this order. */
  cards: readonly CardContentInHtml[];
}

export type CardContentInHtml = Pick<ArticleTeaser, 'path' | 'title' | 'authorAlias' | 'image'>;

/** Returns the payload that a document embeds: the page's payload without {@link ArticleContentInHtml}. */
export function toEmbeddedPayload(payload: PagePayload) {
  if (payload.screen !== 'article') return payload;
  const { article, alsoLike, moreFromAuthor, ...rest } = payload.props;
  const { corrections, readByPersonOn } = article.body;
  const props = {
    ...rest,
    article: { ...article, body: { corrections, readByPersonOn } },
    alsoLike: alsoLike.map(omitCardContent),
    moreFromAuthor: moreFromAuthor.map(omitCardContent),
  };
  return { ...payload, props };
}

export type EmbeddedPayload = ReturnType<typeof toEmbeddedPayload>;

function omitCardContent(article: ArticleTeaser): Omit<ArticleTeaser, keyof CardContentInHtml> {
  const { id, category, subcategory, readingMinutes, hasAudio } = article;
  return { id, category, subcategory, readingMinutes, hasAudio };
}

/**
 * Restores the payload of a page from the payload embedded in its document. `readMarkup` reads the omitted content from
 * the HTML of an article's page. Throws an error if the number of cards in the HTML differs from the payload.
 */
export function fromEmbeddedPayload(
  embedded: EmbeddedPayload,
  readMarkup: () => ArticleContentInHtml,
): PagePayload {
  if (embedded.screen !== 'article') return embedded;
  const { article, alsoLike, moreFromAuthor } = embedded.props;
  const { text, cards } = readMarkup();
  if (cards.length !== alsoLike.length + moreFromAuthor.length)
    throw new Error('The suggestions of the article are incomplete.');
  const teasers = [...alsoLike, ...moreFromAuthor].map((teaser, at) => ({
    ...teaser,
    ...cards[at]!,
  }));
  const props = {
    ...embedded.props,
    article: { ...article, body: { ...text, ...article.body } },
    alsoLike: teasers.slice(0, alsoLike.length),
    moreFromAuthor: teasers.slice(alsoLike.length),
  };
  return { ...embedded, props };
}

/** Response that replaces the payload of a page that has moved. The browser navigates to `redirect`. */
export interface PageRedirect {
  redirect: string;
}

/** First path segment of payload URLs. It distinguishes payload URLs from page URLs. */
export const PAYLOAD_PREFIX = '/page-payload';
