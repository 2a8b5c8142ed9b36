import { LRUCache } from 'lru-cache';
import type { Article } from '#domain/article.ts';
import type { Narrator } from '#domain/narrators.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import type { Script } from '#speech/script/script.ts';
import type { NamesByNarrator } from './preparation.ts';
import type { Preparer } from './preparer.ts';

/** Articles whose names are remembered: a few hundred bytes each. */
const MOST_REMEMBERED = 5000;

/** A narration that is wanted. */
export interface RecordingSpec {
  article: Article;
  narrator: Narrator;
  script: Script;
  /** Names what is to be recorded. */
  recording: string;
}

/** The names of articles' recordings, remembered: they are asked for with each part of a file. */
export class RecordingNames {
  readonly #preparer: Preparer;
  readonly #names = new LRUCache<string, NamesByNarrator>({ max: MOST_REMEMBERED });
  readonly #making = new SingleFlight<NamesByNarrator | undefined>();
  /** So that a name that was being made while its article changed is not remembered. */
  #changes = 0;

  constructor(preparer: Preparer) {
    this.#preparer = preparer;
  }

  /** The names for an article that `find` finds, unless they are remembered; `undefined` where it finds none. */
  async find(
    articleId: string,
    find: () => Promise<Article | undefined>,
  ): Promise<NamesByNarrator | undefined> {
    const known = this.#names.get(articleId);
    return known ?? this.#making.run(articleId, () => this.#make(articleId, find));
  }

  async #make(
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

  /** Forgets what was made of what has changed: cache keys, such as `article:<id>`. */
  invalidate(keys: readonly string[]): void {
    this.#changes++;
    this.#making.detachAll();
    // An author's name is spoken, too, and is in every article of theirs.
    if (keys.some((key) => !key.startsWith('article:'))) this.#names.clear();
    for (const key of keys) this.#names.delete(key.slice('article:'.length));
  }

  /** Forgets everything: nobody knows what has changed. */
  markAllStale(): void {
    this.#changes++;
    this.#making.detachAll();
    this.#names.clear();
  }
}
