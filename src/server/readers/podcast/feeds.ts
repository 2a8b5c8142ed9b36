import { LRUCache } from 'lru-cache';
import type { NarratorId } from '#domain/narrators.ts';
import { privatePodcastFeedPath, privatePodcastFolder } from '#domain/podcast.ts';
import {
  findFullArticlesByIds,
  listPublishedArticles,
} from '#server/catalogue/articles/repository.ts';
import { findActiveAuthorsOfArticles } from '#server/catalogue/authors/repository.ts';
import {
  type EpisodeFinder,
  MAX_ARTICLES_PER_PODCAST,
} from '#server/catalogue/podcast/episodes.ts';
import { renderPodcastFeed } from '#server/catalogue/podcast/render-podcast-feed.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import { createToken } from '#server/platform/tokens.ts';

/** Milliseconds for which a podcast feed is cached. A new recording appears in the feed within this time. */
export const PODCAST_FEED_CACHE_MILLISECONDS = 60_000;
const MAX_FEEDS = 10;

/** A private podcast's rendered feed. */
export interface PrivatePodcastFeed {
  xml: string;
  /** IDs of the articles that the feed's narrator has not recorded yet, newest first. */
  unrecordedArticleIds: readonly string[];
}

/**
 * A renderer and cache for private podcast feeds. The feeds for readers with the same narrator differ only in the token
 * in their URLs, so each narrator's feed is rendered only once, with a placeholder for the token.
 */
export class PrivatePodcastFeedCache {
  readonly #queries: Queries;
  readonly #episodes: EpisodeFinder;
  readonly #origin: string;
  readonly #placeholder = createToken();
  readonly #feeds = new LRUCache<NarratorId, PrivatePodcastFeed>({
    max: MAX_FEEDS,
    ttl: PODCAST_FEED_CACHE_MILLISECONDS,
  });
  readonly #rendering = new SingleFlight<PrivatePodcastFeed>();
  /** Number of content changes so far. A feed is not cached if content changed while the feed was being rendered. */
  #changeCount = 0;

  constructor(queries: Queries, episodes: EpisodeFinder, origin: string) {
    this.#queries = queries;
    this.#episodes = episodes;
    this.#origin = origin;
  }

  /** Returns the private podcast feed for a narrator. The URLs in the feed contain `token`. */
  async render(narrator: NarratorId, token: string): Promise<PrivatePodcastFeed> {
    const { xml, unrecordedArticleIds } =
      this.#feeds.get(narrator) ??
      (await this.#rendering.run(narrator, () => this.#renderForNarrator(narrator)));
    return { xml: xml.replaceAll(this.#placeholder, token), unrecordedArticleIds };
  }

  /**
   * Removes all feeds from the cache after content has changed, because nearly every change affects one of the newest
   * articles, which the feeds contain.
   */
  invalidate(): void {
    this.#changeCount++;
    this.#rendering.detachAll();
    this.#feeds.clear();
  }

  /** Removes all feeds from the cache. */
  markAllStale(): void {
    this.invalidate();
  }

  async #renderForNarrator(narrator: NarratorId): Promise<PrivatePodcastFeed> {
    const changeCount = this.#changeCount;
    const { metas } = await listPublishedArticles(this.#queries, {}, MAX_ARTICLES_PER_PODCAST);
    const ids = metas.map(({ id }) => id);
    const articles = await findFullArticlesByIds(this.#queries, ids);
    const authors = await findActiveAuthorsOfArticles(this.#queries, metas);
    const query = { extent: 'whole', narrator, now: new Date() } as const;
    const { episodes, unrecordedArticleIds } = await this.#episodes.find(articles, query);
    const path = privatePodcastFeedPath(this.#placeholder);
    const folder = privatePodcastFolder(this.#placeholder);
    const content = { podcast: 'premium', path, folder, episodes, authors } as const;
    const feed = { xml: renderPodcastFeed(content, this.#origin), unrecordedArticleIds };
    if (changeCount === this.#changeCount) this.#feeds.set(narrator, feed);
    return feed;
  }
}
