import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NarratorsReport } from '#domain/studio/narrators.ts';
import { ActiveSpeechEngine } from '#server/catalogue/narration/active-speech-engine.ts';
import { NarrationService } from '#server/catalogue/narration/narration-service.ts';
import { createNarratorSampleService } from '#server/catalogue/narration/narrator-sample-service.ts';
import { RECORD_NARRATION_JOB_DEFINITION } from '#server/catalogue/narration/record-narration-job.ts';
import { RECORD_WITH_NEW_VOICES_JOB_DEFINITION } from '#server/catalogue/narration/record-with-new-voices-job.ts';
import { narrationJobs, narrations } from '#server/catalogue/narration/schema.ts';
import { SpeechServiceError } from '#server/catalogue/narration/speech-service/speech-client.ts';
import { SpeechBudgetError } from '#server/catalogue/narration/speech-service/spending.ts';
import { VoiceTrialService } from '#server/catalogue/narration/voice-trial-service.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { StartError } from '#server/platform/start-error.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { createTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { recordScriptAsHum } from '#server/testing/humming-recorder.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';
import { BUILT_IN_ENGINE_CHOICE, type EngineChoice } from '#speech/engines/engine.ts';
import {
  ENGINE_VOICES_WITH_FIXED_SPEAKERS,
  type EngineVoices,
} from '#speech/engines/engine-voices.ts';
import { buildLexicon, EMPTY_LEXICON } from '#speech/script/lexicon.ts';

const hum = vi.fn(recordScriptAsHum);

const JOB_DEFINITIONS = [RECORD_NARRATION_JOB_DEFINITION, RECORD_WITH_NEW_VOICES_JOB_DEFINITION];
const RECORDING_NAMES = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(32));

const MODEL_VOICES: EngineVoices = {
  speakers: [
    { name: 'af_bella', speed: 1, fits: ['af'] },
    { name: 'bm_george', speed: 0.9, fits: ['bm'] },
  ],
  hasUnlistedSpeakers: false,
  defaults: {
    af: { speaker: 'af_bella', speed: 1 },
    am: { speaker: 'bm_george', speed: 1 },
    bf: { speaker: 'af_bella', speed: 1 },
    bm: { speaker: 'bm_george', speed: 0.9 },
  },
};

/** Opens a test application with a built-in and a neural speech engine, both of which only hum. */
async function openTestApp(database: Database): Promise<LibraryTestApp> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-narrators-'));
  const files = await openFileStore(readConfig({}), folder);
  const builtIn = {
    choice: BUILT_IN_ENGINE_CHOICE as EngineChoice,
    version: 'hum-1',
    voices: ENGINE_VOICES_WITH_FIXED_SPEAKERS,
    atOnce: 1,
  };
  const model = { engine: 'neural', modelFolder: '/kokoro', moduleFolder: '/module' } as const;
  const speech = new ActiveSpeechEngine(readConfig({}), builtIn, {
    create: () => ({ record: hum }),
    findSetup(kind) {
      if (kind === 'built_in') return builtIn;
      if (kind === 'neural')
        return { choice: model, version: 'hum-2', voices: MODEL_VOICES, atOnce: 1 };
      throw new StartError('No speech service is configured for this process.');
    },
  });
  const pictures = { read: async () => undefined };
  const options = { pictures, lexicon: buildLexicon({}), voices: speech };
  const audio = {
    speech,
    narrations: new NarrationService(database, files, speech, options),
    samples: createNarratorSampleService(database, files, speech, { voices: speech }),
    trials: new VoiceTrialService(speech, EMPTY_LEXICON),
  };
  const test = await createTestApp(database, {}, undefined, undefined, { audio });
  const { data } = (await test.app.inject('/api/v1/articles?limit=50')).json();
  return { ...test, library: data.metas };
}

describe.each(await selectTestDatabaseEngines({ dependsOnEngine: true }))(
  'narrators, on $name',
  (testEngine) => {
    let test: LibraryTestApp;
    let queue: JobQueueTestHarness;
    let editor: ReturnType<typeof createApiCaller>;

    beforeAll(async () => {
      test = await openTestApp(await testEngine.openFilled());
      const reader = await signInTestReader(test.database, 'edith');
      await updateRole(test.database.queries, reader.user.id, 'editor');
      editor = createApiCaller(test, reader);
      queue = new JobQueueTestHarness(test.database);
      await queue.reset(...JOB_DEFINITIONS);
    });
    afterAll(() => test.close());
    beforeEach(async () => {
      await queue.reset(...JOB_DEFINITIONS);
      await test.database.queries.delete(narrations);
      await test.database.queries.delete(narrationJobs);
    });

    const fetchReport = async () =>
      (await editor('GET', '/studio/narrators')).json().data as NarratorsReport;
    const retry = (recording?: string) =>
      editor('POST', '/studio/narrators/retry', recording ? { recording } : {});
    const insertNarration = (
      index: number,
      voiceFingerprint: string | null,
      took: number | null = null,
    ) =>
      test.database.queries.insert(narrations).values({
        ...{
          articleId: test.library[index]!.id,
          narrator: 'af',
          recording: RECORDING_NAMES[index]!,
          voiceFingerprint,
          took,
        },
        ...{ seconds: 300, bytes: 2_000_000, madeAt: new Date() },
      });
    const insertJob = (index: number, job: Partial<typeof narrationJobs.$inferInsert>) =>
      test.database.queries.insert(narrationJobs).values({
        ...{
          recording: RECORDING_NAMES[index]!,
          articleId: test.library[index]!.id,
          narrator: 'bf',
        },
        ...{ extent: 'whole', state: 'failed', error: 'The disk is full.', ...job },
      });
    const findAfEntry = async () =>
      (await fetchReport()).narrators.find(({ narrator }) => narrator === 'af');

    describe('report', () => {
      it('names the engine and counts the articles with audio', async () => {
        const { engine, articles, narrators, speed, disk } = await fetchReport();
        expect(engine).toEqual({
          ...{ kind: 'built_in', name: null, problem: null },
          ...{ speakers: [], hasUnlistedSpeakers: false },
        });
        expect(articles).toBe(test.library.length);
        expect(narrators.map(({ recorded }) => recorded)).toEqual([0, 0, 0, 0]);
        expect(speed).toBeNull();
        expect(disk!.total).toBeGreaterThan(disk!.free);
        await test.database.queries.execute(
          sql`UPDATE articles SET has_audio = id <> ${test.library[0]!.id}`,
        );
        expect((await fetchReport()).articles).toBe(test.library.length - 1);
        await test.database.queries.execute(sql`UPDATE articles SET has_audio = true`);
      });

      it('counts recordings by the voices in use and by former ones, and measures their speed', async () => {
        const { fingerprint } = (await findAfEntry())!;
        await insertNarration(0, fingerprint, 10);
        await insertNarration(1, fingerprint, 20);
        await insertNarration(2, 'former');
        expect(await findAfEntry()).toMatchObject({ recorded: 2, outdated: 1, seconds: 600 });
        const { speed, bytes } = await fetchReport();
        expect(speed).toBe(20);
        expect(bytes).toBe(6_000_000);
      });

      it('follows a recording that is made again by other voices, and one that is deleted', async () => {
        const { fingerprint } = (await findAfEntry())!;
        await insertNarration(0, 'former');
        await test.database.queries
          .update(narrations)
          .set({ voiceFingerprint: fingerprint, seconds: 310, took: 31 });
        expect(await findAfEntry()).toMatchObject({ recorded: 1, outdated: 0, seconds: 310 });
        await test.database.queries.delete(narrations);
        expect(await findAfEntry()).toMatchObject({ recorded: 0, outdated: 0, seconds: 0 });
      });

      it('counts recordings of earlier releases as those of the voices in use', async () => {
        await insertNarration(0, null);
        expect(await findAfEntry()).toMatchObject({ recorded: 1, outdated: 0 });
      });

      it('lists recordings in progress before those that wait', async () => {
        await insertJob(0, { state: 'queued', error: null, expectedSeconds: 300 });
        await insertJob(1, {
          ...{ state: 'preview_ready', error: null, recordedSeconds: 40, expectedSeconds: 320 },
          claim: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3d',
          claimedUntil: new Date(Date.now() + 15_000),
        });
        await insertJob(2, { state: 'ready', error: null });
        const { active } = await fetchReport();
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
        const { failed, failures } = await fetchReport();
        expect(failed.map(({ error }) => error)).toEqual([
          'The voice is lost.',
          'The disk is full.',
        ]);
        expect(failures).toBe(2);
      });
    });

    describe('settings', () => {
      const change = async (settings: object) => {
        const response = await editor('PUT', '/studio/narrators/settings', settings);
        return { status: response.statusCode, data: response.json().data as NarratorsReport };
      };
      afterEach(async () => {
        const { version } = await fetchReport();
        await change({ version, engine: 'built_in', recordAhead: 'new' });
      });

      it('switches to other voices at once, and requests all recordings by them', async () => {
        await insertNarration(0, 'hum-1');
        const { version, available } = await fetchReport();
        expect(available).toEqual([
          { kind: 'built_in', name: null, isInUse: true },
          { kind: 'neural', name: 'kokoro', isInUse: false },
        ]);
        const { status, data } = await change({ version, engine: 'neural' });
        expect(status).toBe(200);
        expect(data.engine).toMatchObject({ kind: 'neural', name: 'kokoro' });
        expect(data.narrators[0]).toMatchObject({
          ...{ narrator: 'af', fingerprint: 'hum-2' },
          ...{ recorded: 0, outdated: 1 },
        });
        expect(await queue.jobs('new-voices')).toHaveLength(1);
        const { entries } = (await editor('GET', '/studio/audit?subject=narrator')).json().data;
        expect(entries[0]).toMatchObject({
          ...{ action: 'narrator.change', actorName: 'edith' },
          before: { voices: 'built_in', recordAhead: 'new' },
          after: { voices: 'neural', recordAhead: 'new' },
        });
      });

      it('rejects one of two simultaneous changes', async () => {
        const { version } = await fetchReport();
        const responses = await Promise.all([
          change({ version, recordAhead: 'off' }),
          change({ version, recordAhead: 'popular' }),
        ]);
        expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
        const saved = responses.find(({ status }) => status === 200)!;
        expect((await fetchReport()).recordAhead).toBe(saved.data.recordAhead);
      });

      it('rejects an engine that is not here', async () => {
        const { version } = await fetchReport();
        expect((await change({ version, engine: 'service' })).status).toBe(409);
        expect((await fetchReport()).version).toBe(version);
      });

      it('makes no recordings again if only the articles to record ahead change', async () => {
        const { version } = await fetchReport();
        const { data } = await change({ version, recordAhead: 'off' });
        expect(data.recordAhead).toBe('off');
        expect(await queue.jobs('new-voices')).toEqual([]);
      });
    });

    describe('voices', () => {
      const change = (settings: object) => editor('PUT', '/studio/narrators/settings', settings);
      const chooseVoices = async (voices: object) => {
        const { version } = await fetchReport();
        return change({ version, voices });
      };
      beforeEach(async () => {
        const { version } = await fetchReport();
        expect((await change({ version, engine: 'neural' })).statusCode).toBe(200);
        await chooseVoices(MODEL_VOICES.defaults);
        await queue.reset(...JOB_DEFINITIONS);
      });
      afterEach(async () => {
        const { version } = await fetchReport();
        await change({ version, engine: 'built_in' });
      });

      it('are listed with those that can be chosen', async () => {
        const { engine, narrators } = await fetchReport();
        expect(engine).toMatchObject({
          speakers: MODEL_VOICES.speakers,
          hasUnlistedSpeakers: false,
        });
        expect(narrators.find(({ narrator }) => narrator === 'bm')!.voice).toEqual({
          speaker: 'bm_george',
          speed: 0.9,
        });
      });

      it('change for one narrator, whose recordings are requested again', async () => {
        await insertNarration(0, 'hum-2');
        const { narrators: before } = await fetchReport();
        const response = await chooseVoices({ am: { speaker: 'af_bella', speed: 1.1 } });
        expect(response.statusCode).toBe(200);
        const { narrators } = response.json().data as NarratorsReport;
        expect(narrators[1]).toMatchObject({
          ...{ narrator: 'am', voice: { speaker: 'af_bella', speed: 1.1 } },
          fingerprint: expect.not.stringMatching(/^hum-2$/),
        });
        expect(narrators.toSpliced(1, 1)).toEqual(before.toSpliced(1, 1));
        expect(narrators[0]).toMatchObject({ recorded: 1, outdated: 0 });
        expect(await queue.jobs('new-voices')).toHaveLength(1);
        const { entries } = (await editor('GET', '/studio/audit?subject=narrator')).json().data;
        expect(entries[0]).toMatchObject({
          before: { voices: 'neural' },
          after: { voices: 'neural', americanMale: 'af_bella at speed 1.1' },
        });
      });

      it('are not recorded again if the default voice is chosen', async () => {
        expect((await chooseVoices({ af: { speaker: 'af_bella', speed: 1 } })).statusCode).toBe(
          200,
        );
        expect((await findAfEntry())!.fingerprint).toBe('hum-2');
        expect(await queue.jobs('new-voices')).toEqual([]);
      });

      it('are kept for the engine while another one speaks', async () => {
        await chooseVoices({ af: { speaker: 'bm_george', speed: 1 } });
        const { fingerprint } = (await findAfEntry())!;
        for (const engine of ['built_in', 'neural']) {
          const { version } = await fetchReport();
          await change({ version, engine });
        }
        expect(await findAfEntry()).toMatchObject({
          ...{ fingerprint, voice: { speaker: 'bm_george', speed: 1 } },
        });
      });

      it.each<[string, object, string]>([
        ['that the engine does not have', { speaker: 'af_sky', speed: 1 }, 'have no af_sky.'],
        ['without a name', { speaker: ' ', speed: 1 }, 'Name a voice.'],
        ['with a long name', { speaker: 'a'.repeat(101), speed: 1 }, 'at most 100 characters'],
        ['that is too slow', { speaker: 'af_bella', speed: 0.4 }, 'at least 0.5'],
        ['that is too fast', { speaker: 'af_bella', speed: 2.01 }, 'at most 2'],
        ['whose speed is too exact', { speaker: 'af_bella', speed: 1.001 }, 'two decimals'],
      ])('are rejected with one %s', async (_, voice, message) => {
        const response = await chooseVoices({ af: voice });
        expect(response.statusCode).toBe(400);
        expect(response.json().error).toContain(message);
        const text = 'Hello.';
        const trial = await editor('POST', '/studio/narrators/try', {
          narrator: 'af',
          voice,
          text,
        });
        expect(trial.statusCode).toBe(400);
        expect(trial.json().error).toContain(message);
      });

      it('are those of one of two editors who save the same version', async () => {
        const { version } = await fetchReport();
        const responses = await Promise.all(
          [0.8, 1.2].map((speed) =>
            change({ version, voices: { af: { speaker: 'af_bella', speed } } }),
          ),
        );
        expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
        const saved = responses.find(({ statusCode }) => statusCode === 200)!.json().data;
        expect((await findAfEntry())!.voice).toEqual(saved.narrators[0].voice);
        const late = await change({ version, voices: { am: { speaker: 'af_bella', speed: 1 } } });
        expect(late.statusCode).toBe(409);
        expect(late.json().error).toContain('Someone else has changed these settings.');
      });
    });

    describe('a sentence to try', () => {
      const voice = { speed: 1.2 };
      const tryVoice = (body: object = {}) =>
        editor('POST', '/studio/narrators/try', { narrator: 'bf', voice, text: 'Hello.', ...body });
      const failOnce = (error: Error) =>
        // biome-ignore lint/correctness/useYield: the recorder fails before the first part
        hum.mockImplementationOnce(async function* () {
          throw error;
        });

      it('is spoken with the given voice, and changes nothing', async () => {
        const { version } = await fetchReport();
        hum.mockClear();
        const response = await tryVoice({ text: 'It costs $2.' });
        expect(response.statusCode, response.body).toBe(200);
        expect(response.headers['content-type']).toBe('audio/mpeg');
        expect(response.headers['cache-control']).toContain('private');
        expect(response.rawPayload.subarray(0, 3).toString()).toBe('ID3');
        const [script, narrator, options] = hum.mock.calls[0]!;
        expect(script.sections[0]!.passages[0]!.sentences[0]!.spoken).toBe('It costs two dollars.');
        expect([narrator, options?.voice]).toEqual(['bf', voice]);
        expect((await fetchReport()).version).toBe(version);
        expect(await test.database.queries.$count(narrationJobs)).toBe(0);
      });

      it.each([
        ['longer than 200 characters', 'a'.repeat(201), 'at most 200 characters'],
        ['without words', '123 …', 'in English'],
        ['that is missing', undefined, 'is missing'],
      ])('is rejected if it is one %s', async (_, text, message) => {
        const response = await tryVoice({ text });
        expect(response.statusCode).toBe(400);
        expect(response.json().error).toContain(message);
      });

      it('is spoken for editors alone', async () => {
        const reader = createApiCaller(test, await signInTestReader(test.database, 'rita'));
        const body = { narrator: 'bf', voice, text: 'Hello.' };
        expect((await reader('POST', '/studio/narrators/try', body)).statusCode).toBe(403);
      });

      it('fails with the reason of a speech service', async () => {
        const usage = { month: '2026-11', characters: 90, cost: 0, requests: 1 };
        const limits = { characters: 100, cost: 50, price: 0 };
        failOnce(new SpeechBudgetError({ ...usage, limits }));
        const stopped = await tryVoice();
        expect(stopped.statusCode).toBe(409);
        expect(stopped.json().error).toContain('is used up: 90 of 100 characters');
        for (const [isTransient, status] of [
          [true, 503],
          [false, 409],
        ] as const) {
          failOnce(new SpeechServiceError('It fails.', { isTransient, mayBeBilled: false }));
          const failed = await tryVoice();
          expect([failed.statusCode, failed.json().error]).toEqual([status, 'It fails.']);
        }
      });
    });

    describe('retry', () => {
      it('requests a failed recording only once for several requests, and records who did it', async () => {
        await insertJob(0, {});
        const responses = await Promise.all([retry(RECORDING_NAMES[0]), retry(RECORDING_NAMES[0])]);
        expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
        expect((await queue.jobs('narrate-again')).map(({ data }) => data)).toEqual([
          { articleId: test.library[0]!.id, narrator: 'bf' },
        ]);
        expect((await fetchReport()).failed).toEqual([]);
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
        expect((await retry(RECORDING_NAMES[2])).statusCode).toBe(404);
      });

      it('rejects a name that is not that of a recording', async () => {
        expect((await retry('../narrations')).statusCode).toBe(400);
      });
    });
  },
);
