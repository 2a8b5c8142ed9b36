import type { Article, ArticleMeta } from '#domain/article.ts';
import { listArticleLinks } from '#domain/article-links.ts';
import type { AuthorMeta } from '#domain/author.ts';
import type { CategoryCounts } from '#domain/category-counts.ts';
import type { AuthorMap } from '#domain/page.ts';
import {
  type ArticleListFilters,
  type ArticleLookup,
  findArticleById,
  findArticleByPath,
  listArticles,
  requireValidPageToken,
} from '#server/catalogue/articles/repository.ts';
import { articleCacheKeys, listCacheKeys } from '#server/catalogue/articles/service.ts';
import {
  type ArticleSuggestions,
  createRelatedFilters,
  findMedianReadingMinutes,
  listCoverWall,
  listFirstReads,
  listRelatedArticles,
  listSuggestions,
} from '#server/catalogue/articles/suggestions.ts';
import { findAuthorByAlias, listAuthors } from '#server/catalogue/authors/repository.ts';
import {
  authorCacheKeys,
  findAuthorsOfArticles,
  mapByAlias,
} from '#server/catalogue/authors/service.ts';
import { type ContentKey, getLastChangeTime } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { countFollowers } from '#server/readers/follows/repository.ts';
import { FOLLOWER_COUNT_MAX_AGE } from '#server/readers/follows/service.ts';

/**
 * Seconds for which suggestions are valid. They depend on the newest articles, so with cache keys one new article would
 * invalidate every page.
 */
const SUGGESTIONS_MAX_AGE = 300;

type FoundAuthor = NonNullable<Awaited<ReturnType<typeof findAuthorByAlias>>>;

/**
 * Reads public content for one page and records the cache keys of everything it reads, so that pages need not list
 * them. Pages read all articles and authors through it.
 */
export class ContentReader {
  readonly #queries: Queries;
  readonly #countShelves: () => Promise<CategoryCounts>;
  readonly #keys = new Set<ContentKey>();
  #maxAge: number | undefined;

  /** `countShelves` returns the article counts as of the last change of any list. */
  constructor(queries: Queries, countShelves: () => Promise<CategoryCounts>) {
    this.#queries = queries;
    this.#countShelves = countShelves;
  }

  /** The cache keys of everything that was read: a change of one makes the page stale. */
  get keys(): ContentKey[] {
    return [...this.#keys];
  }

  /** Seconds until the page becomes stale by itself; `undefined` for never. */
  get maxAge(): number | undefined {
    return this.#maxAge;
  }

  /** Finds an article by path, former paths included; `undefined` if there never was one. */
  async findArticleByPath(alias: string, slug: string): Promise<ArticleLookup | undefined> {
    const found = await findArticleByPath(this.#queries, alias, slug);
    if (found?.kind === 'found') this.#addKeys(articleCacheKeys([found.article]));
    if (found?.kind === 'withdrawn') this.#addKeys([`article:${found.id}`]);
    return found;
  }

  /** Finds a published article with its body. */
  async findArticleById(id: string): Promise<Article | undefined> {
    const article = await findArticleById(this.#queries, id);
    if (article) this.#addKeys(articleCacheKeys([article]));
    return article;
  }

  /** Returns articles to read next: similar ones and more by the same author, at most `limit` each. */
  async listSuggestions(article: Article, limit: number): Promise<ArticleSuggestions> {
    const shelves = await listSuggestions(
      this.#queries,
      article,
      limit,
      listArticleLinks(article.body),
    );
    this.#addKeys(articleCacheKeys([...shelves.alsoLike, ...shelves.moreFromAuthor]));
    this.#limitMaxAge(SUGGESTIONS_MAX_AGE);
    return shelves;
  }

  /**
   * Returns a page of a list, newest first. Throws {@link InvalidError} for a token that the list did not issue, so
   * that made-up URLs are not cached.
   */
  async listArticles(filters: ArticleListFilters, limit: number, token?: string) {
    if (token) await requireValidPageToken(this.#queries, filters, token);
    const page = await listArticles(this.#queries, filters, limit, token);
    this.#addKeys([...listCacheKeys(filters), ...articleCacheKeys(page.metas)]);
    return page;
  }

  /** Returns the newest articles for the cover wall, one per author first. */
  async listCoverWall(limit: number): Promise<ArticleMeta[]> {
    const articles = await listCoverWall(this.#queries, limit);
    this.#addKeys(['list', ...articleCacheKeys(articles)]);
    return articles;
  }

  /** Returns recommended first reads, one per category. */
  async listFirstReads(limit: number): Promise<ArticleMeta[]> {
    const articles = await listFirstReads(this.#queries, limit);
    this.#addKeys(['list', ...articleCacheKeys(articles)]);
    return articles;
  }

  /**
   * Returns the article counts. They have a maximum age like suggestions: with cache keys, one new article would
   * invalidate every category page.
   */
  async getShelfCounts(): Promise<CategoryCounts> {
    this.#limitMaxAge(SUGGESTIONS_MAX_AGE);
    return this.#countShelves();
  }

  /** Returns the newest articles of the three nearest subcategories, up to `limit` of each. */
  async listRelatedArticles(
    category: string,
    subcategory: string,
    limit: number,
  ): Promise<ArticleMeta[]> {
    const metas = await listRelatedArticles(this.#queries, category, subcategory, limit);
    this.#addKeys([
      ...createRelatedFilters(category, subcategory).flatMap(listCacheKeys),
      ...articleCacheKeys(metas),
    ]);
    return metas;
  }

  /** Returns the median reading time in minutes; `null` without articles. */
  async findMedianReadingMinutes(): Promise<number | null> {
    this.#addKeys(['list']);
    return findMedianReadingMinutes(this.#queries);
  }

  /** Returns the authors of articles by alias. */
  async findAuthorsOfArticles(articles: readonly { authorAlias: string }[]): Promise<AuthorMap> {
    const authors = await findAuthorsOfArticles(this.#queries, articles);
    this.#addKeys(authorCacheKeys(Object.values(authors)));
    // Authors include their article counts.
    this.#limitMaxAge(SUGGESTIONS_MAX_AGE);
    return authors;
  }

  /** Returns all active authors by alias, with their article counts. */
  async listAuthors(): Promise<AuthorMap> {
    const authors: AuthorMeta[] = await listAuthors(this.#queries);
    // `authors` covers all profiles. Keys for each author would be a thousand.
    this.#addKeys(['authors', 'list']);
    return mapByAlias(authors);
  }

  /** Finds an author by a current or former alias. */
  async findAuthorByAlias(alias: string): Promise<FoundAuthor | undefined> {
    const found = await findAuthorByAlias(this.#queries, alias);
    if (found) this.#addKeys(authorCacheKeys([found.author]));
    return found;
  }

  /** Counts the followers of an author. */
  async countFollowers(authorId: string): Promise<number> {
    this.#limitMaxAge(FOLLOWER_COUNT_MAX_AGE);
    return countFollowers(this.#queries, authorId);
  }

  /** Returns when public content last changed, ISO 8601: the timestamp of pages that are not about one article. */
  async findLastChange(): Promise<string> {
    return (await getLastChangeTime(this.#queries)).toISOString();
  }

  #addKeys(keys: readonly ContentKey[]): void {
    for (const key of keys) this.#keys.add(key);
  }

  #limitMaxAge(seconds: number): void {
    this.#maxAge = Math.min(this.#maxAge ?? seconds, seconds);
  }
}
