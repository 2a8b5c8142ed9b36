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
import { type ContentKey, lastChange } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { countFollowers } from '#server/readers/follows/repository.ts';
import { FOLLOWER_COUNT_MAX_AGE } from '#server/readers/follows/service.ts';

/**
 * Seconds a shelf of suggestions is good for. It is made of whatever is newest around an article: would it hang on
 * that, one new article would end every page there is.
 */
const SUGGESTIONS_MAX_AGE = 300;

type FoundAuthor = NonNullable<Awaited<ReturnType<typeof findAuthorByAlias>>>;

/**
 * Reads public content for one page, and takes note of all it reads: what a page is made of is known without anyone
 * having to remember it. Everything a page shows of articles and authors is read through here.
 */
export class ContentReader {
  readonly #queries: Queries;
  readonly #countShelves: () => Promise<CategoryCounts>;
  readonly #keys = new Set<ContentKey>();
  #maxAge: number | undefined;

  /** `countShelves` tells how many articles stand where, as of the last change of any list. */
  constructor(queries: Queries, countShelves: () => Promise<CategoryCounts>) {
    this.#queries = queries;
    this.#countShelves = countShelves;
  }

  /** What has been read; a page is out of date when one of these changes. */
  get keys(): ContentKey[] {
    return [...this.#keys];
  }

  /** Seconds until something of what has been read is out of date by itself; `undefined`: never. */
  get maxAge(): number | undefined {
    return this.#maxAge;
  }

  /** What stands at an article's address, former ones included; `undefined`: nothing ever did. */
  async findArticleByPath(alias: string, slug: string): Promise<ArticleLookup | undefined> {
    const found = await findArticleByPath(this.#queries, alias, slug);
    if (found?.kind === 'found') this.#addKeys(articleCacheKeys([found.article]));
    if (found?.kind === 'withdrawn') this.#addKeys([`article:${found.id}`]);
    return found;
  }

  /** A published article, whole. */
  async findArticleById(id: string): Promise<Article | undefined> {
    const article = await findArticleById(this.#queries, id);
    if (article) this.#addKeys(articleCacheKeys([article]));
    return article;
  }

  /** What to read after an article: what lies near to it, and more by its author. At most `limit` each. */
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
   * A page of a list, newest first, from the place a token names. Throws {@link InvalidError} for one that is none of
   * the list's own: what anybody can make up is not to be kept.
   */
  async listArticles(filters: ArticleListFilters, limit: number, token?: string) {
    if (token) await requireValidPageToken(this.#queries, filters, token);
    const page = await listArticles(this.#queries, filters, limit, token);
    this.#addKeys([...listCacheKeys(filters), ...articleCacheKeys(page.metas)]);
    return page;
  }

  /** The newest articles, one an author first. */
  async listCoverWall(limit: number): Promise<ArticleMeta[]> {
    const articles = await listCoverWall(this.#queries, limit);
    this.#addKeys(['list', ...articleCacheKeys(articles)]);
    return articles;
  }

  /** Articles to begin with, one from a category each. */
  async listFirstReads(limit: number): Promise<ArticleMeta[]> {
    const articles = await listFirstReads(this.#queries, limit);
    this.#addKeys(['list', ...articleCacheKeys(articles)]);
    return articles;
  }

  /**
   * How many articles stand where. They have an age, as a shelf of suggestions has: would a page hang on them, one
   * new article would end every category there is.
   */
  async getShelfCounts(): Promise<CategoryCounts> {
    this.#limitMaxAge(SUGGESTIONS_MAX_AGE);
    return this.#countShelves();
  }

  /** The newest articles of the three subcategories nearest to one, nearest first: so many of each. */
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

  /** Minutes an article typically takes; `null` when there is none. */
  async findMedianReadingMinutes(): Promise<number | null> {
    this.#addKeys(['list']);
    return findMedianReadingMinutes(this.#queries);
  }

  /** The authors of some articles, by alias. */
  async findAuthorsOfArticles(articles: readonly { authorAlias: string }[]): Promise<AuthorMap> {
    const authors = await findAuthorsOfArticles(this.#queries, articles);
    this.#addKeys(authorCacheKeys(Object.values(authors)));
    // With each stands how much they have published.
    this.#limitMaxAge(SUGGESTIONS_MAX_AGE);
    return authors;
  }

  /** Every author, by alias, with how much each has published. */
  async listAuthors(): Promise<AuthorMap> {
    const authors: AuthorMeta[] = await listAuthors(this.#queries);
    // What is written of any author changes with who is one: a page that named them all would name a thousand.
    this.#addKeys(['authors', 'list']);
    return mapByAlias(authors);
  }

  /** What is written down of an author, found by any name they have or had. */
  async findAuthorByAlias(alias: string): Promise<FoundAuthor | undefined> {
    const found = await findAuthorByAlias(this.#queries, alias);
    if (found) this.#addKeys(authorCacheKeys([found.author]));
    return found;
  }

  /** How many follow the author of that id. */
  async countFollowers(authorId: string): Promise<number> {
    this.#limitMaxAge(FOLLOWER_COUNT_MAX_AGE);
    return countFollowers(this.#queries, authorId);
  }

  /** When public content last changed, ISO 8601: the timestamp of a page that is about no article in particular. */
  async findLastChange(): Promise<string> {
    return (await lastChange(this.#queries)).toISOString();
  }

  #addKeys(keys: readonly ContentKey[]): void {
    for (const key of keys) this.#keys.add(key);
  }

  #limitMaxAge(seconds: number): void {
    this.#maxAge = Math.min(this.#maxAge ?? seconds, seconds);
  }
}
