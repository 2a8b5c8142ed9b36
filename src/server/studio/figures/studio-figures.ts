import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { CATEGORY_IDS, type CategoryId } from '#domain/categories.ts';
import {
  type ArticleComparison,
  type ArticleFigures,
  type ArticleOrder,
  type AuthorFigures,
  type CategoryFigures,
  COMPLETION_RATES,
  type DayFigures,
  type FigureRange,
  type Figures,
  type FiguresOfDays,
  isCompletionRate,
  METRIC_NAMES,
  type Metric,
  MIN_STARTED_READS,
} from '#domain/studio/figures.ts';
import { findArticleSummaries } from '#server/catalogue/articles/joins.ts';
import { findAliases } from '#server/catalogue/authors/joins.ts';
import { selectSubscriptionChangesSince } from '#server/membership/billing/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { executeRows } from '#server/platform/db/execute-rows.ts';
import { countAccountsBySubscriptionStatus } from '#server/readers/accounts/repository.ts';
import { countFollowersByAuthor } from '#server/readers/follows/repository.ts';
import { type FigureScope, selectFigures } from './select-figures.ts';

/** Milliseconds until cached figures expire. */
const CACHE_TTL = 60_000;
/** Maximum number of cached results. Each combination of range, order and filters has its own result. */
const MAX_CACHED = 100;
const DAY = 24 * 60 * 60 * 1000;

type FigureRow = { key: string } & Figures;
type SubscriptionChanges = Pick<DayFigures, 'started' | 'ended'>;

/** Computes the figures of readers' activity from the database, and caches the results for a minute. */
export class StudioFigures {
  readonly #queries: Queries;
  readonly #cache: LRUCache<string, object, () => Promise<object>>;

  constructor(queries: Queries) {
    this.#queries = queries;
    this.#cache = new LRUCache({
      max: MAX_CACHED,
      ttl: CACHE_TTL,
      fetchMethod: (_key, _old, { context: ask }) => ask(),
    });
  }

  /**
   * Returns the figures of each day in a range, and the totals of the preceding range of the same length. `scope`
   * limits both to one author, category or article.
   */
  ofDays(range: FigureRange, scope: FigureScope = {}): Promise<FiguresOfDays> {
    return this.#remember(['days', range, scope], () => this.#ofDays(range, scope));
  }

  /** Returns the figures of the first `limit` articles in the given order. */
  ofArticles(range: FigureRange, order: ArticleOrder, limit: number): Promise<ArticleFigures[]> {
    return this.#remember(['articles', range, order, limit], () =>
      this.#ofArticles(range, order, limit),
    );
  }

  /**
   * Compares an article's figures with those of its author, its category and all articles. Returns `undefined` if the
   * article does not exist.
   */
  async ofArticle(range: FigureRange, id: string): Promise<ArticleComparison | undefined> {
    const article = (await findArticleSummaries(this.#queries, [id])).get(id);
    if (!article) return undefined;
    const { title, path, authorAlias, category, status } = article;
    const [{ days }, authors, categories] = await Promise.all([
      this.ofDays(range, { articleId: id }),
      this.ofAuthors(range),
      this.ofCategories(range),
    ]);
    const isPublished = status === 'published';
    return {
      article: { id, title, path, authorAlias, category, isPublished, ...sumFigures(days) },
      author: sumFigures(authors.filter(({ alias }) => alias === authorAlias)),
      category: sumFigures(categories.filter((each) => each.category === category)),
      all: sumFigures(categories),
    };
  }

  /** Returns the figures of each author, sorted by new followers. */
  ofAuthors(range: FigureRange): Promise<AuthorFigures[]> {
    return this.#remember(['authors', range], () => this.#ofAuthors(range));
  }

  /** Returns the figures of each category, in the order of the site's navigation. */
  ofCategories(range: FigureRange): Promise<CategoryFigures[]> {
    return this.#remember(['categories', range], () => this.#ofCategories(range));
  }

  async #remember<Found extends object>(
    question: readonly unknown[],
    ask: () => Promise<Found>,
  ): Promise<Found> {
    const key = JSON.stringify([utcToday(), ...question]);
    return (await this.#cache.forceFetch(key, { context: ask })) as Found;
  }

  async #ofDays(range: FigureRange, scope: FigureScope): Promise<FiguresOfDays> {
    const from = utcDaysAgo(2 * range - 1);
    const rows = new Map(
      (await this.#ask(selectFigures('day', from, scope))).map((row) => [row.key, row]),
    );
    const isOfAll = Object.values(scope).every((each) => each === undefined);
    const turns = isOfAll ? await this.#turns(from) : new Map<string, SubscriptionChanges>();
    const days = Array.from({ length: 2 * range }, (_, at): DayFigures => {
      const day = utcDaysAgo(2 * range - 1 - at);
      return { ...NO_SUBSCRIPTION_CHANGES, ...turns.get(day), ...toFigures(rows.get(day)), day };
    });
    return {
      days: days.slice(range),
      before: {
        ...sumFigures(days.slice(0, range)),
        ...sumSubscriptionChanges(days.slice(0, range)),
      },
      subscribers: await this.#subscribers(),
    };
  }

  async #ofArticles(range: FigureRange, order: ArticleOrder, limit: number) {
    const from = utcDaysAgo(range - 1);
    const ranked = await this.#ask(
      selectFigures('article', from, {}, listOrderMetrics(order)),
      buildRanking(order, limit),
    );
    const ids = ranked.map(({ key }) => key);
    // Ranking needs only a few measures. The other measures are summed only for the ranked articles.
    const whole = ids.length
      ? await this.#ask(selectFigures('article', from, { articleIds: ids }))
      : [];
    const byId = new Map(whole.map((row) => [row.key, row]));
    const rows = ids.flatMap((id) => byId.get(id) ?? []);
    const named = await findArticleSummaries(this.#queries, ids);
    return rows.flatMap(({ key, ...figures }) => {
      const article = named.get(key);
      if (!article) return [];
      const { id, title, path, authorAlias, category } = article;
      return { id, title, path, authorAlias, category, ...figures };
    });
  }

  async #ofAuthors(range: FigureRange): Promise<AuthorFigures[]> {
    const [asked, followers] = await Promise.all([
      this.#ask(selectFigures('author', utcDaysAgo(range - 1))),
      countFollowersByAuthor(this.#queries),
    ]);
    const rows = new Map(asked.map((row) => [row.key, row]));
    const aliases = await findAliases(this.#queries, [...rows.keys(), ...followers.keys()]);
    return [...aliases]
      .map(([id, alias]) => ({
        ...toFigures(rows.get(id)),
        alias,
        followers: followers.get(id) ?? 0,
      }))
      .toSorted((one, other) => other.follows - one.follows || other.read - one.read);
  }

  async #ofCategories(range: FigureRange): Promise<CategoryFigures[]> {
    const asked = await this.#ask(selectFigures('category', utcDaysAgo(range - 1)));
    const rows = new Map(asked.map((row) => [row.key, row]));
    return CATEGORY_IDS.map((category: CategoryId) => ({
      ...toFigures(rows.get(category)),
      category,
    }));
  }

  async #ask(figures: SQL, ranking: SQL = sql``): Promise<FigureRow[]> {
    return executeRows<FigureRow>(this.#queries, sql`${figures}${ranking}`);
  }

  async #turns(from: string): Promise<Map<string, SubscriptionChanges>> {
    const turned = selectSubscriptionChangesSince(new Date(`${from}T00:00:00Z`));
    const count = (turn: string) => sql`count(*) FILTER (WHERE ${turned.turn} = ${turn})::int`;
    const rows = await executeRows<SubscriptionChanges & { day: string }>(
      this.#queries,
      sql`
      SELECT (${turned.at} AT TIME ZONE 'UTC')::date::text AS day,
        ${count('started')} AS started, ${count('ended')} AS ended
      FROM ${turned} GROUP BY 1`,
    );
    return new Map(rows.map(({ day, ...turns }) => [day, turns]));
  }

  async #subscribers() {
    const counts = await countAccountsBySubscriptionStatus(this.#queries);
    const of = (status: string) => counts.get(status) ?? 0;
    return { active: of('active'), trialing: of('trialing'), past_due: of('past_due') };
  }
}

const NO_SUBSCRIPTION_CHANGES: SubscriptionChanges = { started: 0, ended: 0 };
const ZERO_FIGURES = Object.fromEntries(METRIC_NAMES.map((name) => [name, 0])) as Figures;

function toFigures(row: FigureRow | undefined): Figures {
  if (!row) return ZERO_FIGURES;
  const { key: _key, ...figures } = row;
  return figures;
}

function sumFigures(rows: readonly Figures[]): Figures {
  const total = { ...ZERO_FIGURES };
  for (const name of METRIC_NAMES) for (const row of rows) total[name] += row[name];
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

/** Returns the metrics from which an order is calculated. */
function listOrderMetrics(order: ArticleOrder): Metric[] {
  return isCompletionRate(order)
    ? [COMPLETION_RATES[order].startedMetric, COMPLETION_RATES[order].finishedMetric]
    : [order];
}

/** Returns the SQL clauses that sort and limit the rows. Rows without a value for the order are left out. */
function buildRanking(order: ArticleOrder, limit: number): SQL {
  const column = (name: string) => sql`sum(${sql.identifier(name)})`;
  if (!isCompletionRate(order))
    return sql` HAVING ${column(order)} > 0 ORDER BY ${column(order)} DESC, key LIMIT ${limit}`;
  const [begun, done] = listOrderMetrics(order).map(column) as [SQL, SQL];
  return sql` HAVING ${begun} >= ${MIN_STARTED_READS} ORDER BY ${done}::float / ${begun} DESC, ${done} DESC, key LIMIT ${limit}`;
}

/** Returns the UTC date that is `days` days before today, as YYYY-MM-DD. */
function utcDaysAgo(days: number): string {
  return new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
}

function utcToday(): string {
  return utcDaysAgo(0);
}
