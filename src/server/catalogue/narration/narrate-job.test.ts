import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { normalizeAlias } from '#domain/paths.ts';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import { type Library, readLibrary } from '#server/catalogue/library/library.ts';
import {
  announceContentChangeAndEnqueueJobs,
  CONTENT_CHANGE_JOB_DEFINITIONS,
} from '#server/catalogue/publication/publish-article.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import {
  createVoicesWithFingerprint,
  recordScriptAsHum,
} from '#server/testing/humming-recorder.ts';
import { TEST_LIBRARY_FOLDER } from '#server/testing/test-library.ts';
import { buildLexicon } from '#speech/script/lexicon.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { createNarrateJob } from './narrate-job.ts';
import { NarrationService } from './narration-service.ts';
import { SpeechBudgetError } from './speech-service/spending.ts';

const NEVER_ABORTED = new AbortController().signal;
const hum = vi.fn(recordScriptAsHum);

describe.each(await selectTestDatabaseEngines())(
  'narration of published articles, on $name',
  ({ open }) => {
    let database: Database;
    let queue: JobQueueTestHarness;
    let folder: string;
    let library: Library;
    let narrations: NarrationService;
    let job: ReturnType<typeof createNarrateJob>;

    beforeAll(async () => {
      database = await open();
      queue = new JobQueueTestHarness(database);
      folder = mkdtempSync(path.join(tmpdir(), 'octavo-narrating-'));
      narrations = new NarrationService(
        database,
        await openFileStore(readConfig({}), folder),
        { record: hum },
        {
          pictures: { read: async () => undefined },
          lexicon: buildLexicon({}),
          voices: createVoicesWithFingerprint('humming'),
        },
      );
      job = createNarrateJob(database.queries, narrations);
      library = await readLibrary(TEST_LIBRARY_FOLDER);
      const [newestArticle, ...olderArticles] = library.articles;
      await queue.reset(job, ...CONTENT_CHANGE_JOB_DEFINITIONS);
      await importLibrary(database.queries, { ...library, articles: olderArticles });
      library = { ...library, articles: [...olderArticles, newestArticle!] };
    });
    afterAll(async () => {
      await database.close();
      rmSync(folder, { recursive: true });
    });
    beforeEach(() => {
      hum.mockClear();
    });
    afterEach(async () => {
      await queue.stop();
      await queue.reset(job, ...CONTENT_CHANGE_JOB_DEFINITIONS);
    });

    /**
     * Imports a changed edition of the library. `changes` maps the IDs of articles to their new titles, or to undefined
     * to remove the article.
     */
    const publish = (changes: Record<string, string | undefined>) =>
      importLibrary(database.queries, {
        ...library,
        articles: library.articles.flatMap((each) => {
          if (!(each.id in changes)) return [each];
          const title = changes[each.id];
          if (title === undefined) return [];
          return [{ ...each, hash: title, article: { ...each.article, title } }];
        }),
      });
    const listOutputs = async () => (await queue.jobs('narrate')).map(({ output }) => output);
    const listNarrators = async (id: string) => {
      const narrators = Object.keys(NARRATORS_BY_ID) as NarratorId[];
      const areRecorded = await Promise.all(
        narrators.map((narrator) => narrations.isRecorded(id, narrator)),
      );
      return narrators.filter((_, at) => areRecorded[at]);
    };

    it('is not enqueued when the library is filled for the first time', async () => {
      // The import before the tests is the only content change so far, so the content version is 1.
      expect(await database.queries.execute('SELECT version FROM content_version')).toMatchObject({
        rows: [{ version: 1 }],
      });
      expect(await queue.jobs('narrate')).toEqual([]);
    });

    it('records new and changed articles with the default narrator', async () => {
      const [changed, ...rest] = library.articles;
      const added = rest.at(-1)!;
      await publish({ [changed!.id]: 'It says something else' });
      const jobs = await queue.jobs('narrate');
      expect(new Set(jobs.map(({ data }) => data.articleId))).toEqual(
        new Set([changed!.id, added.id]),
      );
      queue.start(job);
      await expect.poll(() => queue.states('narrate')).toEqual(['completed', 'completed']);
      for (const { id } of [changed!, added]) expect(await listNarrators(id)).toEqual(['af']);
      expect(await listNarrators(rest[0]!.id)).toEqual([]);
    });

    it.runIf(isRunOfAllTests())(
      'records a changed article with all narrators who have read it before',
      async () => {
        const { id } = library.articles[1]!;
        await narrations.record(id, 'bm');
        await publish({ [id]: 'Another title' });
        expect(await listNarrators(id)).toEqual([]);
        queue.start(job);
        await expect.poll(listOutputs).toContainEqual({ articleId: id, narrators: ['af', 'bm'] });
        expect(await listNarrators(id)).toEqual(['af', 'bm']);
      },
    );

    it('is enqueued for all articles of an author who is renamed', async () => {
      const [author] = library.authors;
      const alias = `${author!.alias}2`;
      const [oldKey, newKey] = [author!.alias, alias].map(normalizeAlias);
      const profile = { ...author!.profile, alias };
      const authors = library.authors.map((each) =>
        each === author ? { ...each, alias, profile, hash: 'renamed' } : each,
      );
      const articles = library.articles.map((each) =>
        each.aliasKey === oldKey ? { ...each, aliasKey: newKey! } : each,
      );
      await importLibrary(database.queries, { ...library, authors, articles });
      const articleIds = articles.filter((each) => each.aliasKey === newKey).map(({ id }) => id);
      expect(articleIds).toHaveLength(2);
      const ids = (await queue.jobs('narrate')).map(({ data }) => data.articleId);
      expect(ids).toEqual(expect.arrayContaining(articleIds));
      await importLibrary(database.queries, library);
    });

    it('is enqueued once for several changes of an article', async () => {
      const { id } = library.articles[2]!;
      for (const _ of [1, 2, 3])
        await database.queries.transaction((transaction) =>
          announceContentChangeAndEnqueueJobs(transaction, ['list', `article:${id}`]),
        );
      expect(await queue.states('narrate')).toEqual(['created']);
    });

    it('is not enqueued if the change is rolled back', async () => {
      const failing = database.queries.transaction(async (transaction) => {
        await announceContentChangeAndEnqueueJobs(transaction, [
          `article:${library.articles[2]!.id}`,
        ]);
        throw new Error('no paper');
      });
      await expect(failing).rejects.toThrow('no paper');
      expect(await queue.jobs('narrate')).toEqual([]);
    });

    it('records an article once if the job runs twice', async () => {
      const { id } = library.articles[3]!;
      const output = { articleId: id, narrators: ['af'] };
      expect(await job.work({ articleId: id }, NEVER_ABORTED)).toEqual(output);
      expect(await job.work({ articleId: id }, NEVER_ABORTED)).toEqual(output);
      expect(hum).toHaveBeenCalledTimes(1);
    });

    it('skips a withdrawn article', async () => {
      const { id } = library.articles[4]!;
      await publish({ [id]: undefined });
      queue.start(job);
      await expect.poll(listOutputs).toContainEqual({ articleId: id, narrators: [] });
      await publish({});
    });

    it('continues in the next month if the budget of the speech service is used up', async () => {
      const articleId = library.articles[5]!.id;
      const now = new Date();
      const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
      hum.mockImplementationOnce(() => {
        throw new SpeechBudgetError({
          month: now.toISOString().slice(0, 7),
          ...{ characters: 90, cost: 0, requests: 9 },
          limits: { characters: 100, cost: 50, price: 0 },
        });
      });
      expect(await job.work({ articleId }, NEVER_ABORTED)).toEqual({
        articleId,
        narrators: [],
        postponedUntil: nextMonth.toISOString(),
      });
      const [postponedJob] = await queue.jobs('narrate');
      expect(postponedJob).toMatchObject({ state: 'created', data: { articleId } });
      const secondsLeft = (nextMonth.getTime() - Date.now()) / 1000;
      expect(Math.abs(postponedJob!.startsIn - secondsLeft)).toBeLessThan(60);
    });

    it('stops when the job is aborted, and starts again in the next run', async () => {
      const articleId = library.articles[5]!.id;
      const stop = new AbortController();
      hum.mockImplementationOnce(async function* (script, narrator, options) {
        for await (const part of recordScriptAsHum(script, narrator)) {
          await wait(20, undefined, { signal: options!.signal! });
          yield part;
        }
        return { sampleRate: 16_000, samples: 0 };
      });
      const run = job.work({ articleId }, stop.signal);
      await expect.poll(() => hum.mock.calls).toHaveLength(1);
      stop.abort(new Error('The process stops.'));
      await expect(run).rejects.toThrow(/stop|abort/);
      expect(await listNarrators(articleId)).toEqual([]);
      await job.work({ articleId }, NEVER_ABORTED);
      expect(await listNarrators(articleId)).toEqual(['af']);
    });
  },
);
