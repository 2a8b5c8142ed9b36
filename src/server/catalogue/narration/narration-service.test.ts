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
  recordHum,
  SENTENCE_SECONDS,
} from '#server/testing/humming-recorder.ts';
import { BUILT_IN_ENGINE } from '#speech/engines/engine.ts';
import { MAX_PREVIEW_SECONDS } from '#speech/recording.ts';
import { buildLexicon } from '#speech/script/lexicon.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { recordMissingNarrations } from './missing-narrations.ts';
import { NarrationService } from './narration-service.ts';
import { createNarratorSamples } from './narrator-samples.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import type { NarrationFileName } from './recording-store.ts';
import { narrations as rows } from './schema.ts';

const SOON = { interval: 20 };
const NEVER = new AbortController().signal;

/**
 * The bytes that the service gets as the cover of every article. They need not be a valid image, since the service does
 * not decode covers.
 */
const COVER = new Uint8Array(500).fill(7);
const pictures: Pick<PictureService, 'read'> = { read: async () => openBytesAsFile(COVER) };

/** A mock of the recording function. Tests count its calls, and replace it to make a recording fail. */
const hum = vi.fn(recordHum);

describe.each(await selectTestDatabaseEngines())(
  'narration service, on $name',
  ({ name: engine, openFilled }) => {
    let database: Database;
    /**
     * The database connection of a second process. With the embedded database, which only one process can open, this is
     * the connection of the first process.
     */
    let other: Database;
    let folder: string;
    const folders: string[] = [];
    let files: FileStore;
    let id: string;

    beforeAll(async () => {
      database = await openFilled();
      other = engine === 'PGlite' ? database : await openSecondConnection(database);
      id = (await listAudioEnabledArticleIds(database.queries))[0]!;
    });
    afterAll(async () => {
      if (other !== database) await other.close();
      await database.close();
      for (const each of folders) rmSync(each, { recursive: true });
    });
    beforeEach(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'octavo-narrations-'));
      // Folders are deleted after all tests, since a job of an earlier test may still be waiting for its lock and would
      // record the missing files again.
      folders.push(folder);
      files = await openFileStore(readConfig({}), folder);
      hum.mockClear();
    });

    const narrationsOn = (
      on: Database,
      { words = {}, voices = 'hum-1' }: { words?: Record<string, string>; voices?: string } = {},
    ): NarrationService =>
      new NarrationService(
        on,
        files,
        { record: hum },
        { pictures, lexicon: buildLexicon(words), voices: createVoicesWithFingerprint(voices) },
      );

    it('stores an MP3 with its tags, and the timings of its sentences', async () => {
      const narration = await narrationsOn(database).record(id, 'af');
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
        to: SENTENCE_SECONDS,
      });
    });

    it('records the text of an article once', async () => {
      const narrations = narrationsOn(database);
      const first = await narrations.record(id, 'am');
      expect(await narrations.record(id, 'am')).toEqual(first);
      expect(hum).toHaveBeenCalledTimes(1);
    });

    it('records once if two processes request a recording at the same time', async () => {
      const made = await Promise.all(
        [database, other, database, other].map((on) => narrationsOn(on).record(id, 'bf')),
      );
      expect(new Set(made.map((narration) => narration!.recording)).size).toBe(1);
      expect(hum).toHaveBeenCalledTimes(1);
    });

    it('records again if the text, the lexicon or the voices change', async () => {
      const { recording } = (await narrationsOn(database).record(id, 'bm'))!;
      const of = async (narrations: NarrationService) =>
        (await narrations.record(id, 'bm'))!.recording;
      expect(await of(narrationsOn(database, { voices: 'hum-2' }))).not.toBe(recording);
      expect(await of(narrationsOn(database, { words: { the: 'thee' } }))).not.toBe(recording);
      const [{ title }] = (await database.queries
        .select({ title: articles.title })
        .from(articles)
        .where(eq(articles.id, id))) as [{ title: string }];
      const rename = (title: string) =>
        database.queries.update(articles).set({ title }).where(eq(articles.id, id));
      await rename('Something else');
      expect(await of(narrationsOn(database))).not.toBe(recording);
      const recorded = hum.mock.calls.length;
      await rename(title);
      expect(await of(narrationsOn(database))).toBe(recording);
      expect(hum).toHaveBeenCalledTimes(recorded);
    });

    it('finds a recording by its files if its row is missing', async () => {
      const narrations = narrationsOn(database);
      const made = await narrations.record(id, 'bf');
      await database.queries.delete(rows);
      expect(await narrations.isRecorded(id, 'bf')).toBe(true);
      expect(await narrations.record(id, 'bf')).toEqual(made);
      expect(hum).toHaveBeenCalledTimes(1);
    });

    it('records again if a file is lost', async () => {
      const narrations = narrationsOn(database);
      const { recording } = (await narrations.record(id, 'af'))!;
      rmSync(path.join(folder, 'narrations', `${recording}.mp3`));
      await narrations.record(id, 'af');
      expect(await files.has(`narrations/${recording}.mp3`)).toBe(true);
    });

    it('returns undefined for an unknown article', async () => {
      expect(await narrationsOn(database).record(crypto.randomUUID(), 'af')).toBeUndefined();
    });

    it('stores no file of a failed recording, and records it on a later request', async () => {
      hum.mockImplementationOnce(async function* () {
        yield { frames: new Uint8Array(300) };
        throw new Error('The voice is lost.');
      });
      const narrations = narrationsOn(database, { voices: 'hum-3' });
      await expect(narrations.record(id, 'af')).rejects.toThrow('The voice is lost.');
      expect(readdirSync(folder)).toEqual([]);
      expect(await narrations.record(id, 'af')).toMatchObject({ seconds: expect.any(Number) });
    });

    it.each([
      ['at the start', /preview\.mp3$/],
      ['at the end', /[0-9a-f]\.mp3$/],
    ])('ends the recording process if the disk is full %s', async (_, unwritten) => {
      let isLetGo = false;
      hum.mockImplementationOnce(async function* (...order) {
        try {
          return yield* recordHum(...order);
        } finally {
          isLetGo = true;
        }
      });
      const { write } = files;
      files.write = async (key, ...rest) => {
        if (unwritten.test(key)) throw new Error('ENOSPC: no space left on device');
        await write(key, ...rest);
      };
      const narrations = narrationsOn(database, { voices: 'hum-4' });
      await expect(narrations.record(id, 'af')).rejects.toThrow('ENOSPC');
      expect(isLetGo).toBe(true);
      expect(await narrations.isRecorded(id, 'af')).toBe(false);
      files.write = write;
      expect(await narrations.record(id, 'af')).toMatchObject({ seconds: expect.any(Number) });
    });

    describe('requests', () => {
      const admit = vi.fn(async () => {});
      const there = (recording: string, file: string) =>
        files.has(`narrations/${recording}.${file}`);
      /** Makes the next recording pause at `seconds`. Returns a function that continues the recording. */
      const hold = (seconds: number) => {
        const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
        hum.mockImplementationOnce(async function* (...order) {
          const parts = recordHum(...order);
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
        const release = hold(2 * MAX_PREVIEW_SECONDS);
        const narrations = narrationsOn(database, { voices: 'begin-1' });
        const recording = (await narrations.findRecordingName(id, 'af'))!;
        const begun = await narrations.requestRecording(id, 'af', 'whole', admit);
        expect(begun!.seconds).toBeGreaterThan(120);
        expect(await there(recording, 'preview.mp3')).toBe(true);
        expect(await there(recording, 'mp3')).toBe(false);
        release();
        expect((await narrations.record(id, 'af'))!.recording).toBe(recording);
        expect(await there(recording, 'mp3')).toBe(true);
        expect(hum).toHaveBeenCalledTimes(1);
      });

      it.runIf(isRunOfAllTests())(
        'resolve with the first sentences if the engine is slow, and offer longer parts until the whole exists',
        async () => {
          const isReleased = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
          hum.mockImplementationOnce(async function* (...order) {
            const parts = recordHum(...order);
            let next = await parts.next();
            for (let at = 0; !next.done; at++, next = await parts.next()) {
              // The engine takes more than a second for the first sentence.
              if (at === 0) await wait(1100);
              if (at === 2) await isReleased[0]!.promise;
              if (at === 45) await isReleased[1]!.promise;
              if (at === 50) await isReleased[2]!.promise;
              yield next.value;
            }
            return next.value;
          });
          const narrations = narrationsOn(database, { voices: 'begin-slow' });
          const recording = (await narrations.findRecordingName(id, 'bf'))!;
          await narrations.requestRecording(id, 'bf', 'whole', admit);
          const opening = (await narrations.findBeginning(recording, 'whole'))!;
          expect(opening.file).toMatch(/^opening-[12]\.mp3$/);
          expect(opening.seconds).toBeLessThan(3 * SENTENCE_SECONDS);
          expect(await narrations.findBeginning(recording, 'preview')).toMatchObject({
            recording,
            article: id,
          });
          expect(await narrations.read(recording, opening.file)).toBeDefined();
          expect(await there(recording, 'preview.json')).toBe(false);

          // Without a second to spare, the engine is asked for the rest of the preview only.
          isReleased[0]!.resolve();
          await vi.waitFor(
            async () => expect(await there(recording, 'preview.json')).toBe(true),
            SOON,
          );
          expect(await narrations.findBeginning(recording, 'preview')).toMatchObject({
            file: 'preview.mp3',
          });

          for (const { resolve } of isReleased) resolve();
          await narrations.record(id, 'bf');
          await vi.waitFor(async () => {
            const left = readdirSync(path.join(folder, 'narrations'));
            expect(left.filter((name) => /opening|beginning/.test(name))).toEqual([]);
          }, SOON);
        },
      );

      it('record only the preview if nothing more is requested, with the same files as a whole recording', async () => {
        let ending: 'broken off' | 'whole' | undefined;
        hum.mockImplementationOnce(async function* (...order) {
          try {
            const whole = yield* recordHum(...order);
            ending = 'whole';
            return whole;
          } finally {
            ending ??= 'broken off';
          }
        });
        const narrations = narrationsOn(database, { voices: 'begin-2' });
        const recording = (await narrations.findRecordingName(id, 'am'))!;
        await narrations.requestRecording(id, 'am', 'preview', admit);
        const preview = async (file: string) =>
          buffer((await narrations.read(recording, `preview.${file}` as NarrationFileName))!.body);
        const before = await Promise.all(['json', 'mp3', 'vtt'].map(preview));
        await vi.waitFor(() => expect(ending).toBe('broken off'), SOON);
        expect(await there(recording, 'mp3')).toBe(false);
        expect(await narrations.isRecorded(id, 'am')).toBe(false);
        await narrations.record(id, 'am');
        expect(await Promise.all(['json', 'mp3', 'vtt'].map(preview))).toEqual(before);
        expect(await narrations.isRecorded(id, 'am')).toBe(true);
      });

      it('extend a recording to the whole narration before its preview is complete', async () => {
        const release = hold(0);
        const narrations = narrationsOn(database, { voices: 'begin-3' });
        const recording = (await narrations.findRecordingName(id, 'bf'))!;
        const begun = narrations.requestRecording(id, 'bf', 'preview', admit);
        await vi.waitFor(() => expect(hum).toHaveBeenCalled(), SOON);
        const joined = vi.spyOn(AbortableSingleFlight.prototype, 'run');
        const others = [
          narrations.requestRecording(id, 'bf', 'whole', admit),
          narrations.record(id, 'bf'),
        ];
        await vi.waitFor(() => expect(joined).toHaveBeenCalledTimes(2), SOON);
        joined.mockRestore();
        release();
        await Promise.all([begun, ...others]);
        expect(await there(recording, 'mp3')).toBe(true);
        expect(hum).toHaveBeenCalledTimes(1);
        expect(admit).toHaveBeenCalledTimes(1);
      });

      it('extend a recording to the whole narration while its existing preview is looked up', async () => {
        const voices = 'begin-8';
        await narrationsOn(database, { voices }).requestRecording(id, 'bf', 'preview', admit);
        const { has } = files;
        files.has = async (key) => {
          await wait(key.includes('preview') ? 60 : 0);
          return has(key);
        };
        const narrations = narrationsOn(database, { voices });
        const [, made] = await Promise.all([
          narrations.requestRecording(id, 'bf', 'preview', admit),
          narrations.record(id, 'bf'),
        ]);
        expect(made).toMatchObject({ seconds: expect.any(Number) });
      });

      it('start one recording for listeners at two processes, and all resolve before it is complete', async () => {
        const release = hold(2 * MAX_PREVIEW_SECONDS);
        const all = [database, other, database, other].map((on) =>
          narrationsOn(on, { voices: 'begin-4' }),
        );
        const recording = (await all[0]!.findRecordingName(id, 'bm'))!;
        await Promise.all(
          all.map((narrations) => narrations.requestRecording(id, 'bm', 'whole', admit)),
        );
        expect(await there(recording, 'mp3')).toBe(false);
        release();
        await Promise.all(all.map((narrations) => narrations.record(id, 'bm')));
        expect(hum).toHaveBeenCalledTimes(1);
      });

      it('turn off throttling while other recordings wait', async () => {
        const begun = Promise.withResolvers<void>();
        hum.mockImplementationOnce(async function* (...order) {
          await begun.promise;
          return yield* recordHum(...order);
        });
        const spoken = {
          pictures,
          lexicon: buildLexicon({}),
          voices: createVoicesWithFingerprint('begin-9'),
          atOnce: 1,
        };
        const narrations = new NarrationService(database, files, { record: hum }, spoken);
        const ids = (await listAudioEnabledArticleIds(database.queries)).slice(0, 2);
        const made = ids.map((each) => narrations.record(each, 'af'));
        await vi.waitFor(() => expect(hum).toHaveBeenCalledTimes(1), SOON);
        const [, , , isAwaited] = hum.mock.calls[0]!;
        await vi.waitFor(() => expect(isAwaited!()).toBe(true), SOON);
        begun.resolve();
        await Promise.all(made);
        expect(isAwaited!()).toBe(false);
      });

      it('of listeners are recorded while background recordings wait', async () => {
        const begun = Promise.withResolvers<void>();
        hum.mockImplementationOnce(async function* (...order) {
          await begun.promise;
          return yield* recordHum(...order);
        });
        const spoken = {
          pictures,
          lexicon: buildLexicon({}),
          voices: createVoicesWithFingerprint('begin-12'),
          atOnce: 1,
        };
        const narrations = new NarrationService(database, files, { record: hum }, spoken);
        const ids = (await listAudioEnabledArticleIds(database.queries)).slice(0, 4);
        const made = ids.slice(1).map((each) => narrations.record(each, 'af'));
        await vi.waitFor(() => expect(hum).toHaveBeenCalledTimes(1), SOON);
        await narrations.requestRecording(ids[0]!, 'af', 'whole', admit);
        await vi.waitFor(
          async () => expect(await narrations.isRecorded(ids[0]!, 'af')).toBe(true),
          SOON,
        );
        expect(hum).toHaveBeenCalledTimes(2);
        begun.resolve();
        await Promise.all(made);
      });

      it('keep a recording going when the job that started it is aborted', async () => {
        const gate = Promise.withResolvers<void>();
        hum.mockImplementationOnce(async function* (...order) {
          await gate.promise;
          return yield* recordHum(...order);
        });
        const narrations = narrationsOn(database, { voices: 'begin-10' });
        const lease = new AbortController();
        const job = narrations.record(id, 'af', lease.signal);
        await vi.waitFor(() => expect(hum).toHaveBeenCalled(), SOON);
        const joined = vi.spyOn(AbortableSingleFlight.prototype, 'run');
        const reader = narrations.record(id, 'af');
        await vi.waitFor(() => expect(joined).toHaveBeenCalled(), SOON);
        joined.mockRestore();
        lease.abort(new Error('Its time is up.'));
        await expect(job).rejects.toThrow('Its time is up.');
        gate.resolve();
        expect(await reader).toMatchObject({ seconds: expect.any(Number) });
        expect(hum).toHaveBeenCalledTimes(1);
      });

      it('are rejected if they are not admitted', async () => {
        const narrations = narrationsOn(database, { voices: 'begin-5' });
        admit.mockRejectedValueOnce(new Error('Too many.'));
        await expect(narrations.requestRecording(id, 'af', 'whole', admit)).rejects.toThrow(
          'Too many.',
        );
        expect(hum).not.toHaveBeenCalled();
      });

      it('reject for all listeners when the recording fails, and start it again after a minute', async () => {
        const onFault = vi.fn();
        const spoken = {
          pictures,
          lexicon: buildLexicon({}),
          voices: createVoicesWithFingerprint('begin-6'),
          onFault,
        };
        const narrations = new NarrationService(database, files, { record: hum }, spoken);
        // biome-ignore lint/correctness/useYield: the recording fails before the first sentence
        hum.mockImplementationOnce(async function* () {
          throw new Error('The voice is lost.');
        });
        const waiting = [1, 2].map(() => narrations.requestRecording(id, 'af', 'whole', admit));
        for (const each of await Promise.allSettled(waiting))
          expect(each).toMatchObject({ reason: { message: 'The voice is lost.' } });
        const again = () => narrations.requestRecording(id, 'af', 'whole', admit);
        await expect(again()).rejects.toThrow('The voice is lost.');
        expect(hum).toHaveBeenCalledTimes(1);
        // `onFault` is not called, since the listeners have already received the error.
        expect(onFault).not.toHaveBeenCalled();
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
        expect(await again()).toBeDefined();
        vi.useRealTimers();
        await narrations.record(id, 'af');
      });

      it('are rejected when the process stops', async () => {
        const ending = new AbortController();
        const inProcesses = createRecorder(BUILT_IN_ENGINE);
        const record: Recorder['record'] = (...order) => {
          setImmediate(() => ending.abort(new Error('Octavo stops.')));
          return inProcesses.record(...order);
        };
        const spoken = {
          pictures,
          lexicon: buildLexicon({}),
          voices: createVoicesWithFingerprint('begin-7'),
          ending: ending.signal,
        };
        const narrations = new NarrationService(database, files, { record }, spoken);
        const begun = narrations.requestRecording(id, 'af', 'whole', admit);
        await expect(begun).rejects.toThrow('Octavo stops.');
      });

      it('share one script and one computation of names if they are simultaneous', async () => {
        // An article is prepared with the former voices, which are read once for each preparation.
        const readFormer = vi.fn(() => []);
        const voices = Object.defineProperty(createVoicesWithFingerprint('begin-8'), 'former', {
          get: readFormer,
        });
        const spoken = { pictures, lexicon: buildLexicon({}), voices };
        const narrations = new NarrationService(database, files, { record: hum }, spoken);
        const press = async () => {
          const name = await narrations.findRecordingName(id, 'af');
          return [name, await narrations.requestRecording(id, 'af', 'preview', admit)];
        };
        const answers = await Promise.all(Array.from({ length: 20 }, press));
        expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
        expect(readFormer).toHaveBeenCalledTimes(2);
      });

      it('succeed for admitted listeners if another listener is rejected at the same time', async () => {
        const narrations = narrationsOn(database, { voices: 'begin-9' });
        const refuse = vi.fn(() => Promise.reject(new Error('Too many.')));
        const refused = narrations.requestRecording(id, 'am', 'preview', refuse);
        const begun = Array.from({ length: 3 }, () =>
          narrations.requestRecording(id, 'am', 'preview', admit),
        );
        await expect(refused).rejects.toThrow('Too many.');
        for (const { seconds } of (await Promise.all(begun)) as { seconds: number }[])
          expect(seconds).toBeGreaterThan(120);
        expect([refuse, admit].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
      });

      it('return the recording of the current text', async () => {
        const narrations = narrationsOn(database);
        const name = await narrations.findRecordingName(id, 'af');
        await database.queries.update(articles).set({ title: 'New' }).where(eq(articles.id, id));
        expect(await narrations.findRecordingName(id, 'af')).toBe(name);
        narrations.invalidate([`article:${id}`]);
        expect(await narrations.findRecordingName(id, 'af')).not.toBe(name);
      });
    });

    it('records a sample once for listeners at two processes', async () => {
      const all = [database, other, database, other].map((on) =>
        createNarratorSamples(
          on,
          files,
          { record: hum },
          { voices: createVoicesWithFingerprint('sample-1') },
        ),
      );
      expect(await all[0]!.read('af')).toBeUndefined();
      await Promise.all(all.map((samples) => samples.record('af')));
      expect(hum).toHaveBeenCalledTimes(1);
      (await all[1]!.read('af'))!.body.destroy();
    });

    describe('missing narrations', () => {
      const missing = (narrations: NarrationService, stop = NEVER, onProgress = () => {}) =>
        recordMissingNarrations(database.queries, narrations, {
          narrators: ['af', 'bm'],
          atOnce: 3,
          stop,
          onProgress,
          onFailure: (articleId, narrator) => failures.push(`${articleId} ${narrator}`),
        });
      let failures: string[];
      let count: number;
      beforeAll(async () => {
        // Only five articles keep their audio, since each test prepares all articles with audio.
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
        const narrations = narrationsOn(database, { voices: 'all-1' });
        expect(await missing(narrations)).toEqual({ recorded: count, existing: 0, failed: 0 });
        expect(await missing(narrations)).toEqual({ recorded: 0, existing: count, failed: 0 });
      });

      it.runIf(isRunOfAllTests())('are reported if they fail', async () => {
        hum.mockImplementationOnce(() => {
          throw new Error('The voice is lost.');
        });
        const narrations = narrationsOn(database, { voices: 'all-2' });
        expect(await missing(narrations)).toEqual({ recorded: count - 1, existing: 0, failed: 1 });
        expect(failures).toHaveLength(1);
      });

      it.runIf(isRunOfAllTests())('are continued after an abort', async () => {
        const narrations = narrationsOn(database, { voices: 'all-3' });
        const stop = new AbortController();
        let done = 0;
        const { recorded } = await missing(narrations, stop.signal, () => {
          if (++done === 5) stop.abort();
        });
        expect(recorded).toBeGreaterThanOrEqual(5);
        expect(recorded).toBeLessThan(count);
        const later = await missing(narrations);
        expect(later.existing).toBe(recorded);
        expect(later.recorded).toBe(count - recorded);
      });
    });
  },
);
