import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { eq, inArray } from 'drizzle-orm';
import { MPEGDecoder } from 'mpg123-decoder';
import NodeID3 from 'node-id3';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordingTimings } from '#domain/timings.ts';
import { listAudioEnabledArticleIds } from '#server/catalogue/articles/repository.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import type { PictureService } from '#server/catalogue/pictures/service.ts';
import { AbortableSingleFlight } from '#server/platform/abortable-single-flight.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openBytesAsFile } from '#server/platform/files/open-bytes-as-file.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import {
  createVoicesWithFingerprint,
  HUM_SENTENCE_SECONDS,
  recordScriptAsHum,
} from '#server/testing/humming-recorder.ts';
import { BUILT_IN_ENGINE_CHOICE } from '#speech/engines/engine.ts';
import { MAX_PREVIEW_SECONDS } from '#speech/recording.ts';
import { buildLexicon } from '#speech/script/lexicon.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { recordMissingNarrations } from './missing-narrations.ts';
import { NarrationService } from './narration-service.ts';
import { createNarratorSampleService } from './narrator-sample-service.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import type { NarrationFileName } from './recording-store.ts';
import { narrations as rows } from './schema.ts';

const FAST_POLLING = { interval: 20 };
const NEVER_ABORTED = new AbortController().signal;

/**
 * The bytes of every article's cover in these tests. They need not be a valid image, because the narration service does
 * not decode covers.
 */
const COVER = new Uint8Array(500).fill(7);
const pictures: Pick<PictureService, 'read'> = { read: async () => openBytesAsFile(COVER) };

/** A mock of the recording function. Tests count its calls, and replace it to make a recording fail. */
const hum = vi.fn(recordScriptAsHum);

describe.each(await selectTestDatabaseEngines())(
  'narration service, on $name',
  ({ name: engine, openFilled }) => {
    let database: Database;
    /**
     * The database connection of a simulated second process. In tests with the embedded database, this is the same
     * connection as `database`, because only one process can open the embedded database.
     */
    let secondConnection: Database;
    let folder: string;
    const folders: string[] = [];
    let files: FileStore;
    let id: string;

    beforeAll(async () => {
      database = await openFilled();
      secondConnection = engine === 'PGlite' ? database : await openSecondConnection(database);
      id = (await listAudioEnabledArticleIds(database.queries))[0]!;
    });
    afterAll(async () => {
      if (secondConnection !== database) await secondConnection.close();
      await database.close();
      for (const each of folders) rmSync(each, { recursive: true });
    });
    beforeEach(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'octavo-narrations-'));
      // The folder is kept until all tests have ended. Otherwise, a narration job of an earlier test that is still
      // waiting would record the missing files again.
      folders.push(folder);
      files = await openFileStore(readConfig({}), folder);
      hum.mockClear();
    });

    const createNarrations = (
      connection: Database,
      { words = {}, voices = 'hum-1' }: { words?: Record<string, string>; voices?: string } = {},
    ): NarrationService =>
      new NarrationService(
        connection,
        files,
        { record: hum },
        { pictures, lexicon: buildLexicon(words), voices: createVoicesWithFingerprint(voices) },
      );

    it('stores an MP3 with its tags, and the timings of its sentences', async () => {
      const narration = await createNarrations(database).record(id, 'af');
      const { recording, seconds, bytes } = narration!;
      const file = await buffer((await files.read(`narrations/${recording}.mp3`))!.body);
      expect(file).toHaveLength(bytes);
      const decoder = new MPEGDecoder();
      await decoder.ready;
      const { samplesDecoded, sampleRate } = decoder.decode(file);
      decoder.free();
      // The recording has no padding at its end, so the decoded audio has the length `seconds`.
      expect(Math.abs(samplesDecoded / sampleRate - seconds)).toBeLessThan(0.1);
      const [article] = await database.queries.select().from(articles).where(eq(articles.id, id));
      expect(NodeID3.read(file)).toMatchObject({
        title: article!.title,
        performerInfo: 'American Female',
        image: { mime: 'image/jpeg', imageBuffer: Buffer.from(COVER) },
      });
      const { body } = (await files.read(`narrations/${recording}.json`))!;
      const timings = (await json(body)) as RecordingTimings;
      expect(timings.seconds).toBe(seconds);
      expect(timings.sentences[0]).toEqual({
        anchor: 'title',
        start: 0,
        length: article!.title.length,
        from: 0,
        to: HUM_SENTENCE_SECONDS,
      });
    });

    it('records the text of an article once', async () => {
      const narrations = createNarrations(database);
      const first = await narrations.record(id, 'am');
      expect(await narrations.record(id, 'am')).toEqual(first);
      expect(hum).toHaveBeenCalledTimes(1);
    });

    it('records once if two processes request a recording at the same time', async () => {
      const narrationsOfProcesses = await Promise.all(
        [database, secondConnection, database, secondConnection].map((connection) =>
          createNarrations(connection).record(id, 'bf'),
        ),
      );
      expect(new Set(narrationsOfProcesses.map((narration) => narration!.recording)).size).toBe(1);
      expect(hum).toHaveBeenCalledTimes(1);
    });

    it('records again if the text, the lexicon or the voices change', async () => {
      const { recording } = (await createNarrations(database).record(id, 'bm'))!;
      const record = async (narrations: NarrationService) =>
        (await narrations.record(id, 'bm'))!.recording;
      expect(await record(createNarrations(database, { voices: 'hum-2' }))).not.toBe(recording);
      expect(await record(createNarrations(database, { words: { the: 'thee' } }))).not.toBe(
        recording,
      );
      const [{ title }] = (await database.queries
        .select({ title: articles.title })
        .from(articles)
        .where(eq(articles.id, id))) as [{ title: string }];
      const rename = (title: string) =>
        database.queries.update(articles).set({ title }).where(eq(articles.id, id));
      await rename('Something else');
      expect(await record(createNarrations(database))).not.toBe(recording);
      const recorded = hum.mock.calls.length;
      await rename(title);
      expect(await record(createNarrations(database))).toBe(recording);
      expect(hum).toHaveBeenCalledTimes(recorded);
    });

    it('finds a recording by its files if its row is missing', async () => {
      const narrations = createNarrations(database);
      const narration = await narrations.record(id, 'bf');
      await database.queries.delete(rows);
      expect(await narrations.isRecorded(id, 'bf')).toBe(true);
      expect(await narrations.record(id, 'bf')).toEqual(narration);
      expect(hum).toHaveBeenCalledTimes(1);
    });

    it('records again if a file is lost', async () => {
      const narrations = createNarrations(database);
      const { recording } = (await narrations.record(id, 'af'))!;
      rmSync(path.join(folder, 'narrations', `${recording}.mp3`));
      await narrations.record(id, 'af');
      expect(await files.has(`narrations/${recording}.mp3`)).toBe(true);
    });

    it('returns undefined for an unknown article', async () => {
      expect(await createNarrations(database).record(crypto.randomUUID(), 'af')).toBeUndefined();
    });

    it('stores no file of a failed recording, and records it on a later request', async () => {
      hum.mockImplementationOnce(async function* () {
        yield { frames: new Uint8Array(300) };
        throw new Error('The voice is lost.');
      });
      const narrations = createNarrations(database, { voices: 'hum-3' });
      await expect(narrations.record(id, 'af')).rejects.toThrow('The voice is lost.');
      expect(readdirSync(folder)).toEqual([]);
      expect(await narrations.record(id, 'af')).toMatchObject({ seconds: expect.any(Number) });
    });

    it.each([
      ['at the start', /preview\.mp3$/],
      ['at the end', /[0-9a-f]\.mp3$/],
    ])('ends the recording process if the disk is full %s', async (_, failingFile) => {
      let isEnded = false;
      hum.mockImplementationOnce(async function* (...args) {
        try {
          return yield* recordScriptAsHum(...args);
        } finally {
          isEnded = true;
        }
      });
      const { write } = files;
      files.write = async (key, ...rest) => {
        if (failingFile.test(key)) throw new Error('ENOSPC: no space left on device');
        await write(key, ...rest);
      };
      const narrations = createNarrations(database, { voices: 'hum-4' });
      await expect(narrations.record(id, 'af')).rejects.toThrow('ENOSPC');
      expect(isEnded).toBe(true);
      expect(await narrations.isRecorded(id, 'af')).toBe(false);
      files.write = write;
      expect(await narrations.record(id, 'af')).toMatchObject({ seconds: expect.any(Number) });
    });

    describe('requests', () => {
      const admit = vi.fn(async () => {});
      const isStored = (recording: string, file: string) =>
        files.has(`narrations/${recording}.${file}`);
      /** Makes the next recording pause after `seconds` of audio. Returns a function that resumes the recording. */
      const pauseNextRecording = (seconds: number) => {
        const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
        hum.mockImplementationOnce(async function* (...args) {
          const parts = recordScriptAsHum(...args);
          let next = await parts.next();
          for (; !next.done; next = await parts.next()) {
            if ((next.value.sentence?.from ?? 0) >= seconds) await isReleased;
            yield next.value;
          }
          return next.value;
        });
        return release;
      };
      beforeEach(() => {
        admit.mockReset();
      });

      it('resolve as soon as the preview is complete, long before the whole narration is', async () => {
        const release = pauseNextRecording(2 * MAX_PREVIEW_SECONDS);
        const narrations = createNarrations(database, { voices: 'begin-1' });
        const recording = (await narrations.findRecordingName(id, 'af'))!;
        const progress = await narrations.requestRecording(id, 'af', 'whole', admit);
        expect(progress!.seconds).toBeGreaterThan(120);
        expect(await isStored(recording, 'preview.mp3')).toBe(true);
        expect(await isStored(recording, 'mp3')).toBe(false);
        release();
        expect((await narrations.record(id, 'af'))!.recording).toBe(recording);
        expect(await isStored(recording, 'mp3')).toBe(true);
        expect(hum).toHaveBeenCalledTimes(1);
      });

      it.runIf(isRunOfAllTests())(
        'resolve with the first sentences if the engine is slow, and offer longer parts until the whole exists',
        async () => {
          const isReleased = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
          hum.mockImplementationOnce(async function* (...args) {
            const parts = recordScriptAsHum(...args);
            let next = await parts.next();
            for (let at = 0; !next.done; at++, next = await parts.next()) {
              // Simulates a slow engine, which takes more than a second to record the first sentence.
              if (at === 0) await wait(1100);
              if (at === 2) await isReleased[0]!.promise;
              if (at === 45) await isReleased[1]!.promise;
              if (at === 50) await isReleased[2]!.promise;
              yield next.value;
            }
            return next.value;
          });
          const narrations = createNarrations(database, { voices: 'begin-slow' });
          const recording = (await narrations.findRecordingName(id, 'bf'))!;
          await narrations.requestRecording(id, 'bf', 'whole', admit);
          const opening = (await narrations.findBeginning(recording, 'whole'))!;
          expect(opening.file).toMatch(/^opening-[12]\.mp3$/);
          expect(opening.seconds).toBeLessThan(3 * HUM_SENTENCE_SECONDS);
          expect(await narrations.findBeginning(recording, 'preview')).toMatchObject({
            recording,
            article: id,
          });
          expect(await narrations.read(recording, opening.file)).toBeDefined();
          expect(await isStored(recording, 'preview.json')).toBe(false);

          // Once the simulated engine resumes, the preview is completed and stored.
          isReleased[0]!.resolve();
          await vi.waitFor(
            async () => expect(await isStored(recording, 'preview.json')).toBe(true),
            FAST_POLLING,
          );
          expect(await narrations.findBeginning(recording, 'preview')).toMatchObject({
            file: 'preview.mp3',
          });

          for (const { resolve } of isReleased) resolve();
          await narrations.record(id, 'bf');
          await vi.waitFor(async () => {
            const fileNames = readdirSync(path.join(folder, 'narrations'));
            expect(fileNames.filter((name) => /opening|beginning/.test(name))).toEqual([]);
          }, FAST_POLLING);
        },
      );

      it('record only the preview if nothing more is requested, with the same files as a whole recording', async () => {
        let outcome: 'broken off' | 'whole' | undefined;
        hum.mockImplementationOnce(async function* (...args) {
          try {
            const result = yield* recordScriptAsHum(...args);
            outcome = 'whole';
            return result;
          } finally {
            outcome ??= 'broken off';
          }
        });
        const narrations = createNarrations(database, { voices: 'begin-2' });
        const recording = (await narrations.findRecordingName(id, 'am'))!;
        await narrations.requestRecording(id, 'am', 'preview', admit);
        const readPreview = async (file: string) =>
          buffer((await narrations.read(recording, `preview.${file}` as NarrationFileName))!.body);
        const previewFiles = await Promise.all(['json', 'mp3', 'vtt'].map(readPreview));
        await vi.waitFor(() => expect(outcome).toBe('broken off'), FAST_POLLING);
        expect(await isStored(recording, 'mp3')).toBe(false);
        expect(await narrations.isRecorded(id, 'am')).toBe(false);
        await narrations.record(id, 'am');
        expect(await Promise.all(['json', 'mp3', 'vtt'].map(readPreview))).toEqual(previewFiles);
        expect(await narrations.isRecorded(id, 'am')).toBe(true);
      });

      it('extend a recording to the whole narration before its preview is complete', async () => {
        const release = pauseNextRecording(0);
        const narrations = createNarrations(database, { voices: 'begin-3' });
        const recording = (await narrations.findRecordingName(id, 'bf'))!;
        const previewRequest = narrations.requestRecording(id, 'bf', 'preview', admit);
        await vi.waitFor(() => expect(hum).toHaveBeenCalled(), FAST_POLLING);
        const runSpy = vi.spyOn(AbortableSingleFlight.prototype, 'run');
        const otherRequests = [
          narrations.requestRecording(id, 'bf', 'whole', admit),
          narrations.record(id, 'bf'),
        ];
        await vi.waitFor(() => expect(runSpy).toHaveBeenCalledTimes(2), FAST_POLLING);
        runSpy.mockRestore();
        release();
        await Promise.all([previewRequest, ...otherRequests]);
        expect(await isStored(recording, 'mp3')).toBe(true);
        expect(hum).toHaveBeenCalledTimes(1);
        expect(admit).toHaveBeenCalledTimes(1);
      });

      it('extend a recording to the whole narration while its existing preview is looked up', async () => {
        const voices = 'begin-8';
        await createNarrations(database, { voices }).requestRecording(id, 'bf', 'preview', admit);
        const { has } = files;
        files.has = async (key) => {
          await wait(key.includes('preview') ? 60 : 0);
          return has(key);
        };
        const narrations = createNarrations(database, { voices });
        const [, narration] = await Promise.all([
          narrations.requestRecording(id, 'bf', 'preview', admit),
          narrations.record(id, 'bf'),
        ]);
        expect(narration).toMatchObject({ seconds: expect.any(Number) });
      });

      it('start one recording for listeners at two processes, and all resolve before it is complete', async () => {
        const release = pauseNextRecording(2 * MAX_PREVIEW_SECONDS);
        const services = [database, secondConnection, database, secondConnection].map(
          (connection) => createNarrations(connection, { voices: 'begin-4' }),
        );
        const recording = (await services[0]!.findRecordingName(id, 'bm'))!;
        await Promise.all(
          services.map((narrations) => narrations.requestRecording(id, 'bm', 'whole', admit)),
        );
        expect(await isStored(recording, 'mp3')).toBe(false);
        release();
        await Promise.all(services.map((narrations) => narrations.record(id, 'bm')));
        expect(hum).toHaveBeenCalledTimes(1);
      });

      it('turn off throttling while other recordings wait', async () => {
        const release = pauseNextRecording(0);
        const options = {
          pictures,
          lexicon: buildLexicon({}),
          voices: createVoicesWithFingerprint('begin-9'),
          atOnce: 1,
        };
        const narrations = new NarrationService(database, files, { record: hum }, options);
        const ids = (await listAudioEnabledArticleIds(database.queries)).slice(0, 2);
        const recordings = ids.map((each) => narrations.record(each, 'af'));
        await vi.waitFor(() => expect(hum).toHaveBeenCalledTimes(1), FAST_POLLING);
        const { hasWaiting } = hum.mock.calls[0]![2]!;
        await vi.waitFor(() => expect(hasWaiting!()).toBe(true), FAST_POLLING);
        release();
        await Promise.all(recordings);
        expect(hasWaiting!()).toBe(false);
      });

      it('of listeners are recorded while background recordings wait', async () => {
        const release = pauseNextRecording(0);
        const options = {
          pictures,
          lexicon: buildLexicon({}),
          voices: createVoicesWithFingerprint('begin-12'),
          atOnce: 1,
        };
        const narrations = new NarrationService(database, files, { record: hum }, options);
        const ids = (await listAudioEnabledArticleIds(database.queries)).slice(0, 4);
        const recordings = ids.slice(1).map((each) => narrations.record(each, 'af'));
        await vi.waitFor(() => expect(hum).toHaveBeenCalledTimes(1), FAST_POLLING);
        await narrations.requestRecording(ids[0]!, 'af', 'whole', admit);
        await vi.waitFor(
          async () => expect(await narrations.isRecorded(ids[0]!, 'af')).toBe(true),
          FAST_POLLING,
        );
        expect(hum).toHaveBeenCalledTimes(2);
        release();
        await Promise.all(recordings);
      });

      it('have priority until no listener asks for the recording any more', async () => {
        const release = pauseNextRecording(0);
        const narrations = createNarrations(database, { voices: 'begin-13' });
        const backgroundRecording = narrations.record(id, 'af');
        await vi.waitFor(() => expect(hum).toHaveBeenCalled(), FAST_POLLING);
        const { getUnheardSeconds } = hum.mock.calls[0]![2]!;
        expect(getUnheardSeconds!()).toBe(Number.POSITIVE_INFINITY);
        const request = narrations.requestRecording(id, 'af', 'whole', admit);
        await vi.waitFor(
          () => expect(getUnheardSeconds!()).toBe(Number.NEGATIVE_INFINITY),
          FAST_POLLING,
        );
        vi.useFakeTimers({ toFake: ['performance'] });
        vi.advanceTimersByTime(31_000);
        await expect.poll(() => getUnheardSeconds!()).toBe(Number.POSITIVE_INFINITY);
        vi.useRealTimers();
        release();
        await Promise.all([backgroundRecording, request]);
      });

      it('are waited for until the first part of their narration is stored', async () => {
        const release = pauseNextRecording(0);
        const narrations = createNarrations(database, { voices: 'begin-14' });
        await narrations.waitForListeners(NEVER_ABORTED);
        const request = narrations.requestRecording(id, 'af', 'whole', admit);
        await vi.waitFor(() => expect(hum).toHaveBeenCalled(), FAST_POLLING);
        const events: string[] = [];
        const stop = new AbortController();
        const stopped = narrations.waitForListeners(stop.signal).then(() => events.push('stopped'));
        const waiting = narrations.waitForListeners(NEVER_ABORTED).then(() => events.push('heard'));
        stop.abort();
        await stopped;
        release();
        await request;
        await waiting;
        expect(events).toEqual(['stopped', 'heard']);
      });

      it('keep a recording going when the job that started it is aborted', async () => {
        const release = pauseNextRecording(0);
        const narrations = createNarrations(database, { voices: 'begin-10' });
        const jobController = new AbortController();
        const job = narrations.record(id, 'af', jobController.signal);
        await vi.waitFor(() => expect(hum).toHaveBeenCalled(), FAST_POLLING);
        const runSpy = vi.spyOn(AbortableSingleFlight.prototype, 'run');
        const readerRecording = narrations.record(id, 'af');
        await vi.waitFor(() => expect(runSpy).toHaveBeenCalled(), FAST_POLLING);
        runSpy.mockRestore();
        jobController.abort(new Error('Its time is up.'));
        await expect(job).rejects.toThrow('Its time is up.');
        release();
        expect(await readerRecording).toMatchObject({ seconds: expect.any(Number) });
        expect(hum).toHaveBeenCalledTimes(1);
      });

      it('are rejected if they are not admitted', async () => {
        const narrations = createNarrations(database, { voices: 'begin-5' });
        admit.mockRejectedValueOnce(new Error('Too many.'));
        await expect(narrations.requestRecording(id, 'af', 'whole', admit)).rejects.toThrow(
          'Too many.',
        );
        expect(hum).not.toHaveBeenCalled();
      });

      it('reject for all listeners when the recording fails, and start it again after a minute', async () => {
        const onFault = vi.fn();
        const options = {
          pictures,
          lexicon: buildLexicon({}),
          voices: createVoicesWithFingerprint('begin-6'),
          onFault,
        };
        const narrations = new NarrationService(database, files, { record: hum }, options);
        // biome-ignore lint/correctness/useYield: the recording fails before the first sentence
        hum.mockImplementationOnce(async function* () {
          throw new Error('The voice is lost.');
        });
        const requests = [1, 2].map(() => narrations.requestRecording(id, 'af', 'whole', admit));
        for (const each of await Promise.allSettled(requests))
          expect(each).toMatchObject({ reason: { message: 'The voice is lost.' } });
        const requestAgain = () => narrations.requestRecording(id, 'af', 'whole', admit);
        await expect(requestAgain()).rejects.toThrow('The voice is lost.');
        expect(hum).toHaveBeenCalledTimes(1);
        // `onFault` is not called, since the listeners have already received the error.
        expect(onFault).not.toHaveBeenCalled();
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
        expect(await requestAgain()).toBeDefined();
        vi.useRealTimers();
        await narrations.record(id, 'af');
      });

      it('are rejected when the process stops', async () => {
        const ending = new AbortController();
        const recorder = createRecorder(BUILT_IN_ENGINE_CHOICE);
        const record: Recorder['record'] = (...args) => {
          setImmediate(() => ending.abort(new Error('Octavo stops.')));
          return recorder.record(...args);
        };
        const options = {
          pictures,
          lexicon: buildLexicon({}),
          voices: createVoicesWithFingerprint('begin-7'),
          ending: ending.signal,
        };
        const narrations = new NarrationService(database, files, { record }, options);
        const request = narrations.requestRecording(id, 'af', 'whole', admit);
        await expect(request).rejects.toThrow('Octavo stops.');
      });

      it('share one script and one computation of names if they are simultaneous', async () => {
        // Each preparation of an article reads the former voices once, so the number of reads is the number of
        // preparations.
        const readFormer = vi.fn(() => []);
        const voices = Object.defineProperty(createVoicesWithFingerprint('begin-8'), 'former', {
          get: readFormer,
        });
        const options = { pictures, lexicon: buildLexicon({}), voices };
        const narrations = new NarrationService(database, files, { record: hum }, options);
        const request = async () => {
          const name = await narrations.findRecordingName(id, 'af');
          return [name, await narrations.requestRecording(id, 'af', 'preview', admit)];
        };
        const results = await Promise.all(Array.from({ length: 20 }, request));
        expect(new Set(results.map((each) => JSON.stringify(each))).size).toBe(1);
        expect(readFormer).toHaveBeenCalledTimes(2);
      });

      it('succeed for admitted listeners if another listener is rejected at the same time', async () => {
        const narrations = createNarrations(database, { voices: 'begin-9' });
        const denyAdmission = vi.fn(() => Promise.reject(new Error('Too many.')));
        const deniedRequest = narrations.requestRecording(id, 'am', 'preview', denyAdmission);
        const admittedRequests = Array.from({ length: 3 }, () =>
          narrations.requestRecording(id, 'am', 'preview', admit),
        );
        await expect(deniedRequest).rejects.toThrow('Too many.');
        for (const { seconds } of (await Promise.all(admittedRequests)) as { seconds: number }[])
          expect(seconds).toBeGreaterThan(120);
        expect([denyAdmission, admit].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
      });

      it('return the recording of the current text', async () => {
        const narrations = createNarrations(database);
        const name = await narrations.findRecordingName(id, 'af');
        await database.queries.update(articles).set({ title: 'New' }).where(eq(articles.id, id));
        expect(await narrations.findRecordingName(id, 'af')).toBe(name);
        narrations.invalidate([`article:${id}`]);
        expect(await narrations.findRecordingName(id, 'af')).not.toBe(name);
      });
    });

    it('records a sample once for listeners at two processes', async () => {
      const services = [database, secondConnection, database, secondConnection].map((connection) =>
        createNarratorSampleService(
          connection,
          files,
          { record: hum },
          { voices: createVoicesWithFingerprint('sample-1') },
        ),
      );
      expect(await services[0]!.read('af')).toBeUndefined();
      await Promise.all(services.map((samples) => samples.record('af')));
      expect(hum).toHaveBeenCalledTimes(1);
      (await services[1]!.read('af'))!.body.destroy();
    });

    describe('missing narrations', () => {
      const recordMissing = (
        narrations: NarrationService,
        signal = NEVER_ABORTED,
        onProgress = () => {},
      ) =>
        recordMissingNarrations(database.queries, narrations, {
          narrators: ['af', 'bm'],
          atOnce: 3,
          signal,
          onProgress,
          onFailure: (articleId, narrator) => failures.push(`${articleId} ${narrator}`),
        });
      let failures: string[];
      let count: number;
      beforeAll(async () => {
        // Each test processes all articles with audio. To save time, the audio of all but five articles is turned off.
        const ids = (await listAudioEnabledArticleIds(database.queries)).slice(5);
        await database.queries
          .update(articles)
          .set({ hasAudio: false })
          .where(inArray(articles.id, ids));
      });
      beforeEach(async () => {
        failures = [];
        count = 2 * (await listAudioEnabledArticleIds(database.queries)).length;
      });

      it.runIf(isRunOfAllTests())('are recorded, and exist in the next run', async () => {
        const narrations = createNarrations(database, { voices: 'all-1' });
        expect(await recordMissing(narrations)).toEqual({
          recorded: count,
          existing: 0,
          failed: 0,
        });
        expect(await recordMissing(narrations)).toEqual({
          recorded: 0,
          existing: count,
          failed: 0,
        });
      });

      it.runIf(isRunOfAllTests())('are reported if they fail', async () => {
        hum.mockImplementationOnce(() => {
          throw new Error('The voice is lost.');
        });
        const narrations = createNarrations(database, { voices: 'all-2' });
        expect(await recordMissing(narrations)).toEqual({
          recorded: count - 1,
          existing: 0,
          failed: 1,
        });
        expect(failures).toHaveLength(1);
      });

      it.runIf(isRunOfAllTests())('are continued after an abort', async () => {
        const narrations = createNarrations(database, { voices: 'all-3' });
        const stop = new AbortController();
        let done = 0;
        const { recorded } = await recordMissing(narrations, stop.signal, () => {
          if (++done === 5) stop.abort();
        });
        expect(recorded).toBeGreaterThanOrEqual(5);
        expect(recorded).toBeLessThan(count);
        const secondRun = await recordMissing(narrations);
        expect(secondRun.existing).toBe(recorded);
        expect(secondRun.recorded).toBe(count - recorded);
      });
    });
  },
);
