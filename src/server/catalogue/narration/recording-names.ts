import { LRUCache } from 'lru-cache';
import type { Article } from '#domain/article.ts';
import type { Narrator } from '#domain/narrators.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import type { Script } from '#speech/script/script.ts';
import type { NamesByNarrator } from './preparation.ts';
import type { Preparer } from './preparer.ts';

/** Maximum number of articles whose recording names are cached. Each entry takes a few hundred bytes. */
const MAX_ENTRIES = 5000;

/** An article, a narrator and a script, with the name of the recording that is made from them. */
export interface RecordingSpec {
  article: Article;
  narrator: Narrator;
  script: Script;
  recording: string;
}

/** Caches the names of articles' recordings, since every range request for an audio file needs a name. */
export class RecordingNames {
  readonly #preparer: Preparer;
  readonly #names = new LRUCache<string, NamesByNarrator>({ max: MAX_ENTRIES });
  readonly #running = new SingleFlight<NamesByNarrator | undefined>();
  /** Number of content changes so far. A name is not cached if content changes while the name is computed. */
  #changes = 0;

  constructor(preparer: Preparer) {
    this.#preparer = preparer;
  }

  /**
   * Returns the names of an article's recordings. If the cache does not contain them, loads the article with `find` and
   * computes them. Returns undefined if `find` returns undefined.
   */
  async find(
    articleId: string,
    find: () => Promise<Article | undefined>,
  ): Promise<NamesByNarrator | undefined> {
    const known = this.#names.get(articleId);
    return known ?? this.#running.run(articleId, () => this.#compute(articleId, find));
  }

  async #compute(
    articleId: string,
    find: () => Promise<Article | undefined>,
  ): Promise<NamesByNarrator | undefined> {
    const changes = this.#changes;
    const article = await find();
    if (!article) return undefined;
    const { names } = await this.#preparer.prepare(article);
    if (changes === this.#changes) this.#names.set(articleId, names);
    return names;
  }

  /** Removes the recording names of changed articles from the cache. `keys` are cache keys such as `article:<id>`. */
  invalidate(keys: readonly string[]): void {
    this.#changes++;
    this.#running.detachAll();
    // A narration includes the author's name, so a changed author affects all articles of the author.
    if (keys.some((key) => !key.startsWith('article:'))) this.#names.clear();
    for (const key of keys) this.#names.delete(key.slice('article:'.length));
  }

  /** Removes the recording names of all articles from the cache. */
  markAllStale(): void {
    this.#changes++;
    this.#running.detachAll();
    this.#names.clear();
  }
}
