import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listAudioEnabledArticleIds } from '#server/catalogue/articles/repository.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { BusyError } from '#server/platform/errors.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { StartError } from '#server/platform/start-error.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { recordScriptAsHum } from '#server/testing/humming-recorder.ts';
import { BUILT_IN_ENGINE_CHOICE } from '#speech/engines/engine.ts';
import {
  type ChosenVoices,
  ENGINE_VOICES_WITH_FIXED_SPEAKERS,
} from '#speech/engines/engine-voices.ts';
import { buildLexicon } from '#speech/script/lexicon.ts';
import { ActiveSpeechEngine } from './active-speech-engine.ts';
import type { SpeechSetup } from './choose-speech.ts';
import { applyAndWatchNarrationSettings } from './follow-settings.ts';
import { NarrationService } from './narration-service.ts';
import {
  buildSettingsWithFormerVoices,
  readNarrationSettings,
  saveNarrationSettings,
} from './narration-settings.ts';
import { createNarratorSampleService } from './narrator-sample-service.ts';
import { RECORD_NARRATION_JOB_DEFINITION } from './record-narration-job.ts';
import {
  createRecordWithNewVoicesJob,
  RECORD_WITH_NEW_VOICES_JOB_DEFINITION,
} from './record-with-new-voices-job.ts';
import { narrationJobs, narrations as narrationRows, narrationSettings } from './schema.ts';

const NARRATOR_IDS = ['af', 'am', 'bf', 'bm'] as const;
const NEVER_ABORTED = new AbortController().signal;
const BUILT_IN = {
  choice: BUILT_IN_ENGINE_CHOICE,
  version: 'hum-1',
  voices: ENGINE_VOICES_WITH_FIXED_SPEAKERS,
  atOnce: 1,
};
const NEURAL = {
  choice: { engine: 'neural', modelFolder: '/model', moduleFolder: '/module' },
  version: 'hum-2',
  voices: ENGINE_VOICES_WITH_FIXED_SPEAKERS,
  atOnce: 1,
} as const;

const hum = vi.fn(recordScriptAsHum);

describe.each(await selectTestDatabaseEngines({ dependsOnEngine: true }))(
  'a change of the voices, on $name',
  ({ name, openFilled }) => {
    let database: Database;
    /**
     * The database connection of a simulated second process. In tests with the embedded database, this is the same
     * connection as `database`, because only one process can open the embedded database.
     */
    let secondConnection: Database;
    let folder: string;
    let queue: JobQueueTestHarness;
    let ids: string[];
    const stops: (() => Promise<void>)[] = [];

    beforeAll(async () => {
      database = await openFilled();
      secondConnection = name === 'PostgreSQL' ? await openSecondConnection(database) : database;
      queue = new JobQueueTestHarness(database);
      ids = await listAudioEnabledArticleIds(database.queries);
    });
    afterAll(async () => {
      if (secondConnection !== database) await secondConnection.close();
      await database.close();
    });
    beforeEach(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'octavo-voices-'));
      hum.mockClear();
      await queue.reset(RECORD_NARRATION_JOB_DEFINITION, RECORD_WITH_NEW_VOICES_JOB_DEFINITION);
    });
    afterEach(async () => {
      for (const stop of stops.splice(0)) await stop();
      for (const table of [narrationSettings, narrationJobs, narrationRows])
        await database.queries.delete(table);
      rmSync(folder, { recursive: true });
    });

    /**
     * Simulates the start of a process whose recordings consist of humming. If `hasModel` is false, the process has
     * only the built-in voices.
     */
    const startProcess = async (
      connection: Database,
      options: { hasModel?: boolean; model?: SpeechSetup } = {},
    ) => {
      const findSetup = (kind: string) => {
        if (kind === 'built_in') return BUILT_IN;
        const { hasModel = true, model = NEURAL } = options;
        if (hasModel) return model;
        throw new StartError('No voice model is installed on this machine.');
      };
      const speech = new ActiveSpeechEngine(readConfig({}), BUILT_IN, {
        findSetup,
        create: () => ({ record: hum }),
      });
      const files = await openFileStore(readConfig({}), folder);
      const narrations = new NarrationService(connection, files, speech, {
        pictures: { read: async () => undefined },
        lexicon: buildLexicon({}),
        voices: speech,
        atOnce: 1,
      });
      const samples = createNarratorSampleService(connection, files, speech, { voices: speech });
      stops.push(await applyAndWatchNarrationSettings(connection, { speech, narrations }));
      return { speech, narrations, samples };
    };
    const chooseModel = async () => {
      const before = await readNarrationSettings(database.queries);
      const modelSettings = { engine: 'neural', model: 'model', engineVersion: 'hum-2' } as const;
      await database.queries.transaction((transaction) =>
        saveNarrationSettings(transaction, {
          ...before,
          ...modelSettings,
          formerVoices: ['hum-1'],
        }),
      );
    };
    const findRecordingNames = async (narrations: NarrationService) =>
      Object.fromEntries(
        await Promise.all(
          NARRATOR_IDS.map(async (narrator) => [
            narrator,
            await narrations.findRecordingName(ids[0]!, narrator),
          ]),
        ),
      );
    const createJob = (
      { speech, narrations, samples }: Awaited<ReturnType<typeof startProcess>>,
      popularIds: string[] = [],
    ) =>
      createRecordWithNewVoicesJob({
        ...{ queries: database.queries, narrations, samples, voices: speech },
        listPopularArticleIds: async () => popularIds,
      });

    it('is followed by all processes without a restart', async () => {
      const firstProcess = await startProcess(database);
      const secondProcess = await startProcess(secondConnection);
      const before = await secondProcess.narrations.findRecordingName(ids[0]!, 'af');
      await chooseModel();
      await expect.poll(() => secondProcess.speech.fingerprints.af).toBe('hum-2');
      await expect.poll(() => firstProcess.speech.fingerprints.af).toBe('hum-2');
      const after = await secondProcess.narrations.findRecordingName(ids[0]!, 'af');
      expect(after).not.toBe(before);
      expect(await firstProcess.narrations.findRecordingName(ids[0]!, 'af')).toBe(after);
    });

    it('leaves the earlier recording to listeners until the new one exists', async () => {
      const { speech, narrations } = await startProcess(database);
      const before = (await narrations.record(ids[0]!, 'af'))!.recording;
      await chooseModel();
      await expect.poll(() => speech.fingerprints.af).toBe('hum-2');
      expect(await narrations.findRecordingByFormerVoices(ids[0]!, 'af')).toBe(before);
      await narrations.recordInBackground(ids[0]!, 'af');
      expect(await narrations.findRecordingByFormerVoices(ids[0]!, 'af')).toBeUndefined();
      expect(await narrations.isRecorded(ids[0]!, 'af')).toBe(true);
    });

    it('finds an earlier recording of a release that stored neither voices nor script', async () => {
      const { speech, narrations } = await startProcess(database);
      const before = (await narrations.record(ids[0]!, 'af'))!.recording;
      await database.queries
        .update(narrationRows)
        .set({ voiceFingerprint: null, scriptHash: null });
      await chooseModel();
      await expect.poll(() => speech.fingerprints.af).toBe('hum-2');
      expect(await narrations.findRecordingByFormerVoices(ids[0]!, 'af')).toBe(before);
    });

    it('does not start a recording that was requested with the former voices', async () => {
      const { speech, narrations } = await startProcess(database);
      const gate = Promise.withResolvers<void>();
      hum.mockImplementationOnce(async function* (...args) {
        await gate.promise;
        return yield* recordScriptAsHum(...args);
      });
      const first = narrations.record(ids[0]!, 'af');
      await expect.poll(() => hum.mock.calls.length).toBe(1);
      const second = narrations.record(ids[1]!, 'af');
      const { hasWaiting } = hum.mock.calls[0]![2]!;
      await expect.poll(() => hasWaiting!()).toBe(true);
      await chooseModel();
      await expect.poll(() => speech.fingerprints.af).toBe('hum-2');
      gate.resolve();
      const [firstNarration, secondNarration] = await Promise.all([first, second]);
      expect(firstNarration!.recording).not.toBe(await narrations.findRecordingName(ids[0]!, 'af'));
      expect(secondNarration!.recording).toBe(await narrations.findRecordingName(ids[1]!, 'af'));
    });

    it('keeps samples until new ones exist', async () => {
      const { speech, samples } = await startProcess(database);
      await samples.record('bm');
      await chooseModel();
      await expect.poll(() => speech.fingerprints.af).toBe('hum-2');
      expect(await samples.read('bm')).toBeUndefined();
      const former = await samples.readFormer('bm');
      expect(former!.size).toBeGreaterThan(0);
      former!.body.destroy();
    });

    it('is followed by a process without the model, which records nothing with other voices', async () => {
      const { speech, narrations } = await startProcess(secondConnection, { hasModel: false });
      const { narrations: otherNarrations, speech: otherSpeech } = await startProcess(database);
      await chooseModel();
      await expect.poll(() => speech.fingerprints.af).toBe('hum-2');
      await expect.poll(() => otherSpeech.fingerprints.af).toBe('hum-2');
      expect(speech.problem).toBe('No voice model is installed on this machine.');
      const request = () => narrations.requestRecording(ids[0]!, 'af', 'whole', async () => {});
      await expect(request()).rejects.toThrow(BusyError);
      expect((await queue.jobs('narrate-again')).map(({ data }) => data)).toEqual([
        { articleId: ids[0], narrator: 'af' },
      ]);
      expect(hum).not.toHaveBeenCalled();
      await otherNarrations.record(ids[0]!, 'af');
      expect(await narrations.isRecorded(ids[0]!, 'af')).toBe(true);
    });

    it('is completed without a restart once the model is installed', async () => {
      const options = { hasModel: false };
      const { speech, narrations } = await startProcess(database, options);
      await chooseModel();
      await expect.poll(() => speech.fingerprints.af).toBe('hum-2');
      const switchVoices = vi.spyOn(narrations, 'switchVoices');
      expect(speech.problem).toMatch(/No voice model is installed/);
      options.hasModel = true;
      // A notification about the settings makes the process look for the newly installed model immediately. Its regular
      // check would find the model up to ten seconds later.
      await database.queries.execute(sql`SELECT pg_notify('narrator_settings', '')`);
      await expect.poll(() => speech.problem).toBeUndefined();
      expect(switchVoices).toHaveBeenCalledOnce();
      expect(await narrations.record(ids[0]!, 'af')).toBeDefined();
    });

    it('is made by a release whose voices differ, and by no other model', async () => {
      await chooseModel();
      const otherChoice = { ...NEURAL.choice, modelFolder: '/other' };
      const otherProcess = await startProcess(database, {
        model: { ...NEURAL, choice: otherChoice, version: 'hum-9' },
      });
      expect(otherProcess.speech.fingerprints.af).toBe('hum-2');
      expect(otherProcess.speech.problem).toMatch(/not the chosen ones/);
      const upgraded = await startProcess(database, { model: { ...NEURAL, version: 'hum-3' } });
      expect(upgraded.speech.fingerprints.af).toBe('hum-3');
      expect(upgraded.speech.former).toEqual(['hum-2', 'hum-1']);
      expect(await queue.states('new-voices')).toEqual(['created']);
    });

    describe('of one narrator', () => {
      /** Saves the voices that an editor has chosen for narrators, and waits until the process uses them. */
      const chooseSpeaker = async (
        { speech }: Pick<Awaited<ReturnType<typeof startProcess>>, 'speech'>,
        chosen: ChosenVoices,
      ) => {
        const oldSettings = await readNarrationSettings(database.queries);
        const newSettings = { ...oldSettings, chosenVoices: { built_in: chosen } };
        const changedSettings = buildSettingsWithFormerVoices(
          newSettings,
          speech.computeFingerprints(oldSettings),
          speech.computeFingerprints(newSettings),
        );
        await database.queries.transaction((transaction) =>
          saveNarrationSettings(transaction, changedSettings),
        );
        const fingerprints = speech.computeFingerprints(newSettings);
        await expect.poll(() => speech.fingerprints).toEqual(fingerprints);
      };

      it('is followed by all processes, and leaves the other narrators’ recordings in use', async () => {
        const firstProcess = await startProcess(database);
        const secondProcess = await startProcess(secondConnection);
        const before = await findRecordingNames(secondProcess.narrations);
        await chooseSpeaker(firstProcess, { bf: { speed: 0.9 } });
        await expect
          .poll(() => secondProcess.speech.fingerprints)
          .toEqual(firstProcess.speech.fingerprints);
        const after = await findRecordingNames(secondProcess.narrations);
        expect(after).toEqual({ ...before, bf: expect.any(String) });
        expect(after.bf).not.toBe(before.bf);
        expect(await findRecordingNames(firstProcess.narrations)).toEqual(after);
      });

      it('records with that voice', async () => {
        const started = await startProcess(database);
        const voice = { speed: 0.9 };
        await chooseSpeaker(started, { bf: voice });
        await started.narrations.record(ids[0]!, 'bf');
        await started.narrations.record(ids[0]!, 'bm');
        expect(hum.mock.calls.map(([, narrator, options]) => [narrator, options?.voice])).toEqual([
          ['bf', voice],
          ['bm', undefined],
        ]);
      });

      it('makes only that narrator’s sample and recordings again, and plays the earlier ones until then', async () => {
        const started = await startProcess(database);
        const { narrations, samples } = started;
        for (const narrator of NARRATOR_IDS) await samples.record(narrator);
        for (const narrator of ['af', 'bf'] as const) await narrations.record(ids[0]!, narrator);
        const before = await findRecordingNames(narrations);
        await chooseSpeaker(started, { bf: { speed: 0.9 } });
        hum.mockClear();
        expect(await narrations.findRecordingByFormerVoices(ids[0]!, 'bf')).toBe(before.bf);
        expect(await createJob(started).work({}, NEVER_ABORTED)).toEqual({
          recorded: 1,
          failed: 0,
        });
        expect(hum.mock.calls.map(([, narrator]) => narrator)).toEqual(['bf', 'bf']);
        expect(await narrations.findRecordingByFormerVoices(ids[0]!, 'bf')).toBeUndefined();
      });

      it('returns to the first recordings if the narrator gets the first voice again', async () => {
        const started = await startProcess(database);
        await started.narrations.record(ids[0]!, 'bf');
        await chooseSpeaker(started, { bf: { speed: 0.9 } });
        expect(started.speech.former).toEqual(['hum-1']);
        await chooseSpeaker(started, {});
        expect(started.speech.former).not.toContain('hum-1');
        expect(await started.narrations.isRecorded(ids[0]!, 'bf')).toBe(true);
      });

      it('is not made by a process whose model lacks the speaker', async () => {
        const { speech, narrations } = await startProcess(database);
        await chooseSpeaker({ speech }, { bf: { speaker: 'bf_emma', speed: 1 } });
        expect(speech.problem).toBe('The model on this machine has no speaker bf_emma.');
        await expect(narrations.record(ids[0]!, 'bf')).rejects.toThrow(BusyError);
        expect(hum).not.toHaveBeenCalled();
      });
    });

    describe('makes all recordings again', () => {
      const listRecordedTitles = () => hum.mock.calls.map(([script]) => script.sections[0]!.title);

      it('after the samples: of popular articles first, then newest first', async () => {
        const started = await startProcess(database);
        for (const id of ids.slice(0, 4)) await started.narrations.record(id, 'af');
        await chooseModel();
        await expect.poll(() => started.speech.fingerprints.af).toBe('hum-2');
        hum.mockClear();
        const byId = ids.slice(0, 4).toSorted().toReversed();
        const popularIds = [byId[2]!, byId[3]!];
        const result = await createJob(started, popularIds).work({}, NEVER_ABORTED);
        expect(result).toEqual({ recorded: 4, failed: 0 });
        expect(listRecordedTitles().slice(0, 4)).toEqual(['Sample', 'Sample', 'Sample', 'Sample']);
        const order = hum.mock.calls.slice(4).map(([script]) => JSON.stringify(script));
        hum.mockClear();
        for (const id of [...popularIds, byId[0]!, byId[1]!]) {
          await database.queries.delete(narrationRows);
          rmSync(path.join(folder, 'narrations'), { recursive: true, force: true });
          await started.narrations.record(id, 'af');
        }
        expect(hum.mock.calls.map(([script]) => JSON.stringify(script))).toEqual(order);
        expect(await queue.jobs('new-voices')).toEqual([]);
      });

      it('and continues after it was interrupted', async () => {
        const started = await startProcess(database);
        for (const id of ids.slice(0, 3)) await started.narrations.record(id, 'af');
        await chooseModel();
        await expect.poll(() => started.speech.fingerprints.af).toBe('hum-2');
        hum.mockClear();
        const stop = new AbortController();
        hum.mockImplementation(async function* (...args) {
          if (hum.mock.calls.length > 5) stop.abort(new Error('The process stops.'));
          args[2]?.signal?.throwIfAborted();
          return yield* recordScriptAsHum(...args);
        });
        await expect(createJob(started).work({}, stop.signal)).rejects.toThrow('stops');
        hum.mockImplementation(recordScriptAsHum);
        hum.mockClear();
        expect(await createJob(started).work({}, NEVER_ABORTED)).toEqual({
          recorded: 2,
          failed: 0,
        });
        expect(hum).toHaveBeenCalledTimes(2);
      });

      it('although one of them fails', async () => {
        const started = await startProcess(database);
        for (const id of ids.slice(0, 2)) await started.narrations.record(id, 'af');
        for (const narrator of NARRATOR_IDS) await started.samples.record(narrator);
        await chooseModel();
        await expect.poll(() => started.speech.fingerprints.af).toBe('hum-2');
        for (const narrator of NARRATOR_IDS) await started.samples.record(narrator);
        // biome-ignore lint/correctness/useYield: the recorder fails before the first part
        hum.mockImplementationOnce(async function* () {
          throw new Error('The voice is lost.');
        });
        expect(await createJob(started).work({}, NEVER_ABORTED)).toEqual({
          recorded: 1,
          failed: 1,
        });
      });

      it('in a process that has the voices', async () => {
        const started = await startProcess(database, { hasModel: false });
        await chooseModel();
        await expect.poll(() => started.speech.fingerprints.af).toBe('hum-2');
        expect(await createJob(started).work({}, NEVER_ABORTED)).toEqual({
          skipped: 'No voice model is installed on this machine.',
        });
        expect(await queue.states('new-voices')).toEqual(['created']);
      });
    });
  },
);
