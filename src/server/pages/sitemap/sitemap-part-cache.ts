import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import {
  getPeriodAt,
  getShorterUnit,
  PERIOD_UNITS,
  type PeriodUnit,
  type PublicationPeriod,
  type TimeRange,
  WIDEST_TIME_RANGE,
} from '#server/catalogue/articles/publication-periods.ts';
import {
  findFirstPublicationTime,
  listPublicationTimes,
  summarizeArticlesOfPeriod,
} from '#server/catalogue/articles/sitemap-articles.ts';
import { listIdsInCacheKeys } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { MAX_URLS_PER_SITEMAP } from './render-sitemap.ts';

/** A part of the sitemap. It lists the articles that were published in one period. */
interface SitemapPart {
  /** The name of the period. */
  name: string;
  /** The time of the last change to one of the articles. */
  changedAt: Date;
}

/**
 * The maximum number of periods whose parts are cached. A library with a million articles from two years has about 800
 * periods.
 */
const MAX_PERIODS = 20_000;
/**
 * The number of milliseconds after which a cached period expires. When the publication time of an article is corrected,
 * only the article's new period is removed from the cache at once. The old period stays in the cache until it expires.
 */
const MAX_AGE = 24 * 60 * 60 * 1000;
/**
 * The maximum number of changed articles whose periods are looked up. If more articles have changed, all periods are
 * removed from the cache instead.
 */
const MAX_CHANGED_ARTICLES = 1000;

/**
 * Lists the parts of a large sitemap. A part contains the articles of one month. A month with too many articles is
 * divided into days, and a day with too many articles into hours. Because parts depend on the publication time, an
 * article stays in the same part, and a new article changes only the newest part.
 *
 * The parts of each period are cached until one of the period's articles changes, so that a new article does not cause
 * a query over the whole library.
 */
export class SitemapPartCache {
  readonly #maxArticles: number;
  readonly #partsByPeriod = new LRUCache<string, readonly SitemapPart[]>({
    max: MAX_PERIODS,
    ttl: MAX_AGE,
  });
  /** The IDs of articles that have changed since the last listing began. */
  #changedIds = new Set<string>();
  /** True if changes may have been missed since the last listing began. */
  #isStale = false;
  /**
   * A limiter that runs only one listing at a time. Otherwise, one listing could cache a part that another listing has
   * just removed from the cache.
   */
  readonly #runOneAtATime = pLimit(1);

  /** Creates an empty cache. If a period has more than `maxArticles` articles, it is divided. */
  constructor(maxArticles: number) {
    this.#maxArticles = maxArticles;
  }

  /** Lists the parts that contain articles, oldest first. */
  list(queries: Queries): Promise<SitemapPart[]> {
    return this.#runOneAtATime(async () => {
      await this.#forgetChangedPeriods(queries);
      return this.#listParts(queries, WIDEST_TIME_RANGE, PERIOD_UNITS[0]);
    });
  }

  /** Marks the articles with the given cache keys as changed. The next listing removes their periods from the cache. */
  invalidate(keys: readonly string[]): void {
    for (const id of listIdsInCacheKeys(keys, 'article')) this.#changedIds.add(id);
    if (this.#changedIds.size > MAX_CHANGED_ARTICLES) this.markAllStale();
  }

  /** Marks all periods as outdated. Called if content changes may have been missed. */
  markAllStale(): void {
    this.#changedIds.clear();
    this.#isStale = true;
  }

  /**
   * Removes the periods of changed articles from the cache. Changes during the listing are left for the next listing.
   */
  async #forgetChangedPeriods(queries: Queries): Promise<void> {
    if (this.#isStale) this.#partsByPeriod.clear();
    this.#isStale = false;
    const ids = this.#changedIds;
    this.#changedIds = new Set();
    try {
      for (const time of await listPublicationTimes(queries, [...ids]))
        for (const unit of PERIOD_UNITS) this.#partsByPeriod.delete(getPeriodAt(time, unit).name);
    } catch (error) {
      this.#changedIds = new Set([...this.#changedIds, ...ids]);
      throw error;
    }
  }

  async #listParts(queries: Queries, range: TimeRange, unit: PeriodUnit): Promise<SitemapPart[]> {
    const parts: SitemapPart[] = [];
    let { from } = range;
    for (;;) {
      const first = await findFirstPublicationTime(queries, { from, until: range.until });
      if (!first) return parts;
      const period = getPeriodAt(first, unit);
      parts.push(...(await this.#getPartsOfPeriod(queries, period, unit)));
      from = period.until;
    }
  }

  async #getPartsOfPeriod(
    queries: Queries,
    period: PublicationPeriod,
    unit: PeriodUnit,
  ): Promise<readonly SitemapPart[]> {
    const cached = this.#partsByPeriod.get(period.name);
    if (cached) return cached;
    const shorterUnit = getShorterUnit(unit);
    const limit = shorterUnit ? this.#maxArticles + 1 : MAX_URLS_PER_SITEMAP;
    const { count, changedAt } = await summarizeArticlesOfPeriod(queries, period, limit);
    const parts =
      count > this.#maxArticles && shorterUnit
        ? await this.#listParts(queries, period, shorterUnit)
        : [{ name: period.name, changedAt }];
    this.#partsByPeriod.set(period.name, parts);
    return parts;
  }
}
