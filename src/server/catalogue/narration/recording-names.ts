import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Article } from '#domain/article.ts';
import { NARRATORS, type Narrator } from '#domain/narrators.ts';
import type { Lexicon } from './script/lexicon.ts';
import { type Script, scriptOf } from './script/service.ts';
import { Shared } from './shared.ts';

/** Raised with what is said here of how a recording is put together, mastered and encoded. */
const WAY_OF_RECORDING = 4;
/** Articles whose names are remembered: a few hundred bytes each. */
const MOST_REMEMBERED = 5000;

/** A narration that is wanted. */
export interface Order {
  article: Article;
  narrator: Narrator;
  script: Script;
  /** Names what is to be recorded. */
  recording: string;
}

/** What a recording is made of, beside the article. */
export interface Voices {
  lexicon: Lexicon;
  /** Names the voices, and how they are set. */
  voices: string;
}

/** What is to be recorded of an article as it reads now. Takes 10 ms. */
export function orderFor(article: Article, narrator: Narrator, spoken: Voices): Order {
  const script = scriptOf(article, article.authorAlias, spoken.lexicon);
  return { article, narrator, script, recording: nameOf(script, narrator, spoken) };
}

/** The names of an article's recordings, as it reads now. Takes 10 ms. */
export function namesOf(article: Article, spoken: Voices): Names {
  const script = scriptOf(article, article.authorAlias, spoken.lexicon);
  const names = (Object.keys(NARRATORS) as Narrator[]).map(
    (narrator) => [narrator, nameOf(script, narrator, spoken)] as const,
  );
  return Object.fromEntries(names) as Names;
}

type Names = Readonly<Record<Narrator, string>>;

/** The names of articles' recordings, remembered: they are asked for with each part of a file. */
export class RecordingNames {
  readonly #spoken: Voices;
  readonly #names = new LRUCache<string, Names>({ max: MOST_REMEMBERED });
  readonly #making = new Shared<Names | undefined>();
  /** So that a name that was being made while its article changed is not remembered. */
  #changes = 0;

  constructor(spoken: Voices) {
    this.#spoken = spoken;
  }

  /** The names for an article that `find` finds, unless they are remembered; `undefined` where it finds none. */
  async of(
    articleId: string,
    find: () => Promise<Article | undefined>,
  ): Promise<Names | undefined> {
    const known = this.#names.get(articleId);
    return known ?? this.#making.of(articleId, () => this.#make(articleId, find));
  }

  async #make(
    articleId: string,
    find: () => Promise<Article | undefined>,
  ): Promise<Names | undefined> {
    const changes = this.#changes;
    const article = await find();
    if (!article) return undefined;
    const names = namesOf(article, this.#spoken);
    if (changes === this.#changes) this.#names.set(articleId, names);
    return names;
  }

  /** Forgets what was made of what has changed: cache keys, such as `article:<id>`. */
  drop(keys: readonly string[]): void {
    this.#changes++;
    this.#making.part();
    // An author's name is spoken, too, and is in every article of theirs.
    if (keys.some((key) => !key.startsWith('article:'))) this.#names.clear();
    for (const key of keys) this.#names.delete(key.slice('article:'.length));
  }

  /** Forgets everything: nobody knows what has changed. */
  doubt(): void {
    this.#changes++;
    this.#making.part();
    this.#names.clear();
  }
}

/** Names a recording by all that it is made of: the same words by the same voice are recorded once. */
function nameOf(script: Script, narrator: Narrator, { voices }: Voices): string {
  const what = JSON.stringify([WAY_OF_RECORDING, voices, narrator, script]);
  return createHash('sha256').update(what).digest('hex').slice(0, 32);
}
