import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDemoWriter } from '#demo/writer/demo-writer.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import type { Database } from '#server/platform/db/database.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { aiRequests } from '#server/studio/ai-request-store/schema.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { createIdeaFields } from '../testing/ai-results.ts';
import { createDraftsFolder } from '../testing/drafts.ts';
import { clearStudio, openTestStudio, type TestStudio } from '../testing/studio.ts';
import { createAiRequestJobs } from './poll-job.ts';

describe.each(await selectTestDatabaseEngines())(
  'the job that polls AI requests, on $name',
  ({ openFilled }) => {
    let database: Database;
    let studio: TestStudio;
    let queue: JobQueueTestHarness;
    let draftsFolder: Awaited<ReturnType<typeof createDraftsFolder>>;

    beforeAll(async () => {
      database = await openFilled();
      draftsFolder = await createDraftsFolder({ plumbline: ['abbab'] });
      const writer = createDemoWriter({
        queries: database.queries,
        libraryFolder: draftsFolder.folder,
        model: 'claude-sonnet-5-5',
        log: pino({ level: 'silent' }),
        speed: 4,
      });
      studio = await openTestStudio(database, writer);
      queue = new JobQueueTestHarness(database);
    });
    afterAll(async () => {
      await studio.close();
      await draftsFolder.remove();
    });
    beforeEach(async () => {
      await clearStudio(database);
      await queue.reset(...jobs());
    });
    afterEach(() => queue.stop());

    const jobs = () => createAiRequestJobs(database.queries, studio.writing);
    const createRequest = async () => {
      const [author] = await database.queries
        .select()
        .from(authors)
        .where(eq(authors.alias, 'Plumbline'));
      const body = { authorId: author!.id, idea: createIdeaFields('abbab') };
      const { id } = (await studio.call('POST', '/studio/ideas', body)).json().data.idea;
      const newRequest = { type: 'generate_articles', ideaIds: [id], thenReview: true };
      const response = await studio.call('POST', '/studio/requests', newRequest);
      expect(response.statusCode, response.body).toBe(201);
    };
    const readStatuses = async () => {
      const rows = await database.queries.select().from(aiRequests).orderBy(aiRequests.id);
      return rows.map(({ type, status }) => `${type} ${status}`);
    };
    const ENDED = ['generate_articles ended', 'review_articles ended'];

    it.runIf(isRunOfAllTests())(
      'completes a request and its follow-up only once, with two workers',
      async () => {
        for (const _ of [1, 2]) queue.start(jobs());
        await createRequest();
        await expect.poll(readStatuses).toEqual(ENDED);
        const drafts = await database.queries
          .select()
          .from(articles)
          .where(eq(articles.status, 'ai_review'));
        expect(drafts).toHaveLength(1);
        expect(queue.recordedErrors).toEqual([]);
      },
    );

    it.runIf(isRunOfAllTests())(
      'takes over requests of a crashed worker, and requests created while no worker ran',
      async () => {
        await createRequest();
        await database.queries
          .update(aiRequests)
          .set({ claimedUntil: new Date(Date.now() + 2000) });
        queue.start(jobs());
        await expect.poll(readStatuses).toEqual(ENDED);
      },
    );
  },
);
