import type { Article, ArticleMeta } from '#domain/article.ts';
import type { AuthorSummary } from '#domain/author.ts';
import type { CategoryId } from '#domain/categories.ts';
import type { ArticleOrAuthorCountsByCategory } from '#domain/category-counts.ts';
import { listLinkedArticlePaths } from '#domain/linked-article-paths.ts';
import type { AuthorsByAlias } from '#domain/page.ts';
import { calculateSecondsUntilNextUtcDay } from '#domain/utc-day.ts';
import {
  type ArticleListFilters,
  type ArticleLookupResult,
  computeMedianReadingMinutes,
  findArticleByPath,
  findFullArticlesByIds,
  findPublishedArticleById,
  findSimilarArticlePath,
  listPublishedArticles,
  requireValidArticleListToken,
} from '#server/catalogue/articles/repository.ts';
import {
  type ArticleSuggestions,
  createRelatedSubcategoryFilters,
  listArticleSuggestions,
  listArticlesInRelatedSubcategories,
  listLandingPageArticles,
} from '#server/catalogue/articles/suggestions.ts';
import {
  type AuthorListFilters,
  listActiveAuthors,
  requireValidAuthorListToken,
} from '#server/catalogue/authors/author-list.ts';
import {
  countActiveAuthorsByCategory,
  findActiveAuthorByAnyAlias,
  findActiveAuthorsOfArticles,
} from '#server/catalogue/authors/repository.ts';
import {
  type CategoryOverviewData,
  loadCategoryOverview,
} from '#server/catalogue/category-overviews/service.ts';
import {
  type ContentCacheKey,
  getCacheKeysOfArticleList,
  getCacheKeysOfArticles,
  getCacheKeysOfAuthors,
  getLastContentChangeTime,
} from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { getVisitorDailyFive } from '#server/readers/daily-five/service.ts';
import { countFollowers } from '#server/readers/follows/repository.ts';
import { FOLLOWER_COUNT_MAX_AGE_SECONDS } from '#server/readers/follows/service.ts';

/**
 * The maximum age, in seconds, of pages with suggestions or article counts. Every new article may change suggestions
 * and counts. They have no cache key, because otherwise each new article would invalidate nearly every page.
 */
const SUGGESTIONS_MAX_AGE = 300;

type FoundAuthor = NonNullable<Awaited<ReturnType<typeof findActiveAuthorByAnyAlias>>>;

/**
 * Reads public content for one page, and records the content's cache keys and maximum age. Cached pages read articles
 * and authors only through this class, so that their code does not have to list cache keys.
 */
export class TrackedContentReader {
  readonly #queries: Queries;
  readonly #getArticleCounts: () => Promise<ArticleOrAuthorCountsByCategory>;
  readonly #keys = new Set<ContentCacheKey>();
  #maxAge: number | undefined;

  /**
   * Creates an object that reads the content of one page. `getArticleCounts` returns the current article counts of all
   * categories.
   */
  constructor(queries: Queries, getArticleCounts: () => Promise<ArticleOrAuthorCountsByCategory>) {
    this.#queries = queries;
    this.#getArticleCounts = getArticleCounts;
  }

  /** The cache keys of the content that was read. The page becomes stale when any of this content changes. */
  get keys(): ContentCacheKey[] {
    return [...this.#keys];
  }

  /** The maximum age of the page in seconds. Undefined if only content changes make the page stale. */
  get maxAge(): number | undefined {
    return this.#maxAge;
  }

  /** Limits the maximum age of the page, in seconds, because the page contains content that has no cache key. */
  limitMaxAge(seconds: number): void {
    this.#maxAge = Math.min(this.#maxAge ?? seconds, seconds);
  }

  /** Finds an article by its current path or a former path. Returns `undefined` if no article ever had this path. */
  async findArticleByPath(alias: string, slug: string): Promise<ArticleLookupResult | undefined> {
    const lookup = await findArticleByPath(this.#queries, alias, slug);
    if (lookup?.kind === 'found') this.#addKeys(getCacheKeysOfArticles([lookup.article]));
    if (lookup?.kind === 'withdrawn') this.#addKeys([`article:${lookup.id}`]);
    return lookup;
  }

  /** Returns the path of the author's article with the most similar slug. Returns `undefined` if no slug is similar. */
  findSimilarArticlePath(alias: string, slug: string): Promise<string | undefined> {
    return findSimilarArticlePath(this.#queries, alias, slug);
  }

  /** Finds a published article, and returns it with its body. */
  async findPublishedArticleById(id: string): Promise<Article | undefined> {
    const article = await findPublishedArticleById(this.#queries, id);
    if (article) this.#addKeys(getCacheKeysOfArticles([article]));
    return article;
  }

  /**
   * Returns suggestions for further reading: up to `limit` articles that are similar to the given article, and up to
   * `limit` articles by the same author.
   */
  async listArticleSuggestions(article: Article, limit: number): Promise<ArticleSuggestions> {
    const suggestions = await listArticleSuggestions(
      this.#queries,
      article,
      limit,
      listLinkedArticlePaths(article.body),
    );
    this.#addKeys(getCacheKeysOfArticles([...suggestions.alsoLike, ...suggestions.moreFromAuthor]));
    this.limitMaxAge(SUGGESTIONS_MAX_AGE);
    return suggestions;
  }

  /**
   * Returns a page of an article list. Throws {@link InvalidRequestError} if the page token was not issued for this
   * list. Without this check, clients could fill the cache with invented URLs.
   */
  async listPublishedArticles(filters: ArticleListFilters, limit: number, token?: string) {
    if (token) await requireValidArticleListToken(this.#queries, filters, token);
    const page = await listPublishedArticles(this.#queries, filters, limit, token);
    this.#addKeys([...getCacheKeysOfArticleList(filters), ...getCacheKeysOfArticles(page.metas)]);
    return page;
  }

  /** Returns up to `limit` of the newest articles that match the filters, with their bodies. */
  async listFullArticles(filters: ArticleListFilters, limit: number): Promise<Article[]> {
    const { metas } = await this.listPublishedArticles(filters, limit);
    return findFullArticlesByIds(
      this.#queries,
      metas.map(({ id }) => id),
    );
  }

  /** Returns up to `limit` of the newest articles, chosen from many authors. The landing page shows their covers. */
  async listLandingPageArticles(limit: number): Promise<ArticleMeta[]> {
    const articles = await listLandingPageArticles(this.#queries, limit);
    this.#addKeys(['list', ...getCacheKeysOfArticles(articles)]);
    return articles;
  }

  /**
   * Returns the five articles that visitors are offered today. The page becomes stale at midnight UTC, when the next
   * articles are chosen.
   */
  async getDailyFive(): Promise<ArticleMeta[]> {
    const now = new Date();
    const articles = await getVisitorDailyFive(this.#queries, now);
    this.#addKeys(['list', ...getCacheKeysOfArticles(articles)]);
    this.limitMaxAge(calculateSecondsUntilNextUtcDay(now));
    return articles;
  }

  /**
   * Returns the article counts of all categories. The counts have no cache key, because otherwise each new article
   * would invalidate every category page. Instead, the maximum age of the page is limited.
   */
  async getArticleCountsByCategory(): Promise<ArticleOrAuthorCountsByCategory> {
    this.limitMaxAge(SUGGESTIONS_MAX_AGE);
    return this.#getArticleCounts();
  }

  /**
   * Returns the overview of a category or subcategory. It consists of an introduction, authors and suggested articles.
   */
  async loadCategoryOverview(
    category: CategoryId,
    subcategory: string | undefined,
  ): Promise<CategoryOverviewData> {
    const overview = await loadCategoryOverview(this.#queries, category, subcategory);
    this.#addKeys([
      ...getCacheKeysOfArticleList({ category }),
      ...getCacheKeysOfArticles(overview.startHere),
      ...getCacheKeysOfAuthors(overview.authors),
    ]);
    // The page's maximum age is limited, because changes in the popularity of articles have no cache key.
    this.limitMaxAge(SUGGESTIONS_MAX_AGE);
    return overview;
  }

  /**
   * Returns the newest articles from the three subcategories that are most closely related to a subcategory, up to
   * `limit` from each.
   */
  async listArticlesInRelatedSubcategories(
    category: string,
    subcategory: string,
    limit: number,
  ): Promise<ArticleMeta[]> {
    const metas = await listArticlesInRelatedSubcategories(
      this.#queries,
      category,
      subcategory,
      limit,
    );
    this.#addKeys([
      ...createRelatedSubcategoryFilters(category, subcategory).flatMap(getCacheKeysOfArticleList),
      ...getCacheKeysOfArticles(metas),
    ]);
    return metas;
  }

  /** Returns the median reading time of all articles in minutes, or `null` if there are no articles. */
  async computeMedianReadingMinutes(): Promise<number | null> {
    this.#addKeys(['list']);
    return computeMedianReadingMinutes(this.#queries);
  }

  /** Returns the active authors of the given articles, by alias. */
  async findAuthorsOfArticles(
    articles: readonly { authorAlias: string }[],
  ): Promise<AuthorsByAlias> {
    const authors = await findActiveAuthorsOfArticles(this.#queries, articles);
    this.#addKeys(getCacheKeysOfAuthors(Object.values(authors)));
    // The page's maximum age is limited, because the returned authors contain article counts, which have no cache key.
    this.limitMaxAge(SUGGESTIONS_MAX_AGE);
    return authors;
  }

  /**
   * Returns a page of active authors with their article counts, sorted by alias. Throws {@link InvalidRequestError} if
   * the page token was not issued for this list. Without this check, clients could fill the cache with invented URLs.
   */
  async listActiveAuthors(
    filters: AuthorListFilters,
    limit: number,
    token?: string,
  ): Promise<{ metas: readonly AuthorSummary[]; nextToken: string | null }> {
    if (token) await requireValidAuthorListToken(this.#queries, filters, token);
    const { entries, nextToken } = await listActiveAuthors(this.#queries, filters, limit, token);
    // A new author may appear on any page of the list, so each page depends on the cache key `authors`, which covers
    // all profiles.
    this.#addKeys(['authors', 'list']);
    return { metas: entries.map(([, author]) => author), nextToken };
  }

  /** Returns the number of active authors in each category and subcategory. */
  async countActiveAuthorsByCategory(): Promise<ArticleOrAuthorCountsByCategory> {
    this.#addKeys(['authors']);
    return countActiveAuthorsByCategory(this.#queries);
  }

  /** Finds an active author by their current alias or a former one. */
  async findActiveAuthorByAnyAlias(alias: string): Promise<FoundAuthor | undefined> {
    const match = await findActiveAuthorByAnyAlias(this.#queries, alias);
    if (match) this.#addKeys(getCacheKeysOfAuthors([match.author]));
    return match;
  }

  /** Counts the followers of an author. */
  async countFollowers(authorId: string): Promise<number> {
    this.limitMaxAge(FOLLOWER_COUNT_MAX_AGE_SECONDS);
    return countFollowers(this.#queries, authorId);
  }

  /**
   * Returns the time of the last change to public content, in ISO 8601 format. Author pages and
   * pages with lists of articles or authors use this time as their timestamp.
   */
  async findLastChange(): Promise<string> {
    return (await getLastContentChangeTime(this.#queries)).toISOString();
  }

  /** Runs a query over the whole library, and makes the page depend on every article and author. */
  async readWholeLibrary<Result>(read: (queries: Queries) => Promise<Result>): Promise<Result> {
    this.#addKeys(['list', 'authors']);
    return read(this.#queries);
  }

  #addKeys(keys: readonly ContentCacheKey[]): void {
    for (const key of keys) this.#keys.add(key);
  }
}
