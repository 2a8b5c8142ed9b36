import type { PageAds } from './ads.ts';
import type { Article, ArticleBody, ArticleMeta, ArticleTeaser, ListedArticle } from './article.ts';
import type { Author, AuthorSummary } from './author.ts';
import type { BookmarkFilter, BookmarkOrder } from './bookmark-order.ts';
import type { CategoryId } from './categories.ts';
import type { ArticleOrAuthorCountsByCategory } from './category-counts.ts';
import type { DailyFiveArticle } from './daily-five.ts';
import type { ExploreListName } from './explore-list-name.ts';
import type { FeedReadFilter } from './feed-filter.ts';
import type { Line } from './lines.ts';
import type { ReadingRecord, ReadingSection } from './reading.ts';

/**
 * Payloads of pages. The server resolves a URL to a payload, renders the page from it, and embeds it in the
 * HTML. The browser hydrates the page from the embedded payload, and fetches the payload of every screen it
 * navigates to.
 */

/** Author data by alias. */
export type AuthorsByAlias = Readonly<Record<string, AuthorSummary>>;

/** Props of every page. `timestamp` is the time at which the page's content last changed; ISO 8601 in UTC. */
export interface CommonPageProps {
  timestamp: string;
}

export interface CommonArticleListProps extends CommonPageProps {
  articles: readonly ArticleMeta[];
  authors: AuthorsByAlias;
  /** Pagination token of the list's next page; `null` on the last page. */
  nextToken: string | null;
  /** Pagination token of the list's current page; `null` on the first page. */
  from: string | null;
}

/**
 * The parts of an article that the landing page shows as an example. `body.keyPoints` contains only the first key
 * point.
 */
export type ExampleArticle = Pick<Article, 'title' | 'authorAlias' | 'path' | 'readingMinutes'> & {
  body: Pick<ArticleBody, 'summary' | 'keyPoints'>;
};

/** The article fields that the landing page shows for each of the five articles of the day. */
export type VisitorDailyFiveArticle = LandingPageCoverArticle &
  Pick<ArticleTeaser, 'category' | 'readingMinutes'>;

/** The article fields that are needed to show an article's cover on the landing page. */
export type LandingPageCoverArticle = Pick<ArticleTeaser, 'id' | 'path' | 'title' | 'image'>;

export interface LandingScreenProps extends CommonPageProps {
  /**
   * Articles whose covers the landing page shows: first the newest article by each author, then further articles. Both
   * groups are sorted newest first.
   */
  articles: readonly LandingPageCoverArticle[];
  /** The five articles of the day. They are the same for all visitors. */
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

/** IDs of the category and subcategory by which a list of articles or authors is filtered; `null` means no filter. */
export interface CategorySelection {
  category: string | null;
  subcategory: string | null;
}

/** The selected list of articles on the Explore page, and its category filters. */
export interface ExploreSelection extends CategorySelection {
  show: ExploreListName;
}

/** The introduction of a category or subcategory, shown above its list of articles. */
export interface CategoryOverview {
  /** The page's title, without the product name. */
  title: string;
  /** The page's description for search engines. */
  description: string;
  /** Two or three sentences about the subject. */
  introduction: string;
  /**
   * Articles for readers who are new to the category or subcategory. Empty if it has so few articles that its article
   * list shows all of them anyway.
   */
  startHere: readonly ListedArticle[];
  authors: readonly Pick<AuthorSummary, 'alias' | 'profileImage'>[];
}

/**
 * A correction to a search query: no article contains the word `typed`, so the search uses the most similar words that
 * occur in articles (`shown`) instead.
 */
export interface SearchCorrection {
  typed: string;
  shown: readonly string[];
}

export interface ArticlesScreenProps extends Omit<CommonArticleListProps, 'articles'> {
  articles: readonly ListedArticle[];
  filters: ExploreSelection;
  /** Number of articles by category, regardless of the filters. */
  counts: ArticleOrAuthorCountsByCategory;
  /** The introduction of the category or subcategory. Present only on the first page of the list of newest articles. */
  overview?: CategoryOverview | undefined;
  /**
   * Articles from related subcategories. Empty unless the page lists the newest articles in a subcategory that has few
   * articles ({@link isSparseSubcategory}).
   */
  related: readonly ArticleMeta[];
  /** Trimmed search query; empty without a search. */
  query: string;
  /**
   * Excerpts from the articles that the search found, keyed by article ID. Each excerpt is HTML with `<mark>` elements
   * around the search words.
   */
  snippets: Readonly<Record<string, string>>;
  /** Authors whose name, tagline or subjects match the search. */
  matchingAuthors: readonly AuthorSummary[];
  /**
   * Corrected words of the search query. Each entry consists of a word that no article contains and the words that
   * replace it.
   */
  corrections: readonly SearchCorrection[];
}

export interface AuthorsScreenProps extends CommonPageProps {
  /** Authors on the current page of the list, keyed and sorted by alias. */
  authors: AuthorsByAlias;
  /**
   * Filters that the server applied to `authors`. Both filters are `null` if the payload contains all authors, because
   * the browser then filters the list itself.
   */
  filters: CategorySelection;
  /** Trimmed search query that the server applied to `authors`; empty without a search. */
  query: string;
  /** Number of authors by category, regardless of the filters. */
  counts: ArticleOrAuthorCountsByCategory;
  /** Pagination token of the list's next page; `null` on the last page. */
  nextToken: string | null;
  /** Pagination token of the list's current page; `null` on the first page. */
  from: string | null;
}

export interface AuthorScreenProps extends CommonArticleListProps {
  author: Author;
}

export interface ArticleScreenProps extends CommonPageProps {
  article: Article;
  /**
   * Articles under "You may also like", most closely related first. Articles in `moreFromAuthor` are not repeated here.
   */
  alsoLike: readonly ArticleTeaser[];
  moreFromAuthor: readonly ArticleTeaser[];
  /** The article's author, by alias. */
  authors: AuthorsByAlias;
  ads: PageAds;
}

/** The signed-in reader (spec 3, "User info"). */
export interface UserInfo {
  name: string;
  email: string;
  /** Name of the identity provider that the reader signed in with. Omitted if unknown. */
  provider?: string;
}

/** An article that a reader has started to read or to listen to, but has not finished. */
export interface UnfinishedArticle {
  article: ArticleMeta;
  /** The section where the reader continues reading; `null` for the beginning. */
  section: ReadingSection | null;
  /**
   * The position in the narration at which the reader stopped listening, in seconds. `null` if the reader's latest
   * progress was in the text, not in the narration.
   */
  heardSeconds: number | null;
}

/**
 * The line of the day: a passage that the reader saved from an article earlier. `today` is the current UTC day as
 * YYYY-MM-DD.
 */
export interface LineOfDay {
  line: Line;
  today: string;
}

/** Props of a reader's home page, which shows the articles of the day and new articles by followed authors. */
export interface FeedScreenProps extends CommonArticleListProps {
  userInfo: UserInfo;
  /** Aliases of the authors that the reader follows. */
  followedAuthors: readonly string[];
  /** The feed's filter. Always `all` if the feed would be empty even without a filter. */
  show: FeedReadFilter;
  /** Articles that introduce authors from every category. Empty unless the feed is empty. */
  introductions: readonly ArticleMeta[];
  /** The articles recommended to the reader today: five, or fewer if the reader has read almost all articles. */
  dailyFive: readonly DailyFiveArticle[];
  /** Articles that the reader has started and not finished, most recently read or heard first. */
  unfinished: readonly UnfinishedArticle[];
  /** A passage that the reader saved from an article earlier; `null` on most days. */
  lineOfDay: LineOfDay | null;
  /** IDs of the categories that the reader has chosen as topics. */
  topics: readonly CategoryId[];
}

export interface BookmarksScreenProps extends CommonPageProps {
  userInfo: UserInfo;
  /** Bookmarked articles on the current page, in the chosen order. */
  bookmarkedArticles: readonly ArticleMeta[];
  authors: AuthorsByAlias;
  nextToken: string | null;
  /** Pagination token of the current page of bookmarks; `null` on the first page. */
  from: string | null;
  show: BookmarkFilter;
  order: BookmarkOrder;
  /** Trimmed search query; empty without a search. */
  query: string;
  /**
   * True if the page shows a search box. This is the case if the reader has many bookmarks, or if the page shows search
   * results.
   */
  offersSearch: boolean;
}

export interface FollowingScreenProps extends CommonPageProps {
  userInfo: UserInfo;
  followedAuthors: AuthorsByAlias;
}

/** Total reading time, in minutes, of the articles that a reader finished in each of two periods. */
export interface ReadingMinutesOfLastTwoWeeks {
  /** Minutes in the last seven days. */
  lastWeek: number;
  /** Minutes in the seven days before the last seven days. */
  weekBefore: number;
}

export interface HistoryScreenProps extends CommonArticleListProps {
  userInfo: UserInfo;
  /** The reader's progress in each article, by article ID. */
  readings: Readonly<Record<string, ReadingRecord>>;
  minutes: ReadingMinutesOfLastTwoWeeks;
  /**
   * False if the reader has turned off the reading history. The page then shows only articles that were added to the
   * history before the reader turned it off.
   */
  keepsHistory: boolean;
}

export interface LinesScreenProps extends CommonPageProps {
  userInfo: UserInfo;
  /** Lines (saved passages) on the current page that match the filters, most recently saved first. */
  lines: readonly Line[];
  nextToken: string | null;
  /** Pagination token of the current page of lines; `null` on the first page. */
  from: string | null;
  /** ID of the category to which the lines are limited; `null` for lines from all categories. */
  category: CategoryId | null;
  /** ID of the article to which the lines are limited; `null` for lines from all articles. */
  article: string | null;
  /** Trimmed search query; empty without a search. */
  query: string;
  /** IDs of all categories in which the reader has saved lines, regardless of the filters. */
  categories: readonly CategoryId[];
  /** Total number of the reader's lines, regardless of the filters. */
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
  /** True if a mail server is configured, so that readers can get the weekly letter by email. */
  offersLetter: boolean;
}

export interface ErrorScreenProps extends CommonPageProps {
  /** ID of the logged server error. The page shows it to the reader. */
  errorId?: string;
}

/** Props of each kind of screen. `text` stands for all screens that show only static text. */
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
  /** The page's title, without the product name. */
  title: string;
  description: string;
  /** The page's canonical path. */
  path: string;
  /** True if search engines should not index the page. */
  noIndex?: boolean;
}

/**
 * HTTP status of a page. 410 means that the article has been withdrawn, and 429 that a rate limit was
 * exceeded or the server is overloaded. If the server is unreachable, the browser itself creates a
 * page with status 503.
 */
export type PageHttpStatus = 200 | 404 | 410 | 429 | 500 | 503;

export type PagePayload = {
  [Name in ScreenKind]: {
    screen: Name;
    status: PageHttpStatus;
    head: PageHead;
    props: ScreenPropsByKind[Name];
  };
}[ScreenKind];

/**
 * Content that an article page's embedded payload omits, because the HTML document contains it anyway. The browser
 * reads this content from the HTML.
 */
export interface ArticleContentReadFromHtml {
  text: Omit<ArticleBody, 'corrections' | 'readByPersonOn'>;
  /** The cards of the articles in `alsoLike`, followed by those in `moreFromAuthor`. */
  cards: readonly CardContentReadFromHtml[];
}

export type CardContentReadFromHtml = Pick<
  ArticleTeaser,
  'path' | 'title' | 'authorAlias' | 'image'
>;

/**
 * Returns the payload to embed in a page's document: the complete payload without {@link ArticleContentReadFromHtml}.
 */
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

function omitCardContent(
  article: ArticleTeaser,
): Omit<ArticleTeaser, keyof CardContentReadFromHtml> {
  const { id, category, subcategory, readingMinutes, hasAudio } = article;
  return { id, category, subcategory, readingMinutes, hasAudio };
}

/**
 * Restores a page's complete payload from the payload embedded in the HTML document. For an article page, `readMarkup`
 * reads the omitted content from the HTML. Throws an error if the HTML and the embedded payload contain different
 * numbers of article cards.
 */
export function fromEmbeddedPayload(
  embedded: EmbeddedPayload,
  readMarkup: () => ArticleContentReadFromHtml,
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

/** Response to a request for the payload of a page that has moved. The browser navigates to `redirect`. */
export interface PageRedirect {
  redirect: string;
}

/** First path segment of payload URLs. It distinguishes payload URLs from page URLs. */
export const PAYLOAD_PATH_PREFIX = '/page-payload';
