import { readFileSync } from 'node:fs';
import path from 'node:path';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DemoRequest } from '#demo/writer/batch-schema.ts';
import type { AiRequest, AiRequestItem } from '#domain/studio/ai-requests.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { type Database, MIGRATIONS_FOLDER } from '#server/platform/db/database.ts';
import {
  AI_REQUEST_CLAIM_MILLISECONDS,
  claimNextAiRequest,
} from '#server/studio/ai-request-store/repository.ts';
import { aiRequests } from '#server/studio/ai-request-store/schema.ts';
import { pgliteTestEngine, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { runWhileRowsLocked, waitForBlockedSessions } from '#server/testing/row-locks.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { auditLog } from '../audit/schema.ts';
import { articleIdeas } from '../ideas/schema.ts';
import { createArticleResult, createIdeaFields } from '../testing/ai-results.ts';
import { FakeAiService, type FakeBatchResult } from '../testing/fake-ai-service.ts';
import {
  advanceOpenRequestsOneStep,
  clearStudio,
  openTestStudio,
  type TestStudio,
} from '../testing/studio.ts';
import type { AiWriter } from '../writer/ai-writer.ts';
import { createAnthropicWriter } from '../writer/anthropic-writer.ts';
import { createAiWriterSetup } from '../writer/choose-ai-writer-setup.ts';
import { submitOrPollAiRequest } from './submit-or-poll-ai-request.ts';

const RESPONSE_LOST = { drop: 'after' } as const;
const REQUEST_LOST = { drop: 'before' } as const;

describe.each(await selectTestDatabaseEngines({ dependsOnEngine: true }))(
  'a request whose outcome is unknown, on $name',
  ({ name, openFilled }) => {
    const service = new FakeAiService();
    let database: Database;
    let studio: TestStudio;

    beforeAll(async () => {
      await service.open();
      database = await openFilled();
      studio = await openTestStudio(database, writer());
    });
    afterAll(async () => {
      await studio.close();
      await service.close();
    });
    beforeEach(async () => {
      service.reset();
      service.createResult = writeArticle;
      studio.writing.monthlyBudget = 50;
      await clearStudio(database);
    });

    const queries = () => database.queries;
    const writer = () =>
      createAnthropicWriter({
        apiKey: 'sk-ant-test',
        model: 'claude-sonnet-5-5',
        baseURL: service.url,
      });
    const writeArticle = ({ params }: DemoRequest): FakeBatchResult => {
      const [, title] = /^title: (.+)$/m.exec(params.messages[0].content)!;
      return { type: 'succeeded', text: JSON.stringify(createArticleResult(title!)) };
    };

    /**
     * Stores an idea for each seed, and creates an AI request for articles from these ideas. Returns the ID of the
     * request.
     */
    const requestArticles = async (...seeds: string[]): Promise<string> => {
      const [author] = await queries().select().from(authors).limit(1);
      const ideaIds: string[] = [];
      for (const seed of seeds) {
        const body = { authorId: author!.id, idea: createIdeaFields(seed) };
        ideaIds.push((await studio.call('POST', '/studio/ideas', body)).json().data.idea.id);
      }
      const response = await studio.call('POST', '/studio/requests', {
        type: 'generate_articles',
        ideaIds,
      });
      expect(response.statusCode, response.body).toBe(201);
      return response.json().data.request.id;
    };
    /** Sends an AI request whose response is lost. Returns the ID of the request. */
    const loseSubmission = async (
      failure: Parameters<FakeAiService['failNext']>[1] = RESPONSE_LOST,
    ): Promise<string> => {
      service.failNext('create', failure);
      const id = await requestArticles('zorv', 'quib');
      await studio.step();
      return id;
    };
    const postAction = (id: string, action: 'check' | 'send-again' | 'give-up' | 'cancel') =>
      studio.call('POST', `/studio/requests/${id}/${action}`);
    const check = async (id: string) => {
      const response = await postAction(id, 'check');
      expect(response.statusCode, response.body).toBe(200);
      return response.json().data.result as string;
    };
    const fetchRequest = async (id: string) => {
      const response = await studio.call('GET', `/studio/requests/${id}`);
      return response.json().data as { request: AiRequest; items: AiRequestItem[] };
    };
    const readBudget = async () =>
      (await studio.call('GET', '/studio/writing')).json().data.budget as {
        spent: number;
        reserved: number;
      };
    const findRow = async (id: string) => {
      const [row] = await queries().select().from(aiRequests).where(eq(aiRequests.id, id));
      return row!;
    };
    const listIdeaStatuses = async () => {
      const rows = await queries().select({ status: articleIdeas.status }).from(articleIdeas);
      return rows.map(({ status }) => status).toSorted();
    };
    const countDrafts = () => queries().$count(articles, eq(articles.status, 'draft'));
    const listRequests = async (): Promise<AiRequest[]> =>
      (await studio.call('GET', '/studio/requests')).json().data.requests;

    it.each([
      ['the connection drops before the response', RESPONSE_LOST],
      ['the connection drops before the service has read it', REQUEST_LOST],
      ['the service fails after it took it', { status: 500, after: true }],
      ['the service fails before it took it', { status: 500 }],
      ['the service says that it ran out of time', { status: 408 }],
    ] as const)(
      'is shown to editors and never sent again by itself when %s',
      async (_, failure) => {
        const id = await loseSubmission(failure);
        const { request } = await fetchRequest(id);
        expect(request).toMatchObject({
          status: 'in_progress',
          isTaken: false,
          note: null,
          items: { pending: 2 },
          unknownOutcome: { cause: expect.stringMatching(/^The AI service/) },
        });
        const { sentAt, maxCost } = request.unknownOutcome!;
        expect(sentAt).toBe((await findRow(id)).sentAt!.toISOString());
        expect(maxCost).toBeGreaterThan(request.estimatedCost);
        expect((await readBudget()).reserved).toBeCloseTo(maxCost, 8);
        expect(
          await claimNextAiRequest(queries(), new Date(Date.now() + 365 * 24 * 3600_000)),
        ).toBe(undefined);
        expect(service.calls).toEqual(['create']);
      },
    );

    it('is left behind by a crash between sending the request and storing the batch', async () => {
      const id = await requestArticles('zorv');
      const crashingWriter: AiWriter = {
        ...writer(),
        async submitBatch(batch, signal) {
          await writer().submitBatch(batch, signal);
          throw new Error('the process was killed');
        },
      };
      await expect(
        advanceOpenRequestsOneStep(database, createAiWriterSetup(crashingWriter, 50)),
      ).rejects.toThrow('killed');
      expect(await findRow(id)).toMatchObject({ batchId: null, outcomeUnknownAt: null });
      await studio.step();
      expect((await fetchRequest(id)).request.unknownOutcome).toMatchObject({
        cause: 'Octavo stopped before the response came.',
      });
      expect(service.batches).toHaveLength(1);
      expect(service.calls).toEqual(['create']);
    });

    it('keeps its unknown outcome when the response reaches a worker that has lost its claim', async () => {
      const id = await requestArticles('zorv');
      const response = Promise.withResolvers<void>();
      const sent = Promise.withResolvers<void>();
      const slowWriter: AiWriter = {
        ...writer(),
        async submitBatch(batch, signal) {
          const state = await writer().submitBatch(batch, signal);
          sent.resolve();
          await response.promise;
          return state;
        },
      };
      const { signal } = new AbortController();
      const { writing } = studio;
      const claimed = (await claimNextAiRequest(queries(), new Date()))!;
      const work = submitOrPollAiRequest(
        { queries: queries(), writing, writer: slowWriter, signal },
        claimed,
      );
      await sent.promise;
      const reclaimed = await claimNextAiRequest(
        queries(),
        new Date(Date.now() + AI_REQUEST_CLAIM_MILLISECONDS + 1000),
      );
      await submitOrPollAiRequest(
        { queries: queries(), writing, writer: writing.writer!, signal },
        reclaimed!,
      );
      response.resolve();
      await work;
      expect(await findRow(id)).toMatchObject({
        batchId: null,
        outcomeUnknownAt: expect.any(Date),
        claim: reclaimed!.claim,
      });
      expect(service.batches).toHaveLength(1);
    });

    it.runIf(isRunOfAllTests())(
      'is sent again as a new request, and its own cost still counts as spent',
      async () => {
        const id = await loseSubmission();
        const { maxCost } = (await fetchRequest(id)).request.unknownOutcome!;
        const response = await postAction(id, 'send-again');
        expect(response.statusCode, response.body).toBe(201);
        const second: AiRequest = response.json().data.request;
        expect(second).toMatchObject({ retryOf: id, status: 'in_progress', items: { pending: 2 } });
        const { request, items } = await fetchRequest(id);
        expect(request).toMatchObject({
          status: 'failed',
          unknownOutcome: null,
          items: { retried: 2 },
          note: 'We couldn’t confirm that the AI service received this request, so it may still be charged.',
        });
        expect(request.cost).toBeCloseTo(maxCost, 8);
        expect(items.map(({ retriedIn }) => retriedIn)).toEqual([second.id, second.id]);
        const budget = await readBudget();
        expect(budget.spent).toBeCloseTo(maxCost, 8);
        expect(budget.reserved).toBeCloseTo(maxCost, 8);

        await studio.step();
        service.finish();
        await studio.step();
        expect((await fetchRequest(second.id)).request).toMatchObject({ status: 'ended' });
        // The results of the first batch are ignored, because its items have already ended.
        expect(service.batches).toHaveLength(2);
        expect(await countDrafts()).toBe(2);
        expect((await fetchRequest(id)).request).toMatchObject({
          status: 'failed',
          items: { retried: 2 },
        });
      },
    );

    it('is not sent again when the budget does not allow for both', async () => {
      const id = await loseSubmission();
      studio.writing.monthlyBudget = (await fetchRequest(id)).request.unknownOutcome!.maxCost * 1.5;
      const response = await postAction(id, 'send-again');
      expect([response.statusCode, response.json().error]).toEqual([
        409,
        expect.stringMatching(/^This may take up to \$/),
      ]);
      expect((await fetchRequest(id)).request).toMatchObject({
        status: 'in_progress',
        unknownOutcome: {},
        items: { pending: 2 },
      });
    });

    it('can be given up, so that its ideas can be written again, and its cost stays counted', async () => {
      const id = await loseSubmission(REQUEST_LOST);
      const { maxCost } = (await fetchRequest(id)).request.unknownOutcome!;
      expect(await listIdeaStatuses()).toEqual(['generating', 'generating']);
      expect((await postAction(id, 'give-up')).statusCode).toBe(204);
      const { request, items } = await fetchRequest(id);
      expect(request).toMatchObject({ status: 'failed', items: { errored: 2 } });
      expect(items[0]!.reason).toBe('We couldn’t confirm that the AI service received this.');
      expect(request.cost).toBeCloseTo(maxCost, 8);
      expect(await readBudget()).toMatchObject({ spent: request.cost, reserved: 0 });
      expect(await listIdeaStatuses()).toEqual(['pending', 'pending']);
      const retried = await studio.call('POST', `/studio/requests/${id}/retry`, {});
      expect(retried.statusCode, retried.body).toBe(201);
      await studio.step();
      expect(service.batches).toHaveLength(1);
    });

    it.runIf(isRunOfAllTests())(
      'is confirmed by results that contain its item IDs, and stores these results',
      async () => {
        const id = await loseSubmission();
        expect(await check(id)).toBe('possiblyInProgress');
        expect((await fetchRequest(id)).request.unknownOutcome).not.toBeNull();
        service.finish();
        expect(await check(id)).toBe('received');
        const log = await queries().select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
        expect(log).toMatchObject([
          { action: 'request.confirm', actorName: 'grace', subjectId: id },
        ]);
        expect((await fetchRequest(id)).request).toMatchObject({
          isTaken: true,
          unknownOutcome: null,
        });
        await studio.step();
        expect((await fetchRequest(id)).request).toMatchObject({
          status: 'ended',
          items: { succeeded: 2 },
        });
        expect(await countDrafts()).toBe(2);
        expect(service.batches).toHaveLength(1);
      },
    );

    it('is never confirmed by a batch of another user of the same account', async () => {
      const id = await loseSubmission(REQUEST_LOST);
      expect(await check(id)).toBe('notFound');
      service.addForeignBatch(2);
      expect(await check(id)).toBe('possiblyInProgress');
      service.finish();
      expect(await check(id)).toBe('notFound');
      expect((await fetchRequest(id)).request.unknownOutcome).not.toBeNull();
      expect(service.calls).not.toContain('cancel');
    });

    it('is not confirmed by a batch of another time or size', async () => {
      const id = await loseSubmission(REQUEST_LOST);
      service.addForeignBatch(3);
      service.addForeignBatch(2);
      service.batches[1]!.createdAt = new Date(Date.now() - 11 * 60_000);
      expect(await check(id)).toBe('notFound');
      expect(service.calls).not.toContain('results');
    });

    it('reports that the service did not answer a check', async () => {
      const id = await loseSubmission();
      service.failNext('list', { status: 529 });
      const response = await postAction(id, 'check');
      expect([response.statusCode, response.json().error]).toEqual([
        503,
        expect.stringContaining('too much to do'),
      ]);
      expect((await fetchRequest(id)).request.unknownOutcome).not.toBeNull();
    });

    it('cannot be canceled, and can be given up after it was canceled in time', async () => {
      const id = await loseSubmission();
      expect((await postAction(id, 'cancel')).statusCode).toBe(409);
      await queries().update(aiRequests).set({ status: 'canceling' });
      expect((await postAction(id, 'give-up')).statusCode).toBe(204);
      expect(await listIdeaStatuses()).toEqual(['pending', 'pending']);
    });

    it.each(['check', 'send-again', 'give-up'] as const)(
      'is the only kind of request that accepts %s',
      async (action) => {
        const id = await requestArticles('zorv');
        expect((await postAction(id, action)).statusCode).toBe(409);
        await studio.step();
        expect((await postAction(id, action)).statusCode).toBe(409);
        service.finish();
        await studio.step();
        expect((await postAction(id, action)).statusCode).toBe(409);
        expect((await fetchRequest(id)).request.status).toBe('ended');
      },
    );

    it.runIf(name === 'PostgreSQL')(
      'is sent again only once when two editors request it at the same time',
      async () => {
        const id = await loseSubmission(REQUEST_LOST);
        const pendingResponses: ReturnType<typeof postAction>[] = [];
        const row = sql`SELECT 1 FROM writing_requests WHERE id = ${id}`;
        await runWhileRowsLocked(queries(), row, async () => {
          pendingResponses.push(postAction(id, 'send-again'), postAction(id, 'send-again'));
          await waitForBlockedSessions(queries(), 2);
        });
        const responses = await Promise.all(pendingResponses);
        expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
        await studio.step();
        expect(await listRequests()).toHaveLength(2);
        expect(service.batches).toHaveLength(1);
      },
    );

    it.runIf(name === 'PostgreSQL')(
      'is either confirmed or sent again, but not both, when two editors act at the same time',
      async () => {
        const id = await loseSubmission();
        service.finish();
        const pendingResponses: ReturnType<typeof postAction>[] = [];
        const row = sql`SELECT 1 FROM writing_requests WHERE id = ${id}`;
        await runWhileRowsLocked(queries(), row, async () => {
          pendingResponses.push(postAction(id, 'check'), postAction(id, 'send-again'));
          await waitForBlockedSessions(queries(), 2);
        });
        const statuses = (await Promise.all(pendingResponses)).map(({ statusCode }) => statusCode);
        expect(statuses.filter((status) => status === 409)).toHaveLength(1);
        await studio.step();
        service.finish();
        await studio.step();
        await studio.step();
        expect(await countDrafts()).toBe(2);
      },
    );
  },
);

it.runIf(isRunOfAllTests())(
  'marks a request as having an unknown outcome if an earlier release only guessed its batch',
  async () => {
    const database = await pgliteTestEngine.openFilled();
    const { queries } = database;
    const run = (statement: string) => queries.execute(sql.raw(statement));
    await run(`ALTER TABLE writing_requests DROP COLUMN outcome_unknown_at,
    ADD COLUMN is_certain boolean NOT NULL DEFAULT false, ADD COLUMN not_ours text[] NOT NULL DEFAULT '{}'`);
    await run(`INSERT INTO writing_requests (id, type, status, asked, model, prompt, prompt_hash, system,
      answer_schema, asked_by_name, estimated_cost, service_id, is_certain, sent_at)
    SELECT id::uuid, 'generate_authors', status, '{"type":"generate_authors","count":1}', 'm', 'p', 'h', 's', '{}',
      'grace', 1, service_id, is_certain, sent_at::timestamptz
    FROM (VALUES
      ('00000000-0000-7000-8000-000000000001', 'in_progress', 'guessed', false, '2026-11-01T10:00:00Z'),
      ('00000000-0000-7000-8000-000000000002', 'in_progress', 'confirmed', true, '2026-11-01T10:00:00Z'),
      ('00000000-0000-7000-8000-000000000003', 'in_progress', NULL, false, '2026-11-01T10:00:00Z'),
      ('00000000-0000-7000-8000-000000000004', 'in_progress', NULL, false, NULL),
      ('00000000-0000-7000-8000-000000000005', 'expired', 'old guess', false, '2026-11-01T10:00:00Z')
    ) AS old (id, status, service_id, is_certain, sent_at)`);
    const file = path.join(MIGRATIONS_FOLDER, '0037_unknown_outcomes.sql');
    for (const statement of readFileSync(file, 'utf8').split('--> statement-breakpoint'))
      await run(statement);
    const studio = await openTestStudio(database, undefined);
    const { requests } = (await studio.call('GET', '/studio/requests')).json().data;
    expect(
      requests.map(({ unknownOutcome, isTaken }: AiRequest) => [
        unknownOutcome?.sentAt ?? null,
        isTaken,
      ]),
    ).toEqual([
      [null, true],
      [null, false],
      [null, false],
      [null, true],
      ['2026-11-01T10:00:00.000Z', false],
    ]);

    // The third request has a `sentAt` time but no batch ID, as if the process had stopped while sending it. The next
    // poll records that the outcome is unknown.
    const service = await new FakeAiService().open();
    const writer = createAnthropicWriter({ apiKey: 'x', model: 'm', baseURL: service.url });
    const writing = createAiWriterSetup(writer, 50);
    const { signal } = new AbortController();
    const claimed = await queries
      .select()
      .from(aiRequests)
      .where(eq(aiRequests.id, '00000000-0000-7000-8000-000000000003'));
    await submitOrPollAiRequest({ queries, writing, writer, signal }, claimed[0]!);
    const { request } = (
      await studio.call('GET', '/studio/requests/00000000-0000-7000-8000-000000000003')
    ).json().data;
    expect(request.unknownOutcome).toMatchObject({ sentAt: '2026-11-01T10:00:00.000Z' });
    expect(service.calls).toEqual([]);
    await service.close();
    await studio.close();
  },
);
