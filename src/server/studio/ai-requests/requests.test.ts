import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DemoRequest } from '#demo/writer/batch-schema.ts';
import type { AiRequest, AiRequestItem } from '#domain/studio/ai-requests.ts';
import type { Idea, IdeaFields, ProposedIdea } from '#domain/studio/ideas.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { readIdeas } from '#server/catalogue/editorial/authoring-files.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import type { Database } from '#server/platform/db/database.ts';
import { aiRequestItems, aiRequests } from '#server/studio/ai-request-store/schema.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { findFreePort } from '#server/testing/free-port.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { articleIdeas } from '../ideas/schema.ts';
import {
  createArticleResult,
  createIdeaFields,
  createProposedIdea,
} from '../testing/ai-results.ts';
import { FakeAiService, type FakeBatchResult } from '../testing/fake-ai-service.ts';
import {
  advanceOpenRequestsOneStep,
  clearStudio,
  openTestStudio,
  type TestStudio,
} from '../testing/studio.ts';
import { createAnthropicWriter } from '../writer/anthropic-writer.ts';
import { createAiWriterSetup } from '../writer/choose-ai-writer-setup.ts';
import { submitOrPollAiRequest } from './submit-or-poll-ai-request.ts';

const SEEDS = ['zorv', 'quib', 'malt', 'frenk'];

describe.each(await selectTestDatabaseEngines())(
  'a request to the AI service, on $name',
  (engine) => {
    const service = new FakeAiService();
    let database: Database;
    let studio: TestStudio;
    let authorId: string;

    beforeAll(async () => {
      await service.open();
      database = await engine.openFilled();
      studio = await openTestStudio(database, createWriter());
      const [author] = await database.queries.select().from(authors).limit(1);
      authorId = author!.id;
    });
    afterAll(async () => {
      await studio.close();
      await service.close();
    });
    beforeEach(async () => {
      service.reset();
      service.createResult = createArticleResponse;
      await clearStudio(database);
    });

    const createWriter = () =>
      createAnthropicWriter({
        apiKey: 'sk-ant-test',
        model: 'claude-sonnet-5-5',
        baseURL: service.url,
      });
    const queries = () => database.queries;

    /** Creates a successful result with an article about the requested idea. */
    const createArticleResponse = (request: DemoRequest): FakeBatchResult => ({
      type: 'succeeded',
      text: JSON.stringify(createArticleResult(extractTitle(request))),
    });
    const extractTitle = ({ params }: DemoRequest) =>
      /^title: (.+)$/m.exec(params.messages[0].content)![1]!;
    /**
     * Makes the AI service return `result` for the idea whose title starts with `seed`, and an article for every other
     * idea.
     */
    const overrideResult = (seed: string, result: FakeBatchResult) => {
      service.createResult = (request) =>
        extractTitle(request).startsWith(seed) ? result : createArticleResponse(request);
    };

    const addIdeas = async (count = SEEDS.length) => {
      const ids: string[] = [];
      for (const seed of SEEDS.slice(0, count)) {
        const response = await studio.call('POST', '/studio/ideas', {
          authorId,
          idea: createIdeaFields(seed),
        });
        expect(response.statusCode, response.body).toBe(201);
        ids.push(response.json().data.idea.id);
      }
      return ids;
    };
    const createRequest = async (count?: number): Promise<AiRequest> => {
      const ideaIds = await addIdeas(count);
      const response = await studio.call('POST', '/studio/requests', {
        type: 'generate_articles',
        ideaIds,
      });
      expect(response.statusCode, response.body).toBe(201);
      return response.json().data.request;
    };
    const fetchRequest = async (id: string) => {
      const response = await studio.call('GET', `/studio/requests/${id}`);
      expect(response.statusCode, response.body).toBe(200);
      return response.json().data as { request: AiRequest; items: AiRequestItem[] };
    };
    const listDraftTitles = async () => {
      const rows = await queries()
        .select({ title: articles.title })
        .from(articles)
        .where(eq(articles.status, 'draft'));
      return rows.map(({ title }) => title.slice(0, 4).replace(/t$/, '')).toSorted();
    };
    const listIdeaStatuses = async () => {
      const rows = await queries().select({ status: articleIdeas.status }).from(articleIdeas);
      return rows.map(({ status }) => status).toSorted();
    };
    /**
     * Makes the AI service return exactly the given ideas, and requests ideas from it. Returns the request's only item.
     */
    const requestIdeas = async (ideas: ProposedIdea[]) => {
      service.createResult = () => ({ type: 'succeeded', text: JSON.stringify({ ideas }) });
      const response = await studio.call('POST', '/studio/requests', {
        type: 'generate_article_ideas',
        authors: [{ authorId, count: ideas.length }],
      });
      expect(response.statusCode, response.body).toBe(201);
      await studio.step();
      service.finish();
      await studio.step();
      return (await fetchRequest(response.json().data.request.id)).items[0]!;
    };
    const findRow = async (id: string) => {
      const [row] = await queries().select().from(aiRequests).where(eq(aiRequests.id, id));
      return row!;
    };
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

    it('is stored, submitted, polled, and its results are stored one by one with their cost', async () => {
      const { id, ...created } = await createRequest();
      expect(created).toMatchObject({
        status: 'in_progress',
        internalStatus: 'PROCESSING',
        isTaken: false,
        model: 'claude-sonnet-5-5',
        prompt: 'generate_articles/v2+rules/v2',
        askedBy: 'grace',
        items: { pending: 4 },
      });
      expect(created.estimatedCost).toBeGreaterThan(0);
      await studio.step();
      expect((await fetchRequest(id)).request).toMatchObject({
        status: 'in_progress',
        isTaken: true,
      });
      await studio.step();
      expect((await fetchRequest(id)).request.status).toBe('in_progress');
      service.finish();
      await studio.step();
      const { request, items } = await fetchRequest(id);
      expect(request).toMatchObject({
        status: 'ended',
        internalStatus: 'COMPLETED',
        items: { succeeded: 4 },
        inputTokens: 4000,
        outputTokens: 8000,
      });
      // Tokens in batches cost half of the model's regular prices, which are $2 (input) and $10 (output) per million
      // tokens.
      expect(request.cost).toBeCloseTo((4000 * 1 + 8000 * 5) / 1_000_000, 8);
      expect(items[0]!.outcomes).toMatchObject([{ kind: 'article' }]);
      expect(await listIdeaStatuses()).toEqual(Array(4).fill('generated'));
      expect(await listDraftTitles()).toHaveLength(4);
      expect(service.batches).toHaveLength(1);
    });

    it('contains the rules, the persona, the voice and the schema of its results', async () => {
      await createRequest(1);
      await studio.step();
      const [{ params }] = service.batches[0]!.requests as [DemoRequest];
      expect(params.system).toContain('Claims come before prose');
      expect(params.messages[0].content).toContain('<persona>\nalias: ');
      expect(params.messages[0].content).toContain('promise:');
      const { schema } = params.output_config.format;
      expect(Object.keys(schema.properties as object)).toEqual(['claims', 'article']);
      // The JSON schema for the results must not contain length limits, because the AI service rejects them.
      expect(JSON.stringify(schema)).not.toMatch(/"(?:min|max)Length"/);
    });

    it('contains the points of an idea that has points', async () => {
      await addIdeas(2);
      const [old] = await queries().select().from(articleIdeas).orderBy(articleIdeas.id);
      const { points: _, ...before } = createIdeaFields('zorv');
      await queries()
        .update(articleIdeas)
        .set({ idea: before })
        .where(eq(articleIdeas.id, old!.id));
      const listed: Idea[] = (await studio.call('GET', '/studio/ideas')).json().data.ideas;
      expect(listed.map(({ points }) => points)).toEqual([createIdeaFields('quib').points, null]);
      const ideaIds = listed.map(({ id }) => id);
      await studio.call('POST', '/studio/requests', { type: 'generate_articles', ideaIds });
      await studio.step();
      const prompts = service.batches[0]!.requests.map(({ params }) => params.messages[0].content);
      const findPrompt = (seed: string) =>
        prompts.find((prompt) => prompt.includes(`title: ${seed}`))!;
      expect(findPrompt('quib')).toMatch(
        /\npoints:\n {2}- quibone\S.*\n {2}- so: quibtwo.*\n {2}- but: quibthr/,
      );
      expect(findPrompt('zorv')).not.toContain('points:');
    });

    it('stores an idea whose points form an argument, and rejects one whose points are separate stories', async () => {
      const stories = createProposedIdea('malt', {
        points: ['One.', { and: 'Two.' }, { but: 'Three.' }],
      });
      const reason =
        'Its points are separate stories: the second is joined to the one before it by no more than “and”.';
      expect(await requestIdeas([stories])).toMatchObject({
        status: 'invalid',
        reason: `“${stories.title}” was left out. ${reason}`,
      });
      const { system } = (service.batches[0]!.requests[0] as DemoRequest).params;
      expect(system).toContain('An idea with an `and` in it is refused');

      const argument = createProposedIdea('zorv');
      expect(await requestIdeas([stories, argument])).toMatchObject({
        status: 'succeeded',
        outcomes: [{ kind: 'idea', name: argument.title }],
        remarks: [`“${stories.title}” was left out. ${reason}`],
      });
      const listed = (await studio.call('GET', '/studio/ideas')).json().data.ideas;
      expect(listed).toMatchObject([{ title: argument.title, points: argument.points }]);
    });

    it('stores the nearest idea with each idea, until its argument is changed', async () => {
      const nearest = {
        key: 'ballast/where-to-paint-the-line',
        whatIsNew: 'That a gauge may be a rule.',
        nearness: 'near' as const,
      };
      await requestIdeas([createProposedIdea('quib', { nearest })]);
      const listIdeas = async (): Promise<Idea[]> =>
        (await studio.call('GET', '/studio/ideas')).json().data.ideas;
      const expectedNearest = { ...nearest, title: 'Who says when a ship is too full?' };
      const [idea] = await listIdeas();
      expect(idea!.nearest).toEqual(expectedNearest);

      const change = async (changes: Partial<IdeaFields>) => {
        const [{ version: base }] = (await listIdeas()) as [Idea];
        const body = { base, idea: createIdeaFields('quib', changes) };
        const response = await studio.call('PUT', `/studio/ideas/${idea!.id}`, body);
        expect(response.statusCode, response.body).toBe(200);
        return response.json().data.idea.nearest;
      };
      expect(await change({ title: 'A gauge', level: 'advanced' })).toEqual(expectedNearest);
      expect(await change({ thesis: 'A gauge is a rule that nobody wrote.' })).toBeNull();

      await addIdeas(1);
      expect((await listIdeas()).map((each) => each.nearest)).toEqual([null, null]);
    });

    it.each([
      [
        'calls itself the same as one there is',
        {
          key: 'ballast/where-to-paint-the-line',
          whatIsNew: 'Nothing.',
          nearness: 'same' as const,
        },
        'By its own account, it is the same as “Who says when a ship is too full?” (ballast/where-to-paint-the-line), so its readers would learn nothing new.',
      ],
      [
        'names what it was not told of',
        { key: 'ballast/nowhere', whatIsNew: 'All of it.', nearness: 'apart' as const },
        'It names “ballast/nowhere” as the closest in meaning, but no work with this key exists.',
      ],
      ['names nothing', null, 'It does not name the closest work in meaning.'],
    ])('leaves out an idea that %s', async (_, nearest, reason) => {
      const [rejected, accepted] = [
        createProposedIdea('malt', { nearest }),
        createProposedIdea('zorv'),
      ];
      const remark = `“${rejected.title}” was left out. ${reason}`;
      expect(await requestIdeas([rejected])).toMatchObject({ status: 'invalid', reason: remark });
      expect(await requestIdeas([rejected, accepted])).toMatchObject({
        status: 'succeeded',
        outcomes: [{ kind: 'idea', name: accepted.title }],
        remarks: [remark],
      });
    });

    it('contains every existing idea, and accepts only these as nearest ideas', async () => {
      const newArticle = { author: 'Plumbline', title: 'A gauge of no register' };
      expect((await studio.call('POST', '/studio/articles', newArticle)).statusCode).toBe(201);
      const [ideaId] = await addIdeas(1);
      const key = `idea/${ideaId!.slice(-12)}`;
      const whatIsNew = 'Another gauge altogether.';
      const proposal = createProposedIdea('quib', {
        nearest: { key, whatIsNew, nearness: 'near' },
      });
      // The idea that the result names as nearest is deleted before the result arrives.
      service.createResult = () => ({
        type: 'succeeded',
        text: JSON.stringify({ ideas: [proposal] }),
      });
      await studio.call('POST', '/studio/requests', {
        type: 'generate_article_ideas',
        authors: [{ authorId, count: 1 }],
      });
      await studio.step();
      expect((await studio.call('DELETE', `/studio/ideas/${ideaId}`)).statusCode).toBe(204);
      service.finish();
      await studio.step();
      const [storedIdea] = (await studio.call('GET', '/studio/ideas')).json().data.ideas;
      const { title } = createIdeaFields('zorv');
      expect(storedIdea.nearest).toEqual({ key, title, whatIsNew, nearness: 'near' });

      const [{ params }] = service.batches[0]!.requests as [DemoRequest];
      const [, list] = /<taken>\n(.*)\n<\/taken>/s.exec(params.messages[0].content)!;
      const listedIdeas = list!.split('\n').map((line): string[] => JSON.parse(line));
      expect(listedIdeas).toContainEqual([
        key,
        title,
        createIdeaFields('zorv').thesis,
        createIdeaFields('zorv').object,
      ]);
      const register = await readIdeas(SHIPPED_LIBRARY_FOLDER);
      for (const { article, thesis, object, ...each } of register)
        expect(listedIdeas).toContainEqual([article, each.title, thesis, object]);
      expect(listedIdeas.map((each) => each[1])).toContain(newArticle.title);
      expect(new Set(listedIdeas.map(([each]) => each)).size).toBe(listedIdeas.length);
    });

    it('stores valid results, shows the reasons for invalid ones, and requests only invalid ones again', async () => {
      service.createResult = (request) => {
        const title = extractTitle(request);
        if (title.startsWith('zorv')) return { type: 'errored', message: 'It was too hot.' };
        if (title.startsWith('quib')) return { type: 'succeeded', text: '{"claims": 3}' };
        if (title.startsWith('malt'))
          return { type: 'succeeded', text: '{"cla', stopReason: 'max_tokens' };
        return createArticleResponse(request);
      };
      const { id } = await createRequest();
      await studio.step();
      service.finish();
      await studio.step();
      const { request, items } = await fetchRequest(id);
      expect(request).toMatchObject({
        status: 'ended',
        items: { errored: 1, invalid: 2, succeeded: 1 },
      });
      expect(items.map(({ reason }) => reason)).toEqual([
        'It was too hot.',
        expect.stringMatching(/^The answer is not what was asked for: claims: /),
        'The answer was cut off: it is longer than it may be.',
        null,
      ]);
      // Every result is billed, even an invalid one.
      expect(items.map(({ outputTokens }) => outputTokens)).toEqual([0, 2000, 2000, 2000]);
      expect(await listIdeaStatuses()).toEqual(['generated', 'pending', 'pending', 'pending']);

      service.createResult = createArticleResponse;
      const response = await studio.call('POST', `/studio/requests/${id}/retry`, {});
      expect(response.statusCode, response.body).toBe(201);
      const again: AiRequest = response.json().data.request;
      expect(again).toMatchObject({ retryOf: id, items: { pending: 3 } });
      expect((await fetchRequest(id)).request.items).toEqual({ retried: 3, succeeded: 1 });
      await studio.step();
      service.finish();
      await studio.step();
      expect((await fetchRequest(again.id)).request.items).toEqual({ succeeded: 3 });
      expect(await listDraftTitles()).toHaveLength(4);
      const secondRetry = await studio.call('POST', `/studio/requests/${id}/retry`, {});
      expect(secondRetry.statusCode).toBe(409);
    });

    it.each([
      ['NUL', '\\u0000'],
      ['half of a character', '\\ud83d'],
    ])('stores a result that contains %s, and the results after it', async (_, poison) => {
      service.createResult = (request) => {
        const title = extractTitle(request);
        if (title.startsWith('quib'))
          return { type: 'errored', message: 'It was \0too hot.\ud83d' };
        const json = JSON.stringify(createArticleResult(title));
        const isPoisoned = title.startsWith('zorv');
        return {
          type: 'succeeded',
          text: isPoisoned ? json.replaceAll('gauge', `ga${poison}uge`) : json,
        };
      };
      const { id } = await createRequest();
      await studio.step();
      service.finish();
      await studio.step();
      const { request, items } = await fetchRequest(id);
      expect(request).toMatchObject({ status: 'ended', items: { succeeded: 3, errored: 1 } });
      expect(items[1]!.reason).toMatch(/^It was .too hot/);
      expect(await listDraftTitles()).toHaveLength(3);
    });

    it('requests a single item again when an editor chose it', async () => {
      service.createResult = () => ({ type: 'errored', message: 'It was too hot.' });
      const { id } = await createRequest(2);
      await studio.step();
      service.finish();
      await studio.step();
      const { items } = await fetchRequest(id);
      const itemIds = [items[1]!.id];
      expect(
        (await studio.call('POST', `/studio/requests/${id}/retry`, { itemIds })).statusCode,
      ).toBe(201);
      expect((await fetchRequest(id)).items.map(({ status }) => status)).toEqual([
        'errored',
        'retried',
      ]);
      const repeated = await studio.call('POST', `/studio/requests/${id}/retry`, { itemIds });
      expect([repeated.statusCode, repeated.json().error]).toEqual([
        409,
        'This answer is “Asked again” and cannot become “Asked again” from there.',
      ]);
    });

    it.each([
      [429, { 'retry-after': '120' }, 120],
      [529, {}, 5],
    ])('is sent again later when the service responds with %s', async (status, headers, pause) => {
      service.failNext('create', { status, headers });
      const { id } = await createRequest(1);
      await studio.step();
      const row = await findRow(id);
      expect(row).toMatchObject({ failures: 1, sentAt: null, batchId: null });
      expect(row.note).toContain('too much to do');
      expect((row.pollAt.getTime() - Date.now()) / 1000).toBeGreaterThan(pause - 3);
      await studio.step();
      expect((await fetchRequest(id)).request).toMatchObject({ isTaken: true, note: null });
      expect(service.calls.filter((call) => call === 'list')).toEqual([]);
      expect(service.batches).toHaveLength(1);
    });

    it.each([
      ['a poll', 'retrieve', 401],
      ['a poll', 'retrieve', 403],
      ['a poll', 'retrieve', 404],
      ['its results', 'results', 401],
      ['its results', 'results', 400],
    ] as const)(
      'continues after the service refused %s for a while (%s, %i)',
      async (_, call, status) => {
        const { id } = await createRequest(2);
        await studio.step();
        service.finish();
        service.failNext(call, { status });
        await studio.step();
        const { request } = await fetchRequest(id);
        expect(request).toMatchObject({ status: 'in_progress', items: { pending: 2 } });
        expect(request.note).toContain(`the stand-in says ${status}`);
        await studio.step();
        expect((await fetchRequest(id)).request).toMatchObject({
          status: 'ended',
          items: { succeeded: 2 },
          note: null,
        });
        expect(service.batches).toHaveLength(1);
      },
    );

    it('is canceled once the service allows it, and stores its results if it never does', async () => {
      const { id } = await createRequest(2);
      await studio.step();
      service.failNext('cancel', { status: 403 });
      await studio.call('POST', `/studio/requests/${id}/cancel`);
      await studio.step();
      expect(await findRow(id)).toMatchObject({ status: 'canceling', cancelSent: false });
      await studio.step();
      expect(service.batches[0]!.state).toBe('canceling');
      await queries().update(aiRequests).set({ cancelSent: false });
      service.failNext('cancel', { status: 403 });
      service.finish();
      await studio.step();
      expect((await fetchRequest(id)).request).toMatchObject({
        status: 'ended',
        items: { succeeded: 2 },
      });
    });

    it('survives an outage of hours, since the service keeps results for weeks', async () => {
      const { id } = await createRequest(2);
      await studio.step();
      service.finish();
      service.failNext('retrieve', ...Array(25).fill({ drop: 'before' }));
      for (let round = 0; round < 25; round++) await studio.step();
      expect(await findRow(id)).toMatchObject({ status: 'in_progress', failures: 25 });
      await studio.step();
      expect((await fetchRequest(id)).request).toMatchObject({
        status: 'ended',
        items: { succeeded: 2 },
      });
    });

    it.each([
      ['are no longer available', { drop: 'before' }, 27, 29],
      ['were removed', { status: 404 }, 0, 1],
    ] as const)('fails when its results %s', async (_, failure, daysBefore, daysAfter) => {
      const { id } = await createRequest(1);
      await studio.step();
      service.failNext('retrieve', failure, failure);
      const expiredFor = (days: number) =>
        queries()
          .update(aiRequests)
          .set({ expiresAt: minutesAgo(days * 24 * 60) });
      await expiredFor(daysBefore);
      await studio.step();
      expect((await fetchRequest(id)).request.status).toBe('in_progress');
      await expiredFor(daysAfter);
      await studio.step();
      expect((await fetchRequest(id)).request).toMatchObject({
        status: 'failed',
        items: { errored: 1 },
      });
    });

    it.runIf(isRunOfAllTests())(
      'continues after the connection drops within a result',
      async () => {
        const { id } = await createRequest();
        await studio.step();
        service.finish();
        const line = JSON.stringify(createArticleResult('x')).length;
        // The connection drops in the middle of a result, after some results have already arrived.
        service.failNext('results', { cutAt: Math.round(line * 2.9) }, { drop: 'after' });
        await studio.step();
        const partial = await fetchRequest(id);
        expect(partial.request.status).toBe('in_progress');
        expect(partial.request.items.succeeded).toBeGreaterThan(0);
        expect(partial.request.items.pending).toBeGreaterThan(0);
        expect(partial.request.note).toMatch(/cannot be reached/);
        await studio.step();
        await studio.step();
        expect((await fetchRequest(id)).request).toMatchObject({
          status: 'ended',
          items: { succeeded: 4 },
        });
        expect(await listDraftTitles()).toHaveLength(4);
      },
    );

    it('stores a result and its subject together, and only once', async () => {
      const { id } = await createRequest(2);
      await studio.step();
      service.finish();
      // A trigger rejects the second article, as if the process had crashed between receiving and storing its result.
      await queries().execute(sql`
      CREATE FUNCTION refuse_quib() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.title LIKE 'quib%' THEN RAISE 'the disk is full'; END IF; RETURN NEW; END $$`);
      await queries().execute(sql`
      CREATE TRIGGER refuse_quib BEFORE INSERT ON articles FOR EACH ROW EXECUTE FUNCTION refuse_quib()`);
      await expect(studio.step()).rejects.toThrow();
      await queries().execute(sql`DROP TRIGGER refuse_quib ON articles`);
      await queries().execute(sql`DROP FUNCTION refuse_quib`);
      expect((await fetchRequest(id)).request.items).toEqual({ succeeded: 1, pending: 1 });
      expect(await listIdeaStatuses()).toEqual(['generated', 'generating']);
      await studio.step();
      expect((await fetchRequest(id)).request.items).toEqual({ succeeded: 2 });
      expect(await listDraftTitles()).toHaveLength(2);
    });

    it('is stored only once when two workers collect its results at the same time', async () => {
      const { id } = await createRequest();
      await studio.step();
      service.finish();
      await Promise.all([
        studio.step(),
        advanceOpenRequestsOneStep(database, createAiWriterSetup(createWriter(), 50)),
      ]);
      expect((await fetchRequest(id)).request).toMatchObject({
        status: 'ended',
        items: { succeeded: 4 },
      });
      expect(await listDraftTitles()).toHaveLength(4);
    });

    it('is canceled halfway: its results are stored, and the rest can be requested again', async () => {
      const { id } = await createRequest(3);
      await studio.step();
      const canceled = await studio.call('POST', `/studio/requests/${id}/cancel`);
      expect(canceled.statusCode).toBe(204);
      expect((await fetchRequest(id)).request).toMatchObject({
        status: 'canceling',
        internalStatus: 'CANCELLED',
      });
      await studio.step();
      expect(service.batches[0]!.state).toBe('canceling');
      overrideResult('quib', { type: 'canceled' });
      service.finish();
      await studio.step();
      expect((await fetchRequest(id)).request).toMatchObject({
        status: 'ended',
        items: { succeeded: 2, canceled: 1 },
      });
      expect(await listIdeaStatuses()).toEqual(['generated', 'generated', 'pending']);
      expect(service.calls.filter((call) => call === 'cancel')).toHaveLength(1);
      const again = await studio.call('POST', `/studio/requests/${id}/cancel`);
      expect([again.statusCode, again.json().error]).toEqual([
        409,
        'This request is “Ended” and cannot become “Canceling” from there.',
      ]);
    });

    it('is canceled before it was sent, and never sent', async () => {
      const { id } = await createRequest(2);
      await studio.call('POST', `/studio/requests/${id}/cancel`);
      await studio.step();
      expect(service.calls).toEqual([]);
      expect((await fetchRequest(id)).request).toMatchObject({
        status: 'ended',
        items: { canceled: 2 },
      });
      expect(await listIdeaStatuses()).toEqual(['pending', 'pending']);
    });

    it('expires after a day with the results it has', async () => {
      overrideResult('zorv', { type: 'expired' });
      const { id } = await createRequest(2);
      await studio.step();
      service.finish();
      await studio.step();
      expect((await fetchRequest(id)).request).toMatchObject({
        status: 'expired',
        internalStatus: 'EXPIRED',
        items: { succeeded: 1, expired: 1 },
      });
      expect(await listIdeaStatuses()).toEqual(['generated', 'pending']);
    });

    it('expires by itself when its batch is long overdue', async () => {
      const { id } = await createRequest(1);
      await studio.step();
      service.batches[0]!.createdAt = minutesAgo(27 * 60);
      await studio.step();
      expect((await fetchRequest(id)).request).toMatchObject({
        status: 'expired',
        items: { expired: 1 },
      });
      expect(await listIdeaStatuses()).toEqual(['pending']);
    });

    it('fails with an explanation when the service rejects the API key', async () => {
      service.failNext('create', { status: 401 });
      const { id } = await createRequest(2);
      await studio.step();
      const { request } = await fetchRequest(id);
      expect(request).toMatchObject({
        status: 'failed',
        internalStatus: 'FAILED',
        items: { errored: 2 },
      });
      expect(request.note).toContain('does not accept ANTHROPIC_API_KEY');
      expect(await listIdeaStatuses()).toEqual(['pending', 'pending']);
    });

    it('fails when the service was overloaded for a day', async () => {
      service.failNext('create', { status: 529 });
      const { id } = await createRequest(1);
      await queries()
        .update(aiRequests)
        .set({ createdAt: minutesAgo(25 * 60) });
      await studio.step();
      expect((await fetchRequest(id)).request).toMatchObject({
        status: 'failed',
        items: { errored: 1 },
      });
    });

    it('is sent again later when there was no connection', async () => {
      const { id } = await createRequest(1);
      const baseURL = `http://127.0.0.1:${await findFreePort('127.0.0.1')}`;
      const unreachable = createAnthropicWriter({
        apiKey: 'x',
        model: 'claude-sonnet-5-5',
        baseURL,
      });
      await advanceOpenRequestsOneStep(database, createAiWriterSetup(unreachable, 50));
      expect(await findRow(id)).toMatchObject({ failures: 1, sentAt: null });
      expect((await findRow(id)).note).toContain('cannot be reached');
      await studio.step();
      expect(service.calls).toEqual(['create']);
    });

    it('reports that the service has no result for an item', async () => {
      const { id } = await createRequest(2);
      await studio.step();
      service.batches[0]!.requests.pop();
      service.finish();
      await studio.step();
      expect((await fetchRequest(id)).items.map(({ status, reason }) => [status, reason])).toEqual([
        ['succeeded', null],
        ['errored', 'The service had no answer to this one.'],
      ]);
    });

    describe('a review', () => {
      /**
       * Makes the AI write an article and then review it with the given concerns. Returns the article's ID and the AI
       * request for the review.
       */
      const requestReview = async (...concerns: object[]) => {
        const { id } = await createRequest(1);
        await studio.step();
        service.finish();
        await studio.step();
        const articleId = (await fetchRequest(id)).items[0]!.outcomes[0]!.id;
        service.createResult = () => ({ type: 'succeeded', text: JSON.stringify({ concerns }) });
        const body = { type: 'review_articles', articleIds: [articleId] };
        const response = await studio.call('POST', '/studio/requests', body);
        expect(response.statusCode, response.body).toBe(201);
        await studio.step();
        return { articleId, requestId: response.json().data.request.id as string };
      };
      const deliverResult = async (requestId: string) => {
        service.finish();
        await studio.step();
        return (await fetchRequest(requestId)).items[0]!;
      };
      const valid = { kind: 'style', passage: 'Second thing to keep.', concern: 'It repeats it.' };
      const misquoted = { kind: 'style', passage: 'Nobody wrote this.', concern: 'It is odd.' };

      it.runIf(isRunOfAllTests())(
        'stores its valid concerns, and reports one that quotes a missing passage',
        async () => {
          const { articleId, requestId } = await requestReview(misquoted, valid);
          expect(await deliverResult(requestId)).toMatchObject({
            status: 'succeeded',
            remarks: [
              '“It is odd.” was left out: it quotes a passage that does not stand in the article, “Nobody wrote this.”.',
            ],
          });
          const reviews = await studio.call('GET', `/studio/reviews?articleId=${articleId}`);
          expect(reviews.json().data.reviews).toMatchObject([{ concerns: { pending_action: 1 } }]);
        },
      );

      it('replaces passages with sanitized text, and keeps the AI’s quotation marks', async () => {
        const odd = { kind: 'framing', passage: 'an <em>odd</em> passage', concern: 'It is odd.' };
        const { articleId, requestId } = await requestReview(odd, valid);
        await deliverResult(requestId);
        const { reviews } = (
          await studio.call('GET', `/studio/reviews?articleId=${articleId}`)
        ).json().data;
        const review = async () =>
          (await studio.call('GET', `/studio/reviews/${reviews[0].id}`)).json().data;
        const concernIds = (await review()).concerns.map(({ id }: { id: string }) => id);
        const improved = 'what “it’s <em>called</em>” &amp; is<img src="x" onerror="alert(1)">';
        service.createResult = () => ({ type: 'succeeded', text: JSON.stringify({ improved }) });
        const body = { type: 'improve_articles', concernIds };
        const response = await studio.call('POST', '/studio/requests', body);
        await studio.step();
        expect((await deliverResult(response.json().data.request.id)).status).toBe('succeeded');
        const { concerns } = await review();
        expect(concerns.map((each: { improved: string }) => each.improved)).toEqual([
          'what “it’s <em>called</em>” &#x26; is',
          'what “it’s called” & is',
        ]);
        const { manuscript } = (await studio.call('GET', `/studio/articles/${articleId}`)).json()
          .data;
        expect(manuscript.content.keyPoints[1].takeaway).toBe('what “it’s called” & is');
      });

      it('is unusable when all of its passages are missing', async () => {
        const { requestId } = await requestReview(misquoted);
        expect(await deliverResult(requestId)).toMatchObject({
          status: 'invalid',
          reason: expect.stringContaining('“Nobody wrote this.”'),
        });
      });

      it.each([
        ['cancels the schedule of its article if it has concerns', [valid], null],
        ['keeps the schedule of its article if it has no concerns', [], expect.any(String)],
      ])('%s', async (_, concerns, publishAt) => {
        const { articleId, requestId } = await requestReview(...concerns);
        const articleUrl = `/studio/articles/${articleId}`;
        const accepted = await studio.call('POST', `${articleUrl}/moves`, {
          event: 'accept',
          version: 1,
        });
        expect(accepted.statusCode, accepted.body).toBe(200);
        const at = new Date(Date.now() + 3_600_000).toISOString();
        const schedule = () => studio.call('PUT', `${articleUrl}/schedule`, { at, version: 1 });
        expect((await schedule()).statusCode).toBe(200);
        expect((await deliverResult(requestId)).status).toBe('succeeded');
        const { manuscript } = (await studio.call('GET', articleUrl)).json().data;
        expect(manuscript.publishAt).toEqual(publishAt);
        // The article cannot be scheduled again while its review has open concerns.
        expect((await schedule()).statusCode).toBe(publishAt === null ? 409 : 200);
      });
    });

    it('stays within the monthly budget, which counts pending items at their maximum cost', async () => {
      const ideaIds = await addIdeas(2);
      const createBody = (index: number) => ({
        type: 'generate_articles',
        ideaIds: [ideaIds[index]],
      });
      const estimate = await studio.call('POST', '/studio/requests/estimate', createBody(0));
      expect(estimate.statusCode, estimate.body).toBe(200);
      const { estimatedCost, maxCost, isWithinBudget } = estimate.json().data;
      expect(isWithinBudget).toBe(true);
      expect(maxCost).toBeGreaterThan(estimatedCost);
      expect(await listIdeaStatuses()).toEqual(['pending', 'pending']);

      const { writing } = studio;
      const previousBudget = writing.monthlyBudget;
      writing.monthlyBudget = maxCost * 1.5;
      try {
        expect((await studio.call('POST', '/studio/requests', createBody(0))).statusCode).toBe(201);
        const refused = await studio.call('POST', '/studio/requests', createBody(1));
        expect(refused.statusCode).toBe(409);
        expect(refused.json().error).toMatch(
          /^This may take up to \$0\.\d\d, and this month has \$0\.\d\d of \$0\.\d\d left\./,
        );
        expect(await listIdeaStatuses()).toEqual(['generating', 'pending']);
        const { budget } = (await studio.call('GET', '/studio/writing')).json().data;
        expect(budget).toMatchObject({ limit: writing.monthlyBudget, spent: 0 });
        expect(budget.reserved).toBeCloseTo(maxCost, 8);
        // The result costs less than the amount reserved for it. Once it has arrived, the budget covers another
        // request.
        await studio.step();
        service.finish();
        await studio.step();
        expect((await studio.call('POST', '/studio/requests', createBody(1))).statusCode).toBe(201);
      } finally {
        writing.monthlyBudget = previousBudget;
      }
    });

    it('cannot spend the same budget as another request at the same time', async () => {
      const ideaIds = await addIdeas(2);
      const createBody = (index: number) => ({
        type: 'generate_articles',
        ideaIds: [ideaIds[index]],
      });
      const { maxCost } = (
        await studio.call('POST', '/studio/requests/estimate', createBody(0))
      ).json().data;
      const { writing } = studio;
      const previousBudget = writing.monthlyBudget;
      writing.monthlyBudget = maxCost * 1.5;
      try {
        const responses = await Promise.all(
          [0, 1].map((index) => studio.call('POST', '/studio/requests', createBody(index))),
        );
        expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
      } finally {
        writing.monthlyBudget = previousBudget;
      }
    });

    it.each([-1e9, 1e12, 0.5, Number.NaN])(
      'counts a result at its maximum cost when the service reports %d tokens',
      async (input) => {
        const [ideaId] = await addIdeas(1);
        const body = { type: 'generate_articles', ideaIds: [ideaId] };
        const { maxCost } = (await studio.call('POST', '/studio/requests/estimate', body)).json()
          .data;
        service.createResult = (request) =>
          ({ ...createArticleResponse(request), input }) as FakeBatchResult;
        const created = await studio.call('POST', '/studio/requests', body);
        await studio.step();
        service.finish();
        await studio.step();
        const { request, items } = await fetchRequest(created.json().data.request.id);
        expect(items.map(({ status }) => status)).toEqual(['succeeded']);
        expect(request.cost).toBeCloseTo(maxCost, 8);
        const { budget } = (await studio.call('GET', '/studio/writing')).json().data;
        expect(budget.spent).toBeCloseTo(maxCost, 8);
      },
    );

    it.runIf(isRunOfAllTests())('stores every other result when one cannot be stored', async () => {
      await queries().execute(sql`
      ALTER TABLE articles ADD CONSTRAINT no_quib CHECK (title NOT LIKE 'quib%') NOT VALID`);
      try {
        const first = await createRequest();
        await studio.step();
        service.finish();
        await expect(studio.step()).rejects.toThrow();
        const { items } = await fetchRequest(first.id);
        expect(items.map(({ status }) => status).toSorted()).toEqual([
          'pending',
          'succeeded',
          'succeeded',
          'succeeded',
        ]);
      } finally {
        await queries().execute(sql`ALTER TABLE articles DROP CONSTRAINT no_quib`);
      }
      await studio.step();
      expect(await listDraftTitles()).toHaveLength(4);
    });

    it('is created only once for an idempotency key, which is rejected for another request', async () => {
      const ideaIds = await addIdeas(2);
      const idempotencyKey = '0b5c7c3e-3f0f-4c57-9a55-0d2a2f0d7a11';
      const send = (ids: unknown[]) =>
        studio.call('POST', '/studio/requests', {
          type: 'generate_articles',
          ideaIds: ids,
          idempotencyKey,
        });
      const responses = await Promise.all([send([ideaIds[0]]), send([ideaIds[0]])]);
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
      const [first, second] = responses.map((response) => response.json().data.request.id);
      expect(second).toBe(first);
      expect((await send([ideaIds[1]])).statusCode).toBe(409);
      expect(await listIdeaStatuses()).toEqual(['generating', 'pending']);
    });

    it('is not changed by a worker that has lost its claim', async () => {
      const { id } = await createRequest(1);
      const staleRequest = await findRow(id);
      const claim = '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c99';
      await queries().update(aiRequests).set({ claim }).where(eq(aiRequests.id, id));
      const { writing } = studio;
      const { signal } = new AbortController();
      await submitOrPollAiRequest(
        { queries: queries(), writing, writer: writing.writer!, signal },
        staleRequest,
      );
      expect(service.batches).toEqual([]);
      expect(await findRow(id)).toMatchObject({ claim, sentAt: null, batchId: null });
      await studio.step();
      expect(service.batches).toHaveLength(1);
    });

    it('counts the maximum cost when a submitted request fails', async () => {
      const { id } = await createRequest(1);
      await studio.step();
      service.failNext('retrieve', { status: 404 });
      await queries()
        .update(aiRequests)
        .set({ expiresAt: minutesAgo(3 * 60) })
        .where(eq(aiRequests.id, id));
      await studio.step();
      const { request } = await fetchRequest(id);
      expect(request).toMatchObject({ status: 'failed', items: { errored: 1 } });
      expect(request.cost).toBeGreaterThan(0);
    });

    it('requests the article of an idea only once', async () => {
      const [ideaId] = await addIdeas(1);
      const body = { type: 'generate_articles', ideaIds: [ideaId] };
      const responses = await Promise.all([
        studio.call('POST', '/studio/requests', body),
        studio.call('POST', '/studio/requests', body),
      ]);
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
      expect(responses.find(({ statusCode }) => statusCode === 409)!.json().error).toBe(
        'This idea is “Being written” and cannot become “Being written” from there.',
      );
    });

    it('names the missing setting when there is no AI service', async () => {
      const [ideaId] = await addIdeas(1);
      const { writing } = studio;
      const { writer: previousWriter } = writing;
      Object.assign(writing, {
        writer: undefined,
        unavailableReason: 'No AI service is configured. Set ANTHROPIC_API_KEY.',
      });
      try {
        const body = { type: 'generate_articles', ideaIds: [ideaId] };
        const response = await studio.call('POST', '/studio/requests', body);
        expect([response.statusCode, response.json().error]).toEqual([
          503,
          'No AI service is configured. Set ANTHROPIC_API_KEY.',
        ]);
        expect((await studio.call('GET', '/studio/writing')).json().data).toMatchObject({
          isAvailable: false,
          model: null,
        });
        expect((await studio.call('GET', '/studio/ideas')).json().data.ideas).toHaveLength(1);
      } finally {
        Object.assign(writing, { writer: previousWriter, unavailableReason: undefined });
      }
    });

    it('is listed in pages, by type and status', async () => {
      const ideaIds = await addIdeas(3);
      for (const ideaId of ideaIds)
        await studio.call('POST', '/studio/requests', {
          type: 'generate_articles',
          ideaIds: [ideaId],
        });
      const firstPage = (
        await studio.call('GET', '/studio/requests?limit=2&type=generate_articles')
      ).json().data;
      expect(firstPage.requests).toHaveLength(2);
      const token = encodeURIComponent(firstPage.nextToken);
      const secondPage = await studio.call(
        'GET',
        `/studio/requests?limit=2&type=generate_articles&nextToken=${token}`,
      );
      expect(secondPage.json().data).toMatchObject({ requests: [{}], nextToken: null });
      expect(
        (await studio.call('GET', '/studio/requests?status=failed')).json().data.requests,
      ).toEqual([]);
      const items = await queries().select().from(aiRequestItems);
      expect(items).toHaveLength(3);
    });
  },
);
