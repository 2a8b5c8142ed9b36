import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import {
  createVoicesWithFingerprint,
  recordScriptAsHum,
} from '#server/testing/humming-recorder.ts';
import { buildLexicon } from '#speech/script/lexicon.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { listAudioEnabledArticleIds } from '../articles/repository.ts';
import { articles } from '../articles/schema.ts';
import { NarrationJobWatcher } from './narration-jobs.ts';
import { NarrationService } from './narration-service.ts';
import { createRemoveOutdatedRecordingsJob } from './outdated-recordings.ts';
import { ArticlePreparer } from './preparation.ts';
import { claimNewOrExistingNarrationJob, deleteClaimedNarrationJob } from './repository.ts';

const DAYS = 7;
const DAY = 24 * 60 * 60 * 1000;
const NEVER_ABORTED = new AbortController().signal;

const hum = vi.fn(recordScriptAsHum);

describe.each(await selectTestDatabaseEngines())('outdated recordings, on $name', (engine) => {
  let database: Database;
  /**
   * The database connection of a simulated second process. In tests with the embedded database, this is the same
   * connection as `database`, because only one process can open the embedded database.
   */
  let secondConnection: Database;
  let folder: string;
  let files: FileStore;
  let id: string;
  let narrations: NarrationService;
  let title: string;
  let oldRecording: string;

  beforeAll(async () => {
    database = await engine.openFilled();
    secondConnection = engine.name === 'PGlite' ? database : await openSecondConnection(database);
    id = (await listAudioEnabledArticleIds(database.queries))[0]!;
    await shorten(id);
  });
  afterAll(async () => {
    if (secondConnection !== database) await secondConnection.close();
    await database.close();
  });
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-former-'));
    files = await openFileStore(readConfig({}), folder);
    narrations = createNarrations(database);
    const { queries } = database;
    [{ title }] = (await queries
      .select({ title: articles.title })
      .from(articles)
      .where(eq(articles.id, id))) as [{ title: string }];
    hum.mockReset().mockImplementation(recordScriptAsHum);
    vi.useFakeTimers({ toFake: ['Date'] });
    return async () => {
      vi.useRealTimers();
      await rename(title);
      rmSync(folder, { recursive: true });
    };
  });

  const createNarrations = (connection: Database, voices = 'hum-1'): NarrationService =>
    new NarrationService(
      connection,
      files,
      { record: hum },
      {
        pictures: { read: async () => undefined },
        lexicon: buildLexicon({}),
        voices: createVoicesWithFingerprint(voices),
      },
    );
  /** Shortens the text of an article, which makes its recordings faster. */
  const shorten = async (id: string) => {
    const { queries } = database;
    const [row] = await queries.select().from(articles).where(eq(articles.id, id));
    const { body } = row!;
    const shortened = { ...body, keyPoints: body.keyPoints.slice(0, 2) };
    await queries.update(articles).set({ body: shortened }).where(eq(articles.id, id));
  };
  const rename = (title: string) =>
    database.queries.update(articles).set({ title }).where(eq(articles.id, id));
  const recordArticle = async (service = narrations) => (await service.record(id, 'af'))!.recording;
  /** Advances the clock by one day and runs the nightly job. */
  const runNextNight = (service = narrations) => {
    vi.setSystemTime(Date.now() + DAY);
    return createRemoveOutdatedRecordingsJob(service, DAYS).work({}, NEVER_ABORTED);
  };
  const runNights = async (count: number) => {
    let removed = 0;
    for (let night = 0; night < count; night++) removed += Number((await runNextNight()).removed);
    return removed;
  };
  /** Starts the nightly job. Resolves when the job waits because another worker has claimed a recording. */
  const startUntilWaiting = async (start: typeof runNextNight) => {
    const untilSpy = vi.spyOn(NarrationJobWatcher.prototype, 'until');
    const removed = start().then((counts) => counts.removed);
    await vi.waitFor(() =>
      expect(untilSpy).toHaveBeenCalledWith(oldRecording, expect.anything(), expect.anything()),
    );
    untilSpy.mockRestore();
    return { removed };
  };
  const listFiles = (recording: string) =>
    readdirSync(path.join(folder, 'narrations')).filter((name) => name.startsWith(recording));

  it('are removed some days after the text changes, and the current recording stays', async () => {
    const oldRecording = await recordArticle();
    await rename('Something else');
    const newRecording = await recordArticle();
    expect(await runNextNight()).toEqual({ found: 2, left: 1, removed: 0 });
    expect(await runNights(DAYS - 1)).toBe(0);
    expect(listFiles(oldRecording)).toHaveLength(7);
    expect(await runNextNight()).toEqual({ found: 2, left: 0, removed: 1 });
    expect(listFiles(oldRecording)).toEqual([]);
    expect(listFiles(newRecording)).toHaveLength(6);
    expect(await runNights(2 * DAYS)).toBe(0);
    expect(await recordArticle()).toBe(newRecording);
    expect(hum).toHaveBeenCalledTimes(2);
  });

  it.runIf(isRunOfAllTests())(
    'are removed even if the file of another recording is damaged, which is removed too',
    async () => {
      const oldRecording = await recordArticle();
      await rename('Something else');
      const damaged = 'd'.repeat(32);
      writeFileSync(path.join(folder, 'narrations', `${damaged}.preview.json`), '{"seconds":');
      expect(await runNights(DAYS + 1)).toBe(2);
      expect([...listFiles(oldRecording), ...listFiles(damaged)]).toEqual([]);
    },
  );

  it('are found without preparing articles that have no recording', async () => {
    await recordArticle();
    const prepare = vi.spyOn(ArticlePreparer.prototype, 'prepare');
    await runNextNight();
    expect(prepare.mock.calls.map(([article]) => article.id)).toEqual([id]);
    prepare.mockRestore();
  });

  it('stay when voices change, until the narrator has recorded the article with the new voices', async () => {
    const oldRecording = await recordArticle();
    const newNarrations = createNarrations(database, 'hum-2');
    for (let night = 0; night <= DAYS; night++) await runNextNight(newNarrations);
    expect(listFiles(oldRecording)).not.toEqual([]);
    await newNarrations.record(id, 'af');
    for (let night = 0; night <= DAYS; night++) await runNextNight(newNarrations);
    expect(listFiles(oldRecording)).toEqual([]);
  });

  it('are removed when voices and text change', async () => {
    const oldRecording = await recordArticle();
    await rename(`${title}, but different`);
    const newNarrations = createNarrations(database, 'hum-2');
    for (let night = 0; night <= DAYS; night++) await runNextNight(newNarrations);
    expect(listFiles(oldRecording)).toEqual([]);
  });

  it('are removed if only a preview exists', async () => {
    await narrations.requestRecording(id, 'af', 'preview', async () => {});
    const oldRecording = (await narrations.findRecordingName(id, 'af'))!;
    await vi.waitFor(() => expect(listFiles(oldRecording)).toHaveLength(3));
    await rename('Something else');
    expect(await runNights(DAYS + 1)).toBe(1);
    expect(listFiles(oldRecording)).toEqual([]);
  });

  it('are removed when the article is withdrawn, and recorded again when it returns', async () => {
    const oldRecording = await recordArticle();
    const setStatus = (status: 'archived' | 'published') =>
      database.queries.update(articles).set({ status }).where(eq(articles.id, id));
    await setStatus('archived');
    expect(await runNights(DAYS + 1)).toBe(1);
    await setStatus('published');
    expect(await recordArticle()).toBe(oldRecording);
    expect(listFiles(oldRecording)).toHaveLength(6);
  });

  it.runIf(isRunOfAllTests())(
    'become current again when an earlier text is restored, and restart their removal period at the next change',
    async () => {
      const oldRecording = await recordArticle();
      await rename('Something else');
      await recordArticle();
      expect(await runNights(DAYS)).toBe(0);
      await rename(title);
      expect(await recordArticle()).toBe(oldRecording);
      expect(listFiles(oldRecording)).toHaveLength(6);
      await rename('Something else');
      expect(await recordArticle()).not.toBe(oldRecording);
      expect(await runNights(DAYS)).toBe(0);
      expect(hum).toHaveBeenCalledTimes(2);
      expect(await runNights(1)).toBe(1);
    },
  );

  it('stay when an earlier text is restored, even if no reader requests them', async () => {
    const oldRecording = await recordArticle();
    await rename('Something else');
    await runNights(DAYS);
    await rename(title);
    await runNights(2);
    expect(listFiles(oldRecording)).toHaveLength(6);
  });

  it.runIf(isRunOfAllTests())('stay as long as a reader listens, in any process', async () => {
    const oldRecording = await recordArticle();
    await rename('Something else');
    await recordArticle();
    await runNights(DAYS);
    const otherNarrations = createNarrations(secondConnection);
    expect(await otherNarrations.postponeRemovalOfRecording(oldRecording, id, 'af')).toBe(true);
    expect(await otherNarrations.postponeRemovalOfRecording(oldRecording, id, 'bm')).toBe(false);
    const download = (await narrations.read(oldRecording, 'mp3'))!;
    expect(await runNights(DAYS - 1)).toBe(0);
    // A reader who is already downloading the file still receives the rest of it.
    expect(await runNights(1)).toBe(1);
    expect(await buffer(download.body)).toHaveLength(download.size);
    expect(await narrations.postponeRemovalOfRecording(oldRecording, id, 'af')).toBe(false);
    expect(listFiles(oldRecording)).toEqual([]);
  });

  it.runIf(isRunOfAllTests())('stay while another process records them', async () => {
    oldRecording = await recordArticle();
    await rename('Something else');
    await runNights(DAYS);
    rmSync(path.join(folder, 'narrations', `${oldRecording}.mp3`));
    await rename(title);
    const { promise, resolve } = Promise.withResolvers<void>();
    hum.mockImplementationOnce(async function* (...args) {
      await promise;
      return yield* recordScriptAsHum(...args);
    });
    const recording = createNarrations(secondConnection).record(id, 'af');
    await vi.waitFor(() => expect(hum).toHaveBeenCalledTimes(2));
    // The job looks up the article's current recordings while the article has the new title. The original title is
    // restored while the job waits for the other process.
    await rename('Something else');
    const night = await startUntilWaiting(runNextNight);
    await rename(title);
    expect(existsSync(path.join(folder, 'narrations', `${oldRecording}.preview.json`))).toBe(true);
    resolve();
    await recording;
    expect(await night.removed).toBe(0);
    expect(listFiles(oldRecording).length).toBeGreaterThanOrEqual(6);
    expect(await recordArticle()).toBe(oldRecording);
  });

  it.each([
    [
      'a reader listens to them',
      () => createNarrations(secondConnection).postponeRemovalOfRecording(oldRecording, id, 'af'),
    ],
    ['the text is restored', () => rename(title)],
  ])('stay if %s just before their removal', async (_, keep) => {
    oldRecording = await recordArticle();
    await rename('Something else');
    await runNights(DAYS);
    const claim = await claimNewOrExistingNarrationJob(secondConnection.queries, {
      recording: oldRecording,
      extent: 'whole',
    });
    const night = await startUntilWaiting(runNextNight);
    await keep();
    await deleteClaimedNarrationJob(secondConnection.queries, claim!);
    expect(await night.removed).toBe(0);
    expect(listFiles(oldRecording).length).toBeGreaterThanOrEqual(6);
  });

  it.runIf(isRunOfAllTests())(
    'never count as complete after an interrupted removal, and are removed in the next run',
    async () => {
      const oldRecording = await recordArticle();
      await rename('Something else');
      await runNights(DAYS);
      const { remove } = files;
      for (const [deletedCount, remainingCount] of [
        [0, 7],
        [1, 6],
        [3, 4],
        [5, 2],
        [6, 1],
      ] as const) {
        let removed = 0;
        files.remove = async (key) => {
          if (removed++ === deletedCount) throw new Error('The process has died.');
          await remove(key);
        };
        await expect(runNextNight()).rejects.toThrow('The process has died.');
        expect([deletedCount, listFiles(oldRecording)]).toEqual([
          deletedCount,
          expect.objectContaining({ length: remainingCount }),
        ]);
        files.remove = remove;
        await rename(title);
        expect(await narrations.isRecorded(id, 'af')).toBe(deletedCount === 0);
        await rename('Something else');
      }
      expect(await runNights(1)).toBe(1);
      expect(listFiles(oldRecording)).toEqual([]);
    },
  );

  it('are removed by a scheduled job', async () => {
    vi.useRealTimers();
    const oldRecording = await recordArticle();
    await rename('Something else');
    const job = createRemoveOutdatedRecordingsJob(narrations, DAYS);
    const queue = new JobQueueTestHarness(database);
    await queue.reset(job);
    queue.start([job]);
    await expect.poll(() => queue.states(job.id)).toEqual(['created']);
    await queue.setClockOffset(25);
    await expect.poll(() => queue.states(job.id)).toEqual(['completed', 'created']);
    const [completedJob] = await queue.jobs(job.id);
    expect(completedJob!.output).toEqual({ found: 1, left: 1, removed: 0 });
    expect(listFiles(oldRecording)).toHaveLength(7);
    await queue.stop();
  });

  it('are not processed any further once the job is aborted', async () => {
    await recordArticle();
    await rename('Something else');
    const stopped = createRemoveOutdatedRecordingsJob(narrations, DAYS).work(
      {},
      AbortSignal.abort(new Error('Stop.')),
    );
    await expect(stopped).rejects.toThrow('Stop.');
  });
});
