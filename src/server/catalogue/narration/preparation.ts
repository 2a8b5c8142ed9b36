import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Article, listArticleBodyTexts } from '#domain/article.ts';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { ChildWorker } from '#server/platform/child-worker.ts';
import { SingleFlight } from '#server/platform/single-flight.ts';
import { RECORDING_FORMAT_VERSION } from '#speech/recording.ts';
import type { Lexicon } from '#speech/script/lexicon.ts';
import { buildScript, type NarrationScript } from '#speech/script/narration-script.ts';

/** A fingerprint for each narrator, which identifies the narrator's voice and its settings. */
export type VoiceFingerprintsByNarrator = Readonly<Record<NarratorId, string>>;

/**
 * The voices that narrations are recorded with. The name of a recording is a hash that includes the fingerprint of the
 * voice.
 */
export interface VoicesInUse {
  /** The fingerprint of each narrator's voice. */
  readonly fingerprints: VoiceFingerprintsByNarrator;
  /**
   * Fingerprints of the voices that were in use before. Recordings with these voices are played until new ones exist.
   */
  readonly former: readonly string[];
  /** Reason why this process cannot record with these voices, or undefined if it can. */
  readonly problem?: string | undefined;
}

/** The lexicon and the voices, which affect a recording in addition to the text of the article. */
export interface LexiconAndVoices {
  lexicon: Lexicon;
  /** The voices in use. The properties of this object may change while the process runs. */
  voices: VoicesInUse;
}

/** The script of an article's current text, and the names of its recordings. */
export interface PreparedArticle {
  script: NarrationScript;
  names: ArticleRecordingNames;
}

/** The names that recordings of an article's current text have or will have. The recordings need not exist yet. */
export interface ArticleRecordingNames {
  /** For each narrator, the name of the recording with the voices in use. */
  inUse: RecordingNamesByNarrator;
  /** For each earlier voice, the name of each narrator's recording with this voice. */
  former: readonly RecordingNamesByNarrator[];
  /** The fingerprint of each narrator's voice in use. */
  voiceFingerprints: VoiceFingerprintsByNarrator;
  /** Hash of the script that the narrators read. The hash does not depend on the voices. */
  scriptHash: string;
}

/**
 * Returns true if a stored narration is a recording of the article's current text, even if it was made with earlier
 * voices. Older versions of Octavo did not store the hash of the script, so `scriptHash` is `null` in their rows. In
 * this case, compares the name of the recording instead.
 */
export function hasCurrentText(
  { recording, scriptHash }: { recording: string; scriptHash: string | null },
  narrator: NarratorId,
  names: ArticleRecordingNames,
): boolean {
  if (scriptHash !== null) return scriptHash === names.scriptHash;
  return [names.inUse, ...names.former].some((each) => each[narrator] === recording);
}

type RecordingNamesByNarrator = Readonly<Record<NarratorId, string>>;

/** The data from which a recording is made, and the name of the recording. */
export interface RecordingSpec {
  article: Article;
  narrator: NarratorId;
  script: NarrationScript;
  recording: string;
  /** Fingerprint of the voice with which the recording is made. */
  voiceFingerprint: string;
  /** Hash of the script that the narrator reads. */
  scriptHash: string;
}

/** A task for the child process that prepares long articles for recording. */
export interface ArticlePreparationTask {
  article: Article;
  voices: LexiconAndVoices;
}

const PROCESS_URL = new URL('preparation-process.ts', import.meta.url);
/**
 * Articles with at most this many characters are prepared in this process. For such an article, starting a child
 * process would take longer than the preparation. The limit is about twice the length of the longest article in the
 * library that ships with Octavo.
 */
const MAX_LENGTH_IN_PROCESS = 12_000;

/**
 * Prepares articles for recording. Prepares short articles in this process, and long ones in a child process. Long
 * articles would otherwise delay page requests.
 */
export class ArticlePreparer {
  readonly #voices: LexiconAndVoices;
  readonly #worker = new ChildWorker<ArticlePreparationTask>(PROCESS_URL);

  constructor(voices: LexiconAndVoices) {
    this.#voices = voices;
  }

  /** Prepares an article for recording. Rejects if the article cannot be prepared or the child process exits. */
  async prepare(article: Article): Promise<PreparedArticle> {
    const length = listArticleBodyTexts(article.body).reduce((sum, text) => sum + text.length, 0);
    const { lexicon, voices } = this.#voices;
    // The voices are copied, because they may change while the child process prepares the article.
    const { fingerprints, former } = voices;
    const task = { article, voices: { lexicon, voices: { fingerprints, former } } };
    if (length <= MAX_LENGTH_IN_PROCESS) return prepareArticleForRecording(article, task.voices);
    return (await this.#worker.run(task)) as PreparedArticle;
  }
}

/** Maximum number of articles whose recording names are cached. Each entry takes a few hundred bytes. */
const MAX_ENTRIES = 5000;

/** Caches the names of articles' recordings. Every range request for an audio file needs such a name. */
export class RecordingNamesCache {
  readonly #preparer: Pick<ArticlePreparer, 'prepare'>;
  readonly #names = new LRUCache<string, ArticleRecordingNames>({ max: MAX_ENTRIES });
  readonly #running = new SingleFlight<ArticleRecordingNames | undefined>();
  /**
   * Number of content changes so far. If the number changes while the names of an article's recordings are computed,
   * the names are not cached.
   */
  #changes = 0;

  constructor(preparer: Pick<ArticlePreparer, 'prepare'>) {
    this.#preparer = preparer;
  }

  /** Returns the names of an article's recordings from the cache, or undefined if they are not cached. */
  get(articleId: string): ArticleRecordingNames | undefined {
    return this.#names.get(articleId);
  }

  /**
   * Returns the names of an article's recordings. If they are not cached, loads the article with `find` and computes
   * them. Returns undefined if `find` returns undefined.
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

  /**
   * Removes the recording names of changed articles from the cache. `keys` are cache keys of content, such as
   * `article:<id>`.
   */
  invalidate(keys: readonly string[]): void {
    this.#changes++;
    this.#running.detachAll();
    // Narrations include the author's name, so a changed author affects all of the author's articles. The cache is
    // therefore cleared if `keys` contains the key of anything other than an article.
    if (keys.some((key) => !key.startsWith('article:'))) this.#names.clear();
    for (const key of keys) this.#names.delete(key.slice('article:'.length));
  }

  /** Clears the cache of recording names. */
  markAllStale(): void {
    this.#changes++;
    this.#running.detachAll();
    this.#names.clear();
  }
}

/**
 * Builds the script of an article, and computes the names of its recordings. Takes 10 ms for a typical article and
 * several seconds for the longest texts.
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
    voiceFingerprints: fingerprints,
    scriptHash: hash(script),
  };
  return { script, names };
}

/**
 * Returns a hash of everything that affects a recording. Two articles with the same script and the same voice have the
 * same hash, so they share one recording.
 */
function hashRecording(script: NarrationScript, narrator: NarratorId, voice: string): string {
  return hash([RECORDING_FORMAT_VERSION, voice, narrator, script]);
}

function hash(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}
