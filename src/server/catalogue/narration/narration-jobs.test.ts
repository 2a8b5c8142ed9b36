import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listAudioEnabledArticleIds } from '#server/catalogue/articles/repository.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { findPostgresTestEngine, openSecondConnection } from '#server/testing/databases.ts';
import {
  createVoicesWithFingerprint,
  HUM_SENTENCE_SECONDS,
  recordScriptAsHum,
} from '#server/testing/humming-recorder.ts';
import { MAX_PREVIEW_SECONDS } from '#speech/recording.ts';
import { buildLexicon } from '#speech/script/lexicon.ts';
import { NarrationJobWatcher } from './narration-jobs.ts';
import { NarrationService } from './narration-service.ts';
import {
  claimNewOrExistingNarrationJob,
  createOrExtendNarrationJob,
  deleteClaimedNarrationJob,
  findNarrationJobsByRecording,
  markNarrationJobReady,
  renewNarrationJobClaim,
} from './repository.ts';
import { narrationJobs } from './schema.ts';

const FAST_POLLING = { interval: 20 };
const admit = async () => {};
const hum = vi.fn(recordScriptAsHum);
const postgres = await findPostgresTestEngine();

describe.skipIf(!postgres)('narration jobs of two processes', () => {
  let database: Database;
  let secondConnection: Database;
  let folder: string;
  let files: FileStore;
  let id: string;
  let voices = 0;
  let narrations: NarrationService;
  let otherNarrations: NarrationService;
  let recording: string;

  beforeAll(async () => {
    database = await postgres!.openFilled();
    secondConnection = await openSecondConnection(database);
    id = (await listAudioEnabledArticleIds(database.queries))[0]!;
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-narration-jobs-'));
    files = await openFileStore(readConfig({}), folder);
  });
  afterAll(async () => {
    await secondConnection.close();
    await database.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    hum.mockReset().mockImplementation(recordScriptAsHum);
    voices++;
    narrations = createNarrations(database);
    otherNarrations = createNarrations(secondConnection);
    recording = (await narrations.findRecordingName(id, 'af'))!;
  });

  const createNarrations = (connection: Database): NarrationService =>
    new NarrationService(
      connection,
      files,
      { record: hum },
      {
        pictures: { read: async () => undefined },
        lexicon: buildLexicon({}),
        voices: createVoicesWithFingerprint(`hum-${voices}`),
      },
    );
  const findJob = async () =>
    (await findNarrationJobsByRecording(database.queries, [recording]))[0];
  const expireClaim = () =>
    database.queries
      .update(narrationJobs)
      .set({ claimedUntil: sql`now() - interval '1 second'` })
      .where(eq(narrationJobs.recording, recording));
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
  /** Resolves when a worker waits because another worker has claimed its job. */
  const waitForBlockedWorker = async () => {
    const until = vi.spyOn(NarrationJobWatcher.prototype, 'until');
    const isForClaim = (isOver: Parameters<NarrationJobWatcher['until']>[1]) => isOver(undefined);
    await vi.waitFor(
      () => expect(until.mock.calls.some(([, isOver]) => isForClaim(isOver))).toBe(true),
      FAST_POLLING,
    );
    until.mockRestore();
  };
  const listRecordingFiles = () =>
    readdirSync(path.join(folder, 'narrations')).filter((name) => name.startsWith(recording));

  it('report their progress to both processes while one of them records', async () => {
    const release = pauseNextRecording(2 * MAX_PREVIEW_SECONDS);
    const first = await narrations.requestRecording(id, 'af', 'whole', admit);
    const progress = await otherNarrations.requestRecording(id, 'af', 'whole', () => {
      throw new Error('It is recorded elsewhere.');
    });
    expect(progress).toMatchObject({ seconds: first!.seconds, outline: first!.outline });
    expect(await findJob()).toMatchObject({
      articleId: id,
      narrator: 'af',
      extent: 'whole',
      state: 'preview_ready',
      isClaimed: true,
      error: null,
    });
    release();
    const { seconds } = (await otherNarrations.record(id, 'af'))!;
    expect(await findJob()).toMatchObject({
      state: 'ready',
      isClaimed: false,
      recordedSeconds: seconds,
    });
    expect(hum).toHaveBeenCalledTimes(1);
  });

  it('are extended by a request for the whole narration in the other process', async () => {
    const release = pauseNextRecording(HUM_SENTENCE_SECONDS);
    const preview = narrations.requestRecording(id, 'af', 'preview', admit);
    await vi.waitFor(() => expect(hum).toHaveBeenCalled(), FAST_POLLING);
    const wholeNarration = otherNarrations.record(id, 'af');
    await expect.poll(async () => (await findJob())!.extent, FAST_POLLING).toBe('whole');
    release();
    await preview;
    expect(await wholeNarration).toMatchObject({ recording });
    expect(hum).toHaveBeenCalledTimes(1);
  });

  it('are taken over when the claim of a process that crashed has expired', async () => {
    const { queries } = secondConnection;
    const request = { recording, articleId: id, narrator: 'af', extent: 'whole' } as const;
    await claimNewOrExistingNarrationJob(queries, request);
    const waiting = waitForBlockedWorker();
    const playable = narrations.requestRecording(id, 'af', 'whole', admit);
    await waiting;
    expect(hum).not.toHaveBeenCalled();
    await expireClaim();
    expect(await playable).toMatchObject({ seconds: expect.any(Number) });
    await narrations.record(id, 'af');
    expect(hum).toHaveBeenCalledTimes(1);
  });

  it('accept writes only from the process that has taken them over', async () => {
    const release = pauseNextRecording(MAX_PREVIEW_SECONDS + 5);
    const firstRecording = narrations.record(id, 'af');
    await narrations.requestRecording(id, 'af', 'whole', admit);
    await expireClaim();
    const write = vi.spyOn(files, 'write');
    const secondClaim = await claimNewOrExistingNarrationJob(secondConnection.queries, {
      recording,
      extent: 'whole',
    });
    const filesBefore = listRecordingFiles();
    const waiting = waitForBlockedWorker();
    release();
    // The first worker has noticed that its claim is lost, and waits for the second worker.
    await waiting;
    expect(await renewNarrationJobClaim(secondConnection.queries, secondClaim!)).toBe(true);
    expect(write).not.toHaveBeenCalled();
    expect(listRecordingFiles()).toEqual(filesBefore);
    expect(await findJob()).toMatchObject({ claim: secondClaim!.token, state: 'recording' });
    // After the second worker deletes its job, the first worker records the narration again.
    await deleteClaimedNarrationJob(secondConnection.queries, secondClaim!);
    expect(await firstRecording).toMatchObject({ recording });
    expect(hum).toHaveBeenCalledTimes(2);
    write.mockRestore();
  });

  it('reject requests in both processes for one minute after they fail', async () => {
    // biome-ignore lint/correctness/useYield: the recording fails before the first sentence
    hum.mockImplementationOnce(async function* () {
      throw new Error('The voice is lost.');
    });
    await expect(narrations.requestRecording(id, 'af', 'whole', admit)).rejects.toThrow(
      'The voice is lost.',
    );
    const requestAgain = () => otherNarrations.requestRecording(id, 'af', 'whole', admit);
    await expect(requestAgain()).rejects.toThrow('The voice is lost.');
    expect(hum).toHaveBeenCalledTimes(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect(await requestAgain()).toBeDefined();
    vi.useRealTimers();
    await otherNarrations.record(id, 'af');
  });

  it('reject waiting requests in the other process when they fail', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    // biome-ignore lint/correctness/useYield: the recording fails before the first sentence
    hum.mockImplementationOnce(async function* () {
      return promise;
    });
    const first = narrations.requestRecording(id, 'af', 'whole', admit);
    await vi.waitFor(() => expect(hum).toHaveBeenCalled(), FAST_POLLING);
    const waiting = waitForBlockedWorker();
    const second = otherNarrations.requestRecording(id, 'af', 'whole', admit);
    await waiting;
    reject(new Error('The voice is lost.'));
    for (const request of [first, second])
      await expect(request).rejects.toThrow('The voice is lost.');
    expect(hum).toHaveBeenCalledTimes(1);
  });

  describe('claims', () => {
    const request = () => ({ recording, extent: 'whole' }) as const;

    it('are granted to one of many workers', async () => {
      const claims = await Promise.all(
        [database, secondConnection, database, secondConnection].map(({ queries }) =>
          claimNewOrExistingNarrationJob(queries, request()),
        ),
      );
      expect(claims.filter(Boolean)).toHaveLength(1);
    });

    it('have no effect once another worker has taken over', async () => {
      const firstClaim = (await claimNewOrExistingNarrationJob(database.queries, request()))!;
      await expireClaim();
      expect(await renewNarrationJobClaim(database.queries, firstClaim)).toBe(true);
      expect(
        await claimNewOrExistingNarrationJob(secondConnection.queries, request()),
      ).toBeUndefined();
      await expireClaim();
      const secondClaim = (await claimNewOrExistingNarrationJob(
        secondConnection.queries,
        request(),
      ))!;
      expect(await renewNarrationJobClaim(database.queries, firstClaim)).toBe(false);
      expect(await markNarrationJobReady(database.queries, firstClaim, 300)).toBe(false);
      await deleteClaimedNarrationJob(database.queries, firstClaim);
      expect(await findJob()).toMatchObject({ claim: secondClaim.token, isClaimed: true });
    });

    it('are not granted to a transaction that started before the current claim', async () => {
      const lateClaim = database.queries.transaction(async (transaction) => {
        await transaction.execute(sql`SELECT pg_sleep(0.01)`);
        expect(
          await claimNewOrExistingNarrationJob(secondConnection.queries, request()),
        ).toBeDefined();
        return claimNewOrExistingNarrationJob(transaction, request());
      });
      expect(await lateClaim).toBeUndefined();
    });

    it('become invalid when the clock of the database is set back', async () => {
      await claimNewOrExistingNarrationJob(database.queries, request());
      await database.queries
        .update(narrationJobs)
        .set({ claimedUntil: sql`now() + interval '1 hour'` })
        .where(eq(narrationJobs.recording, recording));
      expect(
        await claimNewOrExistingNarrationJob(secondConnection.queries, request()),
      ).toBeDefined();
    });

    it('do not extend a new request after the job has ended', async () => {
      const claim = (await claimNewOrExistingNarrationJob(database.queries, request()))!;
      await markNarrationJobReady(database.queries, claim, 300);
      await createOrExtendNarrationJob(database.queries, { recording, extent: 'preview' });
      expect(await findJob()).toMatchObject({ state: 'queued', extent: 'preview' });
    });
  });
});
