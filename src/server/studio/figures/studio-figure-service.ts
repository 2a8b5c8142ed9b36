import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { CATEGORY_IDS, type CategoryId } from '#domain/categories.ts';
import { createUuidSchema } from '#domain/ids.ts';
import {
  type ArticleFigureSortColumn,
  type ArticleFigures,
  type ArticleFiguresWithGroupTotals,
  type AuthorFigures,
  type CategoryFigures,
  type DailyFiguresReport,
  type DayFigures,
  type FigureColumnKey,
  type FigureRange,
  METRIC_KEYS,
  type MetricTotals,
} from '#domain/studio/figures.ts';
import { toUtcDay } from '#domain/utc-day.ts';
import { findArticlesForFigures } from '#server/catalogue/articles/joins.ts';
import { findAliasesByAuthorId } from '#server/catalogue/authors/author-rows.ts';
import {
  countAccountsBySubscriptionStatus,
  countSubscriptionStartsAndEndsByDay,
} from '#server/membership/billing/subscription-totals.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { createPageFromRows, decodePageToken } from '#server/platform/db/page-token.ts';
import {
  type AuthorRankCursor,
  type FigureScope,
  rankArticles,
  rankAuthors,
  sumFiguresByCategory,
  sumFiguresByDay,
} from '#server/readers/counts/count-queries.ts';

/** The number of milliseconds until cached results expire. */
const CACHE_TTL = 60_000;
/** The maximum number of cached results. Each combination of range, order and filters has its own result. */
const MAX_CACHED = 100;
const DAY = 24 * 60 * 60 * 1000;

type SubscriptionChanges = Pick<DayFigures, 'started' | 'ended'>;

/**
 * The source of the studio's statistics about reader activity. The statistics are computed from daily counts, and the
 * results are cached for a minute.
 */
export class StudioFigureService {
  readonly #queries: Queries;
  readonly #cache: LRUCache<string, object, () => Promise<object>>;

  constructor(queries: Queries) {
    this.#queries = queries;
    this.#cache = new LRUCache({
      max: MAX_CACHED,
      ttl: CACHE_TTL,
      fetchMethod: (_key, _old, { context: load }) => load(),
    });
  }

  /**
   * Returns the statistics for each day in a range, the totals of the preceding range of the same length, and the
   * current number of subscribers. `scope` limits the reader activity to one author, category or article. With a scope,
   * the numbers of started and ended subscriptions are 0, because subscriptions do not belong to an author, category or
   * article.
   */
  getDailyReport(range: FigureRange, scope: FigureScope = {}): Promise<DailyFiguresReport> {
    return this.#getCached(['days', range, scope], () => this.#loadDays(range, scope));
  }

  /** Returns the statistics for the first `limit` articles in the given order. */
  listArticleFigures(
    range: FigureRange,
    order: ArticleFigureSortColumn,
    limit: number,
  ): Promise<ArticleFigures[]> {
    return this.#getCached(['articles', range, order, limit], () =>
      this.#loadArticles(range, order, limit),
    );
  }

  /**
   * Compares an article's statistics with those of its author, its category and all articles. Returns `undefined` if
   * the article does not exist.
   */
  async compareArticleWithGroups(
    range: FigureRange,
    id: string,
  ): Promise<ArticleFiguresWithGroupTotals | undefined> {
    const article = (await findArticlesForFigures(this.#queries, [id])).get(id);
    if (!article) return undefined;
    const { authorId, title, path, authorAlias, category, status } = article;
    const [{ days }, ofAuthor, categories] = await Promise.all([
      this.getDailyReport(range, { articleId: id }),
      this.getDailyReport(range, { authorId }),
      this.listCategoryFigures(range),
    ]);
    const isPublished = status === 'published';
    return {
      article: { id, title, path, authorAlias, category, isPublished, ...sumFigures(days) },
      author: sumFigures(ofAuthor.days),
      category: sumFigures(categories.filter((each) => each.category === category)),
      all: sumFigures(categories),
    };
  }

  /**
   * Returns a page of authors with their statistics, sorted by the column `order`, highest first. Also returns the
   * token of the next page.
   */
  listAuthorFigures(
    range: FigureRange,
    order: FigureColumnKey,
    limit: number,
    token?: string,
  ): Promise<{ authors: AuthorFigures[]; nextToken: string | null }> {
    return this.#getCached(['authors', range, order, limit, token], () =>
      this.#loadAuthors(range, order, limit, token),
    );
  }

  /** Returns the statistics for each category, in the order of the site's navigation. */
  listCategoryFigures(range: FigureRange): Promise<CategoryFigures[]> {
    return this.#getCached(['categories', range], () => this.#loadCategories(range));
  }

  async #getCached<Result extends object>(
    keyParts: readonly unknown[],
    load: () => Promise<Result>,
  ): Promise<Result> {
    const key = JSON.stringify([utcToday(), ...keyParts]);
    return (await this.#cache.forceFetch(key, { context: load })) as Result;
  }

  async #loadDays(range: FigureRange, scope: FigureScope): Promise<DailyFiguresReport> {
    const from = utcDaysAgo(2 * range - 1);
    const rows = await sumFiguresByDay(this.#queries, from, scope);
    const isUnscoped = Object.values(scope).every((each) => each === undefined);
    const subscriptionChanges = isUnscoped
      ? await countSubscriptionStartsAndEndsByDay(this.#queries, from)
      : new Map<string, SubscriptionChanges>();
    const days = Array.from({ length: 2 * range }, (_, index): DayFigures => {
      const day = utcDaysAgo(2 * range - 1 - index);
      return {
        ...NO_SUBSCRIPTION_CHANGES,
        ...subscriptionChanges.get(day),
        ...ZERO_FIGURES,
        ...rows.get(day),
        day,
      };
    });
    return {
      days: days.slice(range),
      before: {
        ...sumFigures(days.slice(0, range)),
        ...sumSubscriptionChanges(days.slice(0, range)),
      },
      subscribers: await this.#countSubscribers(),
    };
  }

  async #loadArticles(range: FigureRange, order: ArticleFigureSortColumn, limit: number) {
    const ranked = await rankArticles(this.#queries, range, order, limit);
    const articlesById = await findArticlesForFigures(
      this.#queries,
      ranked.map(({ articleId }) => articleId),
    );
    return ranked.flatMap(({ articleId, ...figures }) => {
      const article = articlesById.get(articleId);
      if (!article) return [];
      const { id, title, path, authorAlias, category } = article;
      return { id, title, path, authorAlias, category, ...figures };
    });
  }

  async #loadAuthors(range: FigureRange, order: FigureColumnKey, limit: number, token?: string) {
    const context = `author figures ${range} ${order}`;
    const after = token ? decodePageToken(context, token, AUTHOR_KEY_SCHEMA) : undefined;
    const ranked = await rankAuthors(
      this.#queries,
      range,
      order,
      limit + 1,
      after && toRankKey(after),
    );
    const { page, nextToken } = createPageFromRows(
      ranked,
      limit,
      context,
      ({ sortValue, read, authorId }) => [sortValue, read, authorId],
    );
    const aliases = await findAliasesByAuthorId(
      this.#queries,
      page.map(({ authorId }) => authorId),
    );
    const authors = page.map(({ authorId, sortValue: _, ...figures }) => ({
      ...figures,
      alias: aliases.get(authorId)!,
    }));
    return { authors, nextToken };
  }

  async #loadCategories(range: FigureRange): Promise<CategoryFigures[]> {
    const rows = await sumFiguresByCategory(this.#queries, utcDaysAgo(range - 1));
    return CATEGORY_IDS.map((category: CategoryId) => ({
      ...ZERO_FIGURES,
      ...rows.get(category),
      category,
    }));
  }

  async #countSubscribers() {
    const counts = await countAccountsBySubscriptionStatus(this.#queries);
    const getCount = (status: string) => counts.get(status) ?? 0;
    return {
      active: getCount('active'),
      trialing: getCount('trialing'),
      past_due: getCount('past_due'),
    };
  }
}

const NO_SUBSCRIPTION_CHANGES: SubscriptionChanges = { started: 0, ended: 0 };
const ZERO_FIGURES = Object.fromEntries(METRIC_KEYS.map((name) => [name, 0])) as MetricTotals;

/**
 * A schema for an author's sort key. The key contains the value that the authors are sorted by, the number of reads,
 * and the author's ID.
 */
const AUTHOR_KEY_SCHEMA = z.tuple([z.number(), z.int32(), createUuidSchema()]);
const toRankKey = ([sortValue, read, authorId]: z.output<
  typeof AUTHOR_KEY_SCHEMA
>): AuthorRankCursor => ({
  sortValue,
  read,
  authorId,
});

function sumFigures(rows: readonly MetricTotals[]): MetricTotals {
  const total = { ...ZERO_FIGURES };
  for (const name of METRIC_KEYS) for (const row of rows) total[name] += row[name];
  return total;
}

function sumSubscriptionChanges(days: readonly SubscriptionChanges[]): SubscriptionChanges {
  const total = { ...NO_SUBSCRIPTION_CHANGES };
  for (const { started, ended } of days) {
    total.started += started;
    total.ended += ended;
  }
  return total;
}

/** Returns the UTC date that is `days` days before today, as YYYY-MM-DD. */
function utcDaysAgo(days: number): string {
  return toUtcDay(new Date(Date.now() - days * DAY));
}

function utcToday(): string {
  return utcDaysAgo(0);
}
