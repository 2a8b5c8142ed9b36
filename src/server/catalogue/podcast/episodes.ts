import { LRUCache } from 'lru-cache';
import type { Article } from '#domain/article.ts';
import { DEFAULT_NARRATOR_ID, type NarratorId } from '#domain/narrators.ts';
import type { EpisodeRef } from '#domain/podcast.ts';
import type { NarrationService } from '#server/catalogue/narration/narration-service.ts';
import type { RecordingDurationAndSize } from '#server/catalogue/narration/repository.ts';
import type { NarrationExtent } from '#server/catalogue/narration/schema.ts';

/** Number of newest articles from which a podcast takes its episodes. This limits the size of the feed. */
export const MAX_ARTICLES_PER_PODCAST = 50;

/**
 * Milliseconds for which a podcast leaves out a new article that the reader's preferred narrator has not recorded yet.
 * Podcast apps download an episode only once, so they would keep a recording by the default narrator even after the
 * preferred narrator has recorded the article.
 */
const WAIT_FOR_OWN_NARRATOR = 24 * 60 * 60 * 1000;

/** Maximum number of recordings whose duration and size are cached. */
const MAX_MEASURED = 1000;
/**
 * Milliseconds for which the duration and size of a recording are cached. Cached values are never wrong, because the
 * files of a recording never change.
 */
const MEASUREMENT_TTL = 5 * 60 * 1000;

/** An episode of a podcast: an article and its recording. */
export interface Episode extends EpisodeRef {
  article: Article;
  /** Duration of the audio file in seconds. */
  seconds: number;
  /** Size of the audio file in bytes. */
  bytes: number;
}

export interface EpisodeQuery {
  extent: NarrationExtent;
  /**
   * The reader's preferred narrator. For an older article that this narrator has not recorded, the default narrator's
   * recording is used.
   */
  narrator: NarratorId;
  now: Date;
}

/** Finds the recordings of articles for podcast feeds. Never starts a recording. */
export class EpisodeFinder {
  readonly #narrations: Pick<NarrationService, 'findCompleteRecordings' | 'readDurationAndSize'>;
  readonly #measured = new LRUCache<string, RecordingDurationAndSize>({
    max: MAX_MEASURED,
    ttl: MEASUREMENT_TTL,
  });

  constructor(
    narrations: Pick<NarrationService, 'findCompleteRecordings' | 'readDurationAndSize'>,
  ) {
    this.#narrations = narrations;
  }

  /**
   * Returns the episodes for the given articles, in the same order. Leaves out articles without a complete recording.
   * `unrecordedArticleIds` contains the IDs of the articles with `hasAudio` that the requested narrator has not
   * recorded completely.
   */
  async find(
    articles: readonly Article[],
    { extent, narrator, now }: EpisodeQuery,
  ): Promise<{ episodes: Episode[]; unrecordedArticleIds: string[] }> {
    const audibleArticles = articles.filter(({ hasAudio }) => hasAudio);
    const episodesByArticle = await this.#findByNarrator(audibleArticles, narrator, extent);
    const unrecordedArticles = audibleArticles.filter(({ id }) => !episodesByArticle.has(id));
    const oldArticles = unrecordedArticles.filter(
      ({ createdAt }) => now.getTime() - Date.parse(createdAt) > WAIT_FOR_OWN_NARRATOR,
    );
    const substitutes =
      narrator === DEFAULT_NARRATOR_ID
        ? undefined
        : await this.#findByNarrator(oldArticles, DEFAULT_NARRATOR_ID, extent);
    return {
      episodes: audibleArticles.flatMap(
        ({ id }) => episodesByArticle.get(id) ?? substitutes?.get(id) ?? [],
      ),
      unrecordedArticleIds: unrecordedArticles.map(({ id }) => id),
    };
  }

  /** Returns the episodes that a narrator has recorded, in a map keyed by article ID. */
  async #findByNarrator(
    articles: readonly Article[],
    narrator: NarratorId,
    extent: NarrationExtent,
  ): Promise<Map<string, Episode>> {
    const ids = articles.map(({ id }) => id);
    const recordings = await this.#narrations.findCompleteRecordings(ids, narrator);
    const entries = await Promise.all(
      articles.map(async (article) => {
        const recording = recordings.get(article.id);
        const narration = recording && (await this.#readDurationAndSize(recording, extent));
        if (!narration) return [];
        const { seconds, bytes } = narration;
        const episode = { article, articleId: article.id, narrator, recording, seconds, bytes };
        return [[article.id, episode] as const];
      }),
    );
    return new Map(entries.flat());
  }

  async #readDurationAndSize(
    recording: string,
    extent: NarrationExtent,
  ): Promise<RecordingDurationAndSize | undefined> {
    const key = `${recording}.${extent}`;
    const cached = this.#measured.get(key);
    if (cached) return cached;
    const narration = await this.#narrations.readDurationAndSize(recording, extent);
    if (narration) this.#measured.set(key, narration);
    return narration;
  }
}
