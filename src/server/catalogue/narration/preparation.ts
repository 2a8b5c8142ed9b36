import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Article, listArticleBodyTexts } from '#domain/article.ts';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { ChildWorker } from '#server/platform/child-worker.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import { RECORDING_FORMAT_VERSION } from '#speech/recording.ts';
import type { Lexicon } from '#speech/script/lexicon.ts';
import { buildScript, type Script } from '#speech/script/script.ts';

/** The fingerprint of each narrator's voice and its settings. */
export type VoiceFingerprintsByNarrator = Readonly<Record<NarratorId, string>>;

/**
 * The voices that narrations use. Their fingerprints are part of the data from which the names of recordings are
 * computed.
 */
export interface VoicesInUse {
  /** Fingerprints of the narrators' voices. */
  readonly fingerprints: VoiceFingerprintsByNarrator;
  /** Fingerprints of the voices that were in use before. Their recordings are played until new ones exist. */
  readonly former: readonly string[];
  /** Reason why this process cannot record with these voices, or undefined if it can. */
  readonly problem?: string | undefined;
}

/** Settings that affect recordings in addition to the article. */
export interface LexiconAndVoices {
  lexicon: Lexicon;
  /** The voices. The object may change while the process runs. */
  voices: VoicesInUse;
}

/** The script of an article's current text, and the names of its recordings. */
export interface PreparedArticle {
  script: Script;
  names: ArticleRecordingNames;
}

/** The names of the recordings of an article's current text. */
export interface ArticleRecordingNames {
  /** Names of the recordings by the voices in use, by narrator. */
  inUse: RecordingNamesByNarrator;
  /** Names of the recordings by former voices, by narrator. */
  former: readonly RecordingNamesByNarrator[];
  /** Fingerprints of the voices in use. */
  voices: VoiceFingerprintsByNarrator;
  /** Hash of the script, which does not depend on the voices. */
  scriptHash: string;
}

/**
 * Returns true if a stored narration has an article's current text. It may be by former voices. Releases that did not
 * store the script (`null`) are recognized by the name of the recording.
 */
export function hasCurrentText(
  { recording, script }: { recording: string; script: string | null },
  narrator: NarratorId,
  { inUse, former, scriptHash }: ArticleRecordingNames,
): boolean {
  if (script !== null) return script === scriptHash;
  return [inUse, ...former].some((names) => names[narrator] === recording);
}

type RecordingNamesByNarrator = Readonly<Record<NarratorId, string>>;

/** An article, a narrator and a script, with the name of the recording that is made from them. */
export interface RecordingSpec {
  article: Article;
  narrator: NarratorId;
  script: Script;
  recording: string;
  /** Fingerprint of the voice that makes the recording. */
  voices: string;
  /** Hash of the script. */
  scriptHash: string;
}

/** A request to the child process that prepares long articles. */
export interface PreparationTask {
  article: Article;
  voices: LexiconAndVoices;
}

const PROCESS_URL = new URL('preparation-process.ts', import.meta.url);
/**
 * Maximum number of characters of an article that is prepared in this process. For such an article, starting a child
 * process would take longer. The limit is about twice the length of the longest article in the shipped library.
 */
const MAX_LENGTH_IN_PROCESS = 12_000;

/**
 * Prepares articles for recording: long articles in a child process, so that page requests do not have to wait, and
 * short articles in this process.
 */
export class ArticlePreparer {
  readonly #voices: LexiconAndVoices;
  readonly #worker = new ChildWorker<PreparationTask>(PROCESS_URL);

  constructor(voices: LexiconAndVoices) {
    this.#voices = voices;
  }

  /** Prepares an article for recording. Rejects if the article cannot be prepared or the child process exits. */
  async prepare(article: Article): Promise<PreparedArticle> {
    const length = listArticleBodyTexts(article.body).reduce((sum, text) => sum + text.length, 0);
    const { lexicon, voices } = this.#voices;
    // A copy, since the voices may change while the child process prepares the article.
    const { fingerprints, former } = voices;
    const task = { article, voices: { lexicon, voices: { fingerprints, former } } };
    if (length <= MAX_LENGTH_IN_PROCESS) return prepareArticleForRecording(article, task.voices);
    return (await this.#worker.run(task)) as PreparedArticle;
  }
}

/** Maximum number of articles whose recording names are cached. Each entry takes a few hundred bytes. */
const MAX_ENTRIES = 5000;

/** Caches the names of articles' recordings, since every range request for an audio file needs one of these names. */
export class RecordingNamesCache {
  readonly #preparer: Pick<ArticlePreparer, 'prepare'>;
  readonly #names = new LRUCache<string, ArticleRecordingNames>({ max: MAX_ENTRIES });
  readonly #running = new SingleFlight<ArticleRecordingNames | undefined>();
  /** Number of content changes so far. A name is not cached if content changes while the name is computed. */
  #changes = 0;

  constructor(preparer: Pick<ArticlePreparer, 'prepare'>) {
    this.#preparer = preparer;
  }

  /** Returns the names of an article's recordings if the cache contains them. */
  get(articleId: string): ArticleRecordingNames | undefined {
    return this.#names.get(articleId);
  }

  /**
   * Returns the names of an article's recordings. If the cache does not contain the names, loads the article with
   * `find` and computes them. Returns undefined if `find` returns undefined.
   */
  async find(
    articleId: string,
    find: () => Promise<Article | undefined>,
  ): Promise<ArticleRecordingNames | undefined> {
    const cachedNames = this.#names.get(articleId);
    return cachedNames ?? this.#running.run(articleId, () => this.#compute(articleId, find));
  }

  async #compute(
    articleId: string,
    find: () => Promise<Article | undefined>,
  ): Promise<ArticleRecordingNames | undefined> {
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
    // A narration includes the author's name, so a change to an author affects all of the author's articles.
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

/**
 * Prepares an article for recording: builds its script and the names of its recordings. Takes 10 ms for a typical
 * article and several seconds for the longest texts.
 */
export function prepareArticleForRecording(
  article: Article,
  { lexicon, voices: { fingerprints, former } }: LexiconAndVoices,
): PreparedArticle {
  const script = buildScript(article, article.authorAlias, lexicon);
  const nameRecordings = (getVoice: (narrator: NarratorId) => string) =>
    Object.fromEntries(
      (Object.keys(NARRATORS_BY_ID) as NarratorId[]).map(
        (narrator) => [narrator, hashRecording(script, narrator, getVoice(narrator))] as const,
      ),
    ) as RecordingNamesByNarrator;
  const names = {
    inUse: nameRecordings((narrator) => fingerprints[narrator]),
    former: former.map((voice) => nameRecordings(() => voice)),
    voices: fingerprints,
    scriptHash: hash(script),
  };
  return { script, names };
}

/**
 * Returns a hash of everything that affects a recording. Recordings with the same words in the same voice have the same
 * hash and are made only once.
 */
function hashRecording(script: Script, narrator: NarratorId, voice: string): string {
  return hash([RECORDING_FORMAT_VERSION, voice, narrator, script]);
}

function hash(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}
