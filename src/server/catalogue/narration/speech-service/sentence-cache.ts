import { buffer } from 'node:stream/consumers';
import { asc, inArray, lt, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { cachedSpeechSentences as sentences } from '../schema.ts';

/** The folder for cached sentences in the file store. */
const FOLDER = 'narrations/sentences';
/** Number of sentences that a process stores between two checks of the total size. */
const SENTENCES_BETWEEN_CHECKS = 50;
/** Maximum number of sentences that one query selects for removal. */
const REMOVAL_BATCH_SIZE = 100;

/**
 * Caches the audio of sentences from the speech service, because requests cost money and take time. All processes share
 * the cached files through the file store. If their total size exceeds `maxBytes`, the least recently used sentences
 * are removed.
 */
export class SentenceCache {
  readonly #queries: Queries;
  readonly #files: FileStore;
  readonly #maxBytes: number;
  #storedSinceCheck = 0;

  constructor(queries: Queries, files: FileStore, maxBytes: number) {
    this.#queries = queries;
    this.#files = files;
    this.#maxBytes = maxBytes;
  }

  /** Returns the audio of the sentence with this hash as a WAV file, or undefined if it is not cached. */
  async find(sentence: string): Promise<Uint8Array | undefined> {
    const file = await this.#files.read(buildKey(sentence));
    if (!file) return undefined;
    const wave = await buffer(file.body);
    await this.#markUsed(sentence, wave.length);
    return wave;
  }

  /**
   * Stores the audio of a sentence under its hash. Every {@link SENTENCES_BETWEEN_CHECKS} calls, also removes the least
   * recently used sentences if the total size exceeds the limit.
   */
  async store(sentence: string, wave: Uint8Array): Promise<void> {
    // The row is written before the file, so that every file counts toward the total size, even after a crash between
    // the two steps.
    await this.#markUsed(sentence, wave.length);
    await this.#files.write(buildKey(sentence), wave, 'audio/wav');
    this.#storedSinceCheck += 1;
    if (this.#storedSinceCheck < SENTENCES_BETWEEN_CHECKS) return;
    this.#storedSinceCheck = 0;
    await this.removeExcess();
  }

  /**
   * Removes the least recently used sentences until the total size is within the limit. Returns the number of sentences
   * removed.
   */
  async removeExcess(signal?: AbortSignal): Promise<number> {
    const ranked = this.#queries
      .select({
        sentence: sentences.sentence,
        usedAt: sentences.usedAt,
        total:
          sql<number>`sum(${sentences.bytes}) OVER (ORDER BY ${sentences.usedAt} DESC, ${sentences.sentence})`.as(
            'total',
          ),
      })
      .from(sentences)
      .as('ranked');
    for (let removed = 0; ; ) {
      signal?.throwIfAborted();
      const excess = await this.#queries
        .select({ sentence: ranked.sentence })
        .from(ranked)
        .where(sql`${ranked.total} > ${this.#maxBytes}`)
        .orderBy(asc(ranked.usedAt))
        .limit(REMOVAL_BATCH_SIZE);
      const hashes = excess.map(({ sentence }) => sentence);
      if (hashes.length) await this.#remove(hashes);
      removed += hashes.length;
      if (hashes.length < REMOVAL_BATCH_SIZE) return removed;
    }
  }

  /**
   * Removes the files and rows of sentences. The rows stay locked until the files are removed. A process that stores
   * one of these sentences again therefore waits, and its new file is not removed.
   */
  #remove(hashes: readonly string[]): Promise<void> {
    return this.#queries.transaction(async (transaction) => {
      await transaction.delete(sentences).where(inArray(sentences.sentence, [...hashes]));
      for (const hash of hashes) await this.#files.remove(buildKey(hash));
    });
  }

  /**
   * Stores a sentence's size, and the current time as the time of its last use. Does nothing if the stored time is less
   * than a day old.
   */
  async #markUsed(sentence: string, bytes: number): Promise<void> {
    await this.#queries
      .insert(sentences)
      .values({ sentence, bytes })
      .onConflictDoUpdate({
        target: sentences.sentence,
        set: { bytes, usedAt: sql`now()` },
        setWhere: lt(sentences.usedAt, sql`now() - interval '1 day'`),
      });
  }
}

function buildKey(sentence: string): string {
  return `${FOLDER}/${sentence}.wav`;
}
