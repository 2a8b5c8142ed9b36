import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { cachedSpeechSentences } from '../schema.ts';
import { SentenceCache } from './sentence-cache.ts';

/**
 * Returns test data for a cached file. It does not consist of zeros, because the file store rejects files that begin
 * with zeros.
 */
const createBytes = (length: number) => new Uint8Array(length).fill(1);

describe.each(await selectTestDatabaseEngines())('stored sentences, on $name', ({ open }) => {
  let database: Database;
  let folder: string;
  let files: FileStore;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.queries.delete(cachedSpeechSentences);
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-sentences-'));
    files = await openFileStore(readConfig({}), folder);
    return () => rmSync(folder, { recursive: true });
  });

  const openCache = (maxBytes = 1000) => new SentenceCache(database.queries, files, maxBytes);
  const listFiles = () => readdirSync(path.join(folder, 'narrations/sentences')).sort();
  const setAge = (sentence: string, days: number) =>
    database.queries
      .update(cachedSpeechSentences)
      .set({ usedAt: sql`now() - make_interval(days => ${days})` })
      .where(eq(cachedSpeechSentences.sentence, sentence));

  it('are found by every process that shares the files', async () => {
    await openCache().store('one', Uint8Array.of(1, 2, 3));
    expect([...(await openCache().find('one'))!]).toEqual([1, 2, 3]);
    expect(await openCache().find('two')).toBeUndefined();
  });

  it('are removed in the order of their last use if they are too large in all', async () => {
    const cache = openCache(1000);
    for (const sentence of ['a', 'b', 'c', 'd']) await cache.store(sentence, createBytes(400));
    await setAge('a', 4);
    await setAge('b', 3);
    await setAge('c', 2);
    await cache.find('a');
    expect(await cache.removeExcess()).toBe(2);
    expect(listFiles()).toEqual(['a.wav', 'd.wav']);
    const rows = await database.queries.select().from(cachedSpeechSentences);
    expect(rows.map(({ sentence }) => sentence).sort()).toEqual(['a', 'd']);
    expect(await cache.removeExcess()).toBe(0);
  });

  it('are limited while many are stored', async () => {
    const cache = openCache(1000);
    for (let index = 0; index < 120; index++) await cache.store(`s${index}`, createBytes(100));
    // The total size is checked only after every fifty stored sentences, so up to 49 sentences may exceed the limit.
    expect(listFiles().length).toBeLessThanOrEqual(10 + 49);
    await cache.removeExcess();
    expect(listFiles()).toHaveLength(10);
  });

  it('are counted again if a row was lost', async () => {
    const cache = openCache(10);
    await cache.store('one', createBytes(100));
    await database.queries.delete(cachedSpeechSentences);
    await cache.find('one');
    expect(await cache.removeExcess()).toBe(1);
    expect(listFiles()).toEqual([]);
  });

  it('are not removed after an abort', async () => {
    await openCache(10).store('one', createBytes(100));
    await expect(openCache(10).removeExcess(AbortSignal.abort(new Error('Stop.')))).rejects.toThrow(
      'Stop.',
    );
    expect(listFiles()).toEqual(['one.wav']);
  });
});
