import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import {
  ALL_TIMES,
  getPeriodAt,
  getShorterUnit,
  PERIOD_UNITS,
  type PeriodUnit,
  type PublicationPeriod,
  type TimeRange,
} from '#server/catalogue/articles/publication-periods.ts';
import {
  findFirstPublicationTime,
  listPublicationTimes,
  summarizeArticlesOfPeriod,
} from '#server/catalogue/articles/sitemap-articles.ts';
import { listIdsOfKind } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { MAX_URLS } from './render-sitemap.ts';

/** A part of the sitemap: the articles that were published in a period. */
interface SitemapPart {
  /** Name of the period. */
  name: string;
  /** Time of the last change to one of the articles. */
  changedAt: Date;
}

/** Maximum number of periods whose parts are remembered. A million articles in two years have about 800. */
const MAX_PERIODS = 20_000;
/** Milliseconds after which a period is read again. Covers articles whose publication time was corrected. */
const MAX_AGE = 24 * 60 * 60 * 1000;
/** Maximum number of changed articles that are looked up. After more changes, all periods are read again. */
const MAX_CHANGED_ARTICLES = 1000;

/**
 * Lists the parts of a large sitemap. A part is a month. A month with too many articles is divided into days, and such a
 * day into hours. An article therefore stays in its part, and a new article changes only the newest part.
 *
 * The parts of each period are remembered until one of its articles changes, so that a new article does not cause the
 * whole library to be read again.
 */
export class SitemapParts {
  readonly #maxArticles: number;
  readonly #partsByPeriod = new LRUCache<string, readonly SitemapPart[]>({
    max: MAX_PERIODS,
    ttl: MAX_AGE,
  });
  /** IDs of articles that have changed since the last listing began. */
  #changedIds = new Set<string>();
  /** True if changes may have been missed since the last listing began. */
  #isStale = false;
  /** Runs one listing after the other, so that none stores a part that another one has just forgotten. */
  readonly #runOneAtATime = pLimit(1);

  /** `maxArticles` is the number of articles in a part, above which its period is divided. */
  constructor(maxArticles: number) {
    this.#maxArticles = maxArticles;
  }

  /** Lists the parts that contain articles, oldest first. */
  list(queries: Queries): Promise<SitemapPart[]> {
    return this.#runOneAtATime(async () => {
      await this.#forgetChangedPeriods(queries);
      return this.#listParts(queries, ALL_TIMES, PERIOD_UNITS[0]);
    });
  }

  /** Forgets the periods of the articles in these cache keys. */
  invalidate(keys: readonly string[]): void {
    for (const id of listIdsOfKind(keys, 'article')) this.#changedIds.add(id);
    if (this.#changedIds.size > MAX_CHANGED_ARTICLES) this.markAllStale();
  }

  /** Forgets all periods. Called if content changes may have been missed. */
  markAllStale(): void {
    this.#changedIds.clear();
    this.#isStale = true;
  }

  /** Forgets the periods of changed articles. A change during the listing remains for the next one. */
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
    const limit = shorterUnit ? this.#maxArticles + 1 : MAX_URLS;
    const { count, changedAt } = await summarizeArticlesOfPeriod(queries, period, limit);
    const parts =
      count > this.#maxArticles && shorterUnit
        ? await this.#listParts(queries, period, shorterUnit)
        : [{ name: period.name, changedAt }];
    this.#partsByPeriod.set(period.name, parts);
    return parts;
  }
}
