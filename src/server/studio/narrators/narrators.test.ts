import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NarratorsReport } from '#domain/studio/narrators.ts';
import { NARRATE_AGAIN_JOB_TYPE } from '#server/catalogue/narration/narrate-again.ts';
import { NarrationService } from '#server/catalogue/narration/narration-service.ts';
import { createNarratorSamples } from '#server/catalogue/narration/narrator-samples.ts';
import { RECORD_WITH_NEW_VOICES_JOB_TYPE } from '#server/catalogue/narration/record-with-new-voices-job.ts';
import { narrationJobs, narrations } from '#server/catalogue/narration/schema.ts';
import { SpeechInUse } from '#server/catalogue/narration/speech-in-use.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { TestQueue } from '#server/platform/jobs/testing/queue.ts';
import { StartError } from '#server/platform/start-error.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { type LibraryApp, testApp } from '#server/testing/app.ts';
import { testDatabases } from '#server/testing/databases.ts';
import { recordHum } from '#server/testing/humming-recorder.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';
import { BUILT_IN_ENGINE, type EngineChoice } from '#speech/engines/engine.ts';
import { buildLexicon } from '#speech/script/lexicon.ts';

const TASKS = [NARRATE_AGAIN_JOB_TYPE, RECORD_WITH_NEW_VOICES_JOB_TYPE];
const NAMES = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(32));

/** Opens an application with the built-in voices and a model, which hum. */
async function openTestApp(database: Database): Promise<LibraryApp> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-narrators-'));
  const files = await openFileStore(readConfig({}), folder);
  const builtIn = { choice: BUILT_IN_ENGINE as EngineChoice, version: 'hum-1', atOnce: 1 };
  const model = { engine: 'neural', modelFolder: '/kokoro', moduleFolder: '/module' } as const;
  const speech = new SpeechInUse(readConfig({}), builtIn, {
    create: () => ({ record: recordHum }),
    findSetup(kind) {
      if (kind === 'built_in') return builtIn;
      if (kind === 'neural') return { choice: model, version: 'hum-2', atOnce: 1 };
      throw new StartError('No speech service is configured for this process.');
    },
  });
  const pictures = { read: async () => undefined };
  const options = { pictures, lexicon: buildLexicon({}), voices: speech };
  const audio = {
    speech,
    narrations: new NarrationService(database, files, speech, options),
    samples: createNarratorSamples(database, files, speech, { voices: speech }),
  };
  const test = await testApp(database, {}, undefined, undefined, { audio });
  const { data } = (await test.app.inject('/api/v1/articles?limit=50')).json();
  return { ...test, library: data.metas };
}

describe.each(await testDatabases({ dependsOnEngine: true }))('narrators, on $name', (on) => {
  let test: LibraryApp;
  let queue: TestQueue;
  let editor: ReturnType<typeof createApiCaller>;

  beforeAll(async () => {
    test = await openTestApp(await on.openFilled());
    const reader = await signInTestReader(test.database, 'edith');
    await updateRole(test.database.queries, reader.user.id, 'editor');
    editor = createApiCaller(test, reader);
    queue = new TestQueue(test.database);
    await queue.reset(...TASKS);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await queue.reset(...TASKS);
    await test.database.queries.delete(narrations);
    await test.database.queries.delete(narrationJobs);
  });

  const report = async () =>
    (await editor('GET', '/studio/narrators')).json().data as NarratorsReport;
  const retry = (recording?: string) =>
    editor('POST', '/studio/narrators/retry', recording ? { recording } : {});
  const insertNarration = (at: number, voices: string | null, took: number | null = null) =>
    test.database.queries.insert(narrations).values({
      ...{ articleId: test.library[at]!.id, narrator: 'af', recording: NAMES[at]!, voices, took },
      ...{ seconds: 300, bytes: 2_000_000, madeAt: new Date() },
    });
  const insertJob = (at: number, job: Partial<typeof narrationJobs.$inferInsert>) =>
    test.database.queries.insert(narrationJobs).values({
      ...{ recording: NAMES[at]!, articleId: test.library[at]!.id, narrator: 'bf' },
      ...{ extent: 'whole', state: 'failed', error: 'The disk is full.', ...job },
    });
  const ofAf = async () => (await report()).narrators.find(({ narrator }) => narrator === 'af');

  describe('report', () => {
    it('names the engine and counts the articles with audio', async () => {
      const { engine, articles, narrators, speed, disk } = await report();
      expect(engine).toEqual({
        ...{ kind: 'built_in', name: null, problem: null },
        voices: expect.stringMatching(/./),
      });
      expect(articles).toBe(test.library.length);
      expect(narrators.map(({ recorded }) => recorded)).toEqual([0, 0, 0, 0]);
      expect(speed).toBeNull();
      expect(disk!.total).toBeGreaterThan(disk!.free);
      await test.database.queries.execute(
        sql`UPDATE articles SET has_audio = id <> ${test.library[0]!.id}`,
      );
      expect((await report()).articles).toBe(test.library.length - 1);
      await test.database.queries.execute(sql`UPDATE articles SET has_audio = true`);
    });

    it('counts recordings by the voices in use and by former ones, and measures their speed', async () => {
      const { voices } = (await report()).engine;
      await insertNarration(0, voices, 10);
      await insertNarration(1, voices, 20);
      await insertNarration(2, 'former');
      expect(await ofAf()).toEqual({ narrator: 'af', recorded: 2, outdated: 1, seconds: 600 });
      const { speed, bytes } = await report();
      expect(speed).toBe(20);
      expect(bytes).toBe(6_000_000);
    });

    it('follows a recording that is made again by other voices, and one that is deleted', async () => {
      const { voices } = (await report()).engine;
      await insertNarration(0, 'former');
      await test.database.queries.update(narrations).set({ voices, seconds: 310, took: 31 });
      expect(await ofAf()).toEqual({ narrator: 'af', recorded: 1, outdated: 0, seconds: 310 });
      await test.database.queries.delete(narrations);
      expect(await ofAf()).toMatchObject({ recorded: 0, outdated: 0, seconds: 0 });
    });

    it('counts recordings of earlier releases as those of the voices in use', async () => {
      await insertNarration(0, null);
      expect(await ofAf()).toMatchObject({ recorded: 1, outdated: 0 });
    });

    it('lists recordings in progress before those that wait', async () => {
      await insertJob(0, { state: 'queued', error: null, expectedSeconds: 300 });
      await insertJob(1, {
        ...{ state: 'preview_ready', error: null, recordedSeconds: 40, expectedSeconds: 320 },
        claim: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3d',
        claimedUntil: new Date(Date.now() + 15_000),
      });
      await insertJob(2, { state: 'ready', error: null });
      const { active } = await report();
      expect(active.map(({ article, isStarted }) => [article!.title, isStarted])).toEqual([
        [test.library[1]!.title, true],
        [test.library[0]!.title, false],
      ]);
      expect(active[0]).toMatchObject({
        recordedSeconds: 40,
        expectedSeconds: 320,
        narrator: 'bf',
      });
    });

    it('lists failed recordings, newest first', async () => {
      await insertJob(0, { updatedAt: new Date(Date.now() - 60_000) });
      await insertJob(1, { error: 'The voice is lost.' });
      const { failed, failures } = await report();
      expect(failed.map(({ error }) => error)).toEqual(['The voice is lost.', 'The disk is full.']);
      expect(failures).toBe(2);
    });
  });

  describe('settings', () => {
    const change = async (settings: object) => {
      const response = await editor('PUT', '/studio/narrators/settings', settings);
      return { status: response.statusCode, data: response.json().data as NarratorsReport };
    };
    afterEach(async () => {
      const { version } = await report();
      await change({ version, engine: 'built_in', recordAhead: 'new' });
    });

    it('switches to other voices at once, and requests all recordings by them', async () => {
      await insertNarration(0, 'hum-1');
      const { version, available } = await report();
      expect(available).toEqual([
        { kind: 'built_in', name: null, isInUse: true },
        { kind: 'neural', name: 'kokoro', isInUse: false },
      ]);
      const { status, data } = await change({ version, engine: 'neural' });
      expect(status).toBe(200);
      expect(data.engine).toMatchObject({ kind: 'neural', name: 'kokoro', voices: 'hum-2' });
      expect(data.narrators[0]).toMatchObject({ narrator: 'af', recorded: 0, outdated: 1 });
      expect(await queue.jobs('new-voices')).toHaveLength(1);
      const { entries } = (await editor('GET', '/studio/audit?subject=narrator')).json().data;
      expect(entries[0]).toMatchObject({
        ...{ action: 'narrator.change', actorName: 'edith' },
        before: { voices: 'built_in', recordAhead: 'new' },
        after: { voices: 'neural', recordAhead: 'new' },
      });
    });

    it('rejects one of two simultaneous changes', async () => {
      const { version } = await report();
      const both = await Promise.all([
        change({ version, recordAhead: 'off' }),
        change({ version, recordAhead: 'popular' }),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const saved = both.find(({ status }) => status === 200)!;
      expect((await report()).recordAhead).toBe(saved.data.recordAhead);
    });

    it('rejects an engine that is not here', async () => {
      const { version } = await report();
      expect((await change({ version, engine: 'service' })).status).toBe(409);
      expect((await report()).version).toBe(version);
    });

    it('makes no recordings again if only the articles to record ahead change', async () => {
      const { version } = await report();
      const { data } = await change({ version, recordAhead: 'off' });
      expect(data.recordAhead).toBe('off');
      expect(await queue.jobs('new-voices')).toEqual([]);
    });
  });

  describe('retry', () => {
    it('requests a failed recording only once for several requests, and records who did it', async () => {
      await insertJob(0, {});
      const pressed = await Promise.all([retry(NAMES[0]), retry(NAMES[0])]);
      expect(pressed.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
      expect((await queue.jobs('narrate-again')).map(({ data }) => data)).toEqual([
        { articleId: test.library[0]!.id, narrator: 'bf' },
      ]);
      expect((await report()).failed).toEqual([]);
      const { entries } = (await editor('GET', '/studio/audit?subject=narrator')).json().data;
      expect(entries[0]).toMatchObject({
        ...{ action: 'narrator.retry', actorName: 'edith', subjectName: test.library[0]!.title },
        after: { narrator: 'British Female' },
      });
    });

    it('requests all failed recordings, but none that has not failed', async () => {
      await insertJob(0, {});
      await insertJob(1, {});
      await insertJob(2, { state: 'queued', error: null });
      expect((await retry()).json().data).toEqual({ retried: 2 });
      expect(await queue.jobs('narrate-again')).toHaveLength(2);
      expect((await retry()).json().data).toEqual({ retried: 0 });
      expect((await retry(NAMES[2])).statusCode).toBe(404);
    });

    it('rejects a name that is not that of a recording', async () => {
      expect((await retry('../narrations')).statusCode).toBe(400);
    });
  });
});
