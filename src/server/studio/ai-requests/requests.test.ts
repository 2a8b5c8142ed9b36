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
import { createArticleResult, createIdea, createIdeaProposal } from '../testing/ai-results.ts';
import { FakeAiService, type FakeBatchResult } from '../testing/fake-ai-service.ts';
import {
  advanceOpenRequestsOneStep,
  clearStudio,
  openTestStudio,
  type TestStudio,
} from '../testing/studio.ts';
import { createAnthropicWriter } from '../writer/anthropic-writer.ts';
import { combineWriterWithBudget } from '../writer/choose-ai-writer-setup.ts';
import { submitOrPollRequest } from './submit-or-poll-request.ts';

const SEEDS = ['zorv', 'quib', 'malt', 'frenk'];

describe.each(await selectTestDatabaseEngines())('a request to the AI service, on $name', (on) => {
  const service = new FakeAiService();
  let database: Database;
  let studio: TestStudio;
  let authorId: string;

  beforeAll(async () => {
    await service.open();
    database = await on.openFilled();
    studio = await openTestStudio(database, writer());
    const [author] = await database.queries.select().from(authors).limit(1);
    authorId = author!.id;
  });
  afterAll(async () => {
    await studio.close();
    await service.close();
  });
  beforeEach(async () => {
    service.reset();
    service.answer = good;
    await clearStudio(database);
  });

  const writer = () =>
    createAnthropicWriter({
      apiKey: 'sk-ant-test',
      model: 'claude-sonnet-5-5',
      baseURL: service.url,
    });
  const queries = () => database.queries;

  /** Creates a successful result with an article about the requested idea. */
  const good = (request: DemoRequest): FakeBatchResult => ({
    type: 'succeeded',
    text: JSON.stringify(createArticleResult(titleIn(request))),
  });
  const titleIn = ({ params }: DemoRequest) =>
    /^title: (.+)$/m.exec(params.messages[0].content)![1]!;
  /** Makes the AI service return `result` for the idea with this seed, and an article for every other idea. */
  const but = (seed: string, result: FakeBatchResult) => {
    service.answer = (request) => (titleIn(request).startsWith(seed) ? result : good(request));
  };

  const addIdeas = async (count = SEEDS.length) => {
    const ids: string[] = [];
    for (const seed of SEEDS.slice(0, count)) {
      const answer = await studio.call('POST', '/studio/ideas', {
        authorId,
        idea: createIdea(seed),
      });
      expect(answer.statusCode, answer.body).toBe(201);
      ids.push(answer.json().data.idea.id);
    }
    return ids;
  };
  const ask = async (count?: number): Promise<AiRequest> => {
    const ideaIds = await addIdeas(count);
    const answer = await studio.call('POST', '/studio/requests', {
      type: 'generate_articles',
      ideaIds,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().data.request;
  };
  const look = async (id: string) => {
    const answer = await studio.call('GET', `/studio/requests/${id}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data as { request: AiRequest; items: AiRequestItem[] };
  };
  const written = async () => {
    const rows = await queries()
      .select({ title: articles.title })
      .from(articles)
      .where(eq(articles.status, 'draft'));
    return rows.map(({ title }) => title.slice(0, 4).replace(/t$/, '')).toSorted();
  };
  const ideaStates = async () => {
    const rows = await queries().select({ status: articleIdeas.status }).from(articleIdeas);
    return rows.map(({ status }) => status).toSorted();
  };
  /** Requests ideas from an AI service that returns exactly the given ideas. Returns the request's only item. */
  const proposing = async (ideas: ProposedIdea[]) => {
    service.answer = () => ({ type: 'succeeded', text: JSON.stringify({ ideas }) });
    const asked = await studio.call('POST', '/studio/requests', {
      type: 'generate_article_ideas',
      authors: [{ authorId, count: ideas.length }],
    });
    expect(asked.statusCode, asked.body).toBe(201);
    await studio.step();
    service.finish();
    await studio.step();
    return (await look(asked.json().data.request.id)).items[0]!;
  };
  const rowOf = async (id: string) => {
    const [row] = await queries().select().from(aiRequests).where(eq(aiRequests.id, id));
    return row!;
  };
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  it('is stored, submitted, polled, and its results are stored one by one with their cost', async () => {
    const { id, ...asked } = await ask();
    expect(asked).toMatchObject({
      status: 'in_progress',
      internalStatus: 'PROCESSING',
      isTaken: false,
      model: 'claude-sonnet-5-5',
      prompt: 'generate_articles/v2+rules/v2',
      askedBy: 'grace',
      items: { pending: 4 },
    });
    expect(asked.estimatedCost).toBeGreaterThan(0);
    await studio.step();
    expect((await look(id)).request).toMatchObject({ status: 'in_progress', isTaken: true });
    await studio.step();
    expect((await look(id)).request.status).toBe('in_progress');
    service.finish();
    await studio.step();
    const { request, items } = await look(id);
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
    expect(await ideaStates()).toEqual(Array(4).fill('generated'));
    expect(await written()).toHaveLength(4);
    expect(service.batches).toHaveLength(1);
  });

  it('contains the rules, the persona, the voice and the schema of its results', async () => {
    await ask(1);
    await studio.step();
    const [{ params }] = service.batches[0]!.requests as [DemoRequest];
    expect(params.system).toContain('Claims come before prose');
    expect(params.messages[0].content).toContain('<persona>\nalias: ');
    expect(params.messages[0].content).toContain('promise:');
    const { schema } = params.output_config.format;
    expect(Object.keys(schema.properties as object)).toEqual(['claims', 'article']);
    // The schema must not contain length limits, because the AI service rejects them.
    expect(JSON.stringify(schema)).not.toMatch(/"(?:min|max)Length"/);
  });

  it('contains the points of an idea that has points', async () => {
    await addIdeas(2);
    const [old] = await queries().select().from(articleIdeas).orderBy(articleIdeas.id);
    const { points: _, ...before } = createIdea('zorv');
    await queries().update(articleIdeas).set({ idea: before }).where(eq(articleIdeas.id, old!.id));
    const listed: Idea[] = (await studio.call('GET', '/studio/ideas')).json().data.ideas;
    expect(listed.map(({ points }) => points)).toEqual([createIdea('quib').points, null]);
    const ideaIds = listed.map(({ id }) => id);
    await studio.call('POST', '/studio/requests', { type: 'generate_articles', ideaIds });
    await studio.step();
    const prompts = service.batches[0]!.requests.map(({ params }) => params.messages[0].content);
    const of = (seed: string) => prompts.find((prompt) => prompt.includes(`title: ${seed}`))!;
    expect(of('quib')).toMatch(
      /\npoints:\n {2}- quibone\S.*\n {2}- so: quibtwo.*\n {2}- but: quibthr/,
    );
    expect(of('zorv')).not.toContain('points:');
  });

  it('stores an idea whose points form an argument, and rejects one whose points are separate stories', async () => {
    const stories = createIdeaProposal('malt', {
      points: ['One.', { and: 'Two.' }, { but: 'Three.' }],
    });
    const reason =
      'Its points are separate stories: the second is joined to the one before it by no more than “and”.';
    expect(await proposing([stories])).toMatchObject({
      status: 'invalid',
      reason: `“${stories.title}” was left out. ${reason}`,
    });
    const { system } = (service.batches[0]!.requests[0] as DemoRequest).params;
    expect(system).toContain('An idea with an `and` in it is refused');

    const argument = createIdeaProposal('zorv');
    expect(await proposing([stories, argument])).toMatchObject({
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
    await proposing([createIdeaProposal('quib', { nearest })]);
    const listed = async (): Promise<Idea[]> =>
      (await studio.call('GET', '/studio/ideas')).json().data.ideas;
    const said = { ...nearest, title: 'Who says when a ship is too full?' };
    const [idea] = await listed();
    expect(idea!.nearest).toEqual(said);

    const change = async (changes: Partial<IdeaFields>) => {
      const [{ version: base }] = (await listed()) as [Idea];
      const body = { base, idea: createIdea('quib', changes) };
      const answer = await studio.call('PUT', `/studio/ideas/${idea!.id}`, body);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().data.idea.nearest;
    };
    expect(await change({ title: 'A gauge', level: 'advanced' })).toEqual(said);
    expect(await change({ thesis: 'A gauge is a rule that nobody wrote.' })).toBeNull();

    await addIdeas(1);
    expect((await listed()).map((each) => each.nearest)).toEqual([null, null]);
  });

  it.each([
    [
      'calls itself the same as one there is',
      {
        key: 'ballast/where-to-paint-the-line',
        whatIsNew: 'Nothing.',
        nearness: 'same' as const,
      },
      'It calls itself the same as “Who says when a ship is too full?” (ballast/where-to-paint-the-line): who has read that learns nothing new by it.',
    ],
    [
      'names what it was not told of',
      { key: 'ballast/nowhere', whatIsNew: 'All of it.', nearness: 'apart' as const },
      'It names “ballast/nowhere” as the nearest to it in meaning, and was told of nothing by that name.',
    ],
    ['names nothing', null, 'It does not say what is nearest to it in meaning.'],
  ])('leaves out an idea that %s', async (_, nearest, reason) => {
    const [refused, sound] = [createIdeaProposal('malt', { nearest }), createIdeaProposal('zorv')];
    const remark = `“${refused.title}” was left out. ${reason}`;
    expect(await proposing([refused])).toMatchObject({ status: 'invalid', reason: remark });
    expect(await proposing([refused, sound])).toMatchObject({
      status: 'succeeded',
      outcomes: [{ kind: 'idea', name: sound.title }],
      remarks: [remark],
    });
  });

  it('contains every existing idea, and accepts only these as nearest ideas', async () => {
    const byHand = { author: 'Plumbline', title: 'A gauge of no register' };
    expect((await studio.call('POST', '/studio/articles', byHand)).statusCode).toBe(201);
    const [ideaId] = await addIdeas(1);
    const key = `idea/${ideaId!.slice(-12)}`;
    const whatIsNew = 'Another gauge altogether.';
    const proposal = createIdeaProposal('quib', { nearest: { key, whatIsNew, nearness: 'near' } });
    // The idea that the result names as nearest is deleted before the result arrives.
    service.answer = () => ({ type: 'succeeded', text: JSON.stringify({ ideas: [proposal] }) });
    await studio.call('POST', '/studio/requests', {
      type: 'generate_article_ideas',
      authors: [{ authorId, count: 1 }],
    });
    await studio.step();
    expect((await studio.call('DELETE', `/studio/ideas/${ideaId}`)).statusCode).toBe(204);
    service.finish();
    await studio.step();
    const [kept] = (await studio.call('GET', '/studio/ideas')).json().data.ideas;
    const { title } = createIdea('zorv');
    expect(kept.nearest).toEqual({ key, title, whatIsNew, nearness: 'near' });

    const [{ params }] = service.batches[0]!.requests as [DemoRequest];
    const [, list] = /<taken>\n(.*)\n<\/taken>/s.exec(params.messages[0].content)!;
    const told = list!.split('\n').map((line): string[] => JSON.parse(line));
    expect(told).toContainEqual([key, title, createIdea('zorv').thesis, createIdea('zorv').object]);
    const register = await readIdeas(SHIPPED_LIBRARY_FOLDER);
    for (const { article, thesis, object, ...each } of register)
      expect(told).toContainEqual([article, each.title, thesis, object]);
    expect(told.map((each) => each[1])).toContain(byHand.title);
    expect(new Set(told.map(([each]) => each)).size).toBe(told.length);
  });

  it('stores valid results, shows the reasons for invalid ones, and requests only invalid ones again', async () => {
    service.answer = (request) => {
      const title = titleIn(request);
      if (title.startsWith('zorv')) return { type: 'errored', message: 'It was too hot.' };
      if (title.startsWith('quib')) return { type: 'succeeded', text: '{"claims": 3}' };
      if (title.startsWith('malt'))
        return { type: 'succeeded', text: '{"cla', stopReason: 'max_tokens' };
      return good(request);
    };
    const { id } = await ask();
    await studio.step();
    service.finish();
    await studio.step();
    const { request, items } = await look(id);
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
    expect(await ideaStates()).toEqual(['generated', 'pending', 'pending', 'pending']);

    service.answer = good;
    const answer = await studio.call('POST', `/studio/requests/${id}/retry`, {});
    expect(answer.statusCode, answer.body).toBe(201);
    const again: AiRequest = answer.json().data.request;
    expect(again).toMatchObject({ retryOf: id, items: { pending: 3 } });
    expect((await look(id)).request.items).toEqual({ retried: 3, succeeded: 1 });
    await studio.step();
    service.finish();
    await studio.step();
    expect((await look(again.id)).request.items).toEqual({ succeeded: 3 });
    expect(await written()).toHaveLength(4);
    const more = await studio.call('POST', `/studio/requests/${id}/retry`, {});
    expect(more.statusCode).toBe(409);
  });

  it.each([
    ['NUL', '\\u0000'],
    ['half of a character', '\\ud83d'],
  ])('stores a result that contains %s, and the results after it', async (_, poison) => {
    service.answer = (request) => {
      const title = titleIn(request);
      if (title.startsWith('quib')) return { type: 'errored', message: 'It was \0too hot.\ud83d' };
      const answer = JSON.stringify(createArticleResult(title));
      const isPoisoned = title.startsWith('zorv');
      return {
        type: 'succeeded',
        text: isPoisoned ? answer.replaceAll('gauge', `ga${poison}uge`) : answer,
      };
    };
    const { id } = await ask();
    await studio.step();
    service.finish();
    await studio.step();
    const { request, items } = await look(id);
    expect(request).toMatchObject({ status: 'ended', items: { succeeded: 3, errored: 1 } });
    expect(items[1]!.reason).toMatch(/^It was .too hot/);
    expect(await written()).toHaveLength(3);
  });

  it('requests a single item again when an editor chose it', async () => {
    service.answer = () => ({ type: 'errored', message: 'It was too hot.' });
    const { id } = await ask(2);
    await studio.step();
    service.finish();
    await studio.step();
    const { items } = await look(id);
    const itemIds = [items[1]!.id];
    expect(
      (await studio.call('POST', `/studio/requests/${id}/retry`, { itemIds })).statusCode,
    ).toBe(201);
    expect((await look(id)).items.map(({ status }) => status)).toEqual(['errored', 'retried']);
    const twice = await studio.call('POST', `/studio/requests/${id}/retry`, { itemIds });
    expect([twice.statusCode, twice.json().error]).toEqual([
      409,
      'This answer is “Asked again” and cannot become “Asked again” from there.',
    ]);
  });

  it.each([
    [429, { 'retry-after': '120' }, 120],
    [529, {}, 5],
  ])('is sent again later when the service responds with %s', async (status, headers, pause) => {
    service.trouble('create', { status, headers });
    const { id } = await ask(1);
    await studio.step();
    const row = await rowOf(id);
    expect(row).toMatchObject({ failures: 1, sentAt: null, batchId: null });
    expect(row.note).toContain('too much to do');
    expect((row.pollAt.getTime() - Date.now()) / 1000).toBeGreaterThan(pause - 3);
    await studio.step();
    expect((await look(id)).request).toMatchObject({ isTaken: true, note: null });
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
      const { id } = await ask(2);
      await studio.step();
      service.finish();
      service.trouble(call, { status });
      await studio.step();
      const { request } = await look(id);
      expect(request).toMatchObject({ status: 'in_progress', items: { pending: 2 } });
      expect(request.note).toContain(`the stand-in says ${status}`);
      await studio.step();
      expect((await look(id)).request).toMatchObject({
        status: 'ended',
        items: { succeeded: 2 },
        note: null,
      });
      expect(service.batches).toHaveLength(1);
    },
  );

  it('is canceled once the service allows it, and stores its results if it never does', async () => {
    const { id } = await ask(2);
    await studio.step();
    service.trouble('cancel', { status: 403 });
    await studio.call('POST', `/studio/requests/${id}/cancel`);
    await studio.step();
    expect(await rowOf(id)).toMatchObject({ status: 'canceling', cancelSent: false });
    await studio.step();
    expect(service.batches[0]!.state).toBe('canceling');
    await queries().update(aiRequests).set({ cancelSent: false });
    service.trouble('cancel', { status: 403 });
    service.finish();
    await studio.step();
    expect((await look(id)).request).toMatchObject({ status: 'ended', items: { succeeded: 2 } });
  });

  it('survives an outage of hours, since the service keeps results for weeks', async () => {
    const { id } = await ask(2);
    await studio.step();
    service.finish();
    service.trouble('retrieve', ...Array(25).fill({ drop: 'before' }));
    for (let round = 0; round < 25; round++) await studio.step();
    expect(await rowOf(id)).toMatchObject({ status: 'in_progress', failures: 25 });
    await studio.step();
    expect((await look(id)).request).toMatchObject({ status: 'ended', items: { succeeded: 2 } });
  });

  it.each([
    ['are no longer available', { drop: 'before' }, 27, 29],
    ['were removed', { status: 404 }, 0, 1],
  ] as const)('fails when its results %s', async (_, trouble, daysBefore, daysAfter) => {
    const { id } = await ask(1);
    await studio.step();
    service.trouble('retrieve', trouble, trouble);
    const expiredFor = (days: number) =>
      queries()
        .update(aiRequests)
        .set({ expiresAt: ago(days * 24 * 60) });
    await expiredFor(daysBefore);
    await studio.step();
    expect((await look(id)).request.status).toBe('in_progress');
    await expiredFor(daysAfter);
    await studio.step();
    expect((await look(id)).request).toMatchObject({ status: 'failed', items: { errored: 1 } });
  });

  it.runIf(isRunOfAllTests())('continues after the connection drops within a result', async () => {
    const { id } = await ask();
    await studio.step();
    service.finish();
    const line = JSON.stringify(createArticleResult('x')).length;
    // The connection drops before the end of the third line.
    service.trouble('results', { cutAt: Math.round(line * 2.9) }, { drop: 'after' });
    await studio.step();
    const half = await look(id);
    expect(half.request.status).toBe('in_progress');
    expect(half.request.items.succeeded).toBeGreaterThan(0);
    expect(half.request.items.pending).toBeGreaterThan(0);
    expect(half.request.note).toMatch(/cannot be reached/);
    await studio.step();
    await studio.step();
    expect((await look(id)).request).toMatchObject({ status: 'ended', items: { succeeded: 4 } });
    expect(await written()).toHaveLength(4);
  });

  it('stores a result and its subject together, and only once', async () => {
    const { id } = await ask(2);
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
    expect((await look(id)).request.items).toEqual({ succeeded: 1, pending: 1 });
    expect(await ideaStates()).toEqual(['generated', 'generating']);
    await studio.step();
    expect((await look(id)).request.items).toEqual({ succeeded: 2 });
    expect(await written()).toHaveLength(2);
  });

  it('is stored only once when two workers collect its results at the same time', async () => {
    const { id } = await ask();
    await studio.step();
    service.finish();
    await Promise.all([
      studio.step(),
      advanceOpenRequestsOneStep(database, combineWriterWithBudget(writer(), 50)),
    ]);
    expect((await look(id)).request).toMatchObject({ status: 'ended', items: { succeeded: 4 } });
    expect(await written()).toHaveLength(4);
  });

  it('is canceled halfway: its results are stored, and the rest can be requested again', async () => {
    const { id } = await ask(3);
    await studio.step();
    const canceled = await studio.call('POST', `/studio/requests/${id}/cancel`);
    expect(canceled.statusCode).toBe(204);
    expect((await look(id)).request).toMatchObject({
      status: 'canceling',
      internalStatus: 'CANCELLED',
    });
    await studio.step();
    expect(service.batches[0]!.state).toBe('canceling');
    but('quib', { type: 'canceled' });
    service.finish();
    await studio.step();
    expect((await look(id)).request).toMatchObject({
      status: 'ended',
      items: { succeeded: 2, canceled: 1 },
    });
    expect(await ideaStates()).toEqual(['generated', 'generated', 'pending']);
    expect(service.calls.filter((call) => call === 'cancel')).toHaveLength(1);
    const again = await studio.call('POST', `/studio/requests/${id}/cancel`);
    expect([again.statusCode, again.json().error]).toEqual([
      409,
      'This request is “Ended” and cannot become “Canceling” from there.',
    ]);
  });

  it('is canceled before it was sent, and never sent', async () => {
    const { id } = await ask(2);
    await studio.call('POST', `/studio/requests/${id}/cancel`);
    await studio.step();
    expect(service.calls).toEqual([]);
    expect((await look(id)).request).toMatchObject({ status: 'ended', items: { canceled: 2 } });
    expect(await ideaStates()).toEqual(['pending', 'pending']);
  });

  it('expires after a day with the results it has', async () => {
    but('zorv', { type: 'expired' });
    const { id } = await ask(2);
    await studio.step();
    service.finish();
    await studio.step();
    expect((await look(id)).request).toMatchObject({
      status: 'expired',
      internalStatus: 'EXPIRED',
      items: { succeeded: 1, expired: 1 },
    });
    expect(await ideaStates()).toEqual(['generated', 'pending']);
  });

  it('expires by itself when its batch is long overdue', async () => {
    const { id } = await ask(1);
    await studio.step();
    service.batches[0]!.createdAt = ago(27 * 60);
    await studio.step();
    expect((await look(id)).request).toMatchObject({ status: 'expired', items: { expired: 1 } });
    expect(await ideaStates()).toEqual(['pending']);
  });

  it('fails with an explanation when the service rejects the API key', async () => {
    service.trouble('create', { status: 401 });
    const { id } = await ask(2);
    await studio.step();
    const { request } = await look(id);
    expect(request).toMatchObject({
      status: 'failed',
      internalStatus: 'FAILED',
      items: { errored: 2 },
    });
    expect(request.note).toContain('does not accept ANTHROPIC_API_KEY');
    expect(await ideaStates()).toEqual(['pending', 'pending']);
  });

  it('fails when the service was overloaded for a day', async () => {
    service.trouble('create', { status: 529 });
    const { id } = await ask(1);
    await queries()
      .update(aiRequests)
      .set({ createdAt: ago(25 * 60) });
    await studio.step();
    expect((await look(id)).request).toMatchObject({ status: 'failed', items: { errored: 1 } });
  });

  it('is sent again later when there was no connection', async () => {
    const { id } = await ask(1);
    const baseURL = `http://127.0.0.1:${await findFreePort('127.0.0.1')}`;
    const unreachable = createAnthropicWriter({ apiKey: 'x', model: 'claude-sonnet-5-5', baseURL });
    await advanceOpenRequestsOneStep(database, combineWriterWithBudget(unreachable, 50));
    expect(await rowOf(id)).toMatchObject({ failures: 1, sentAt: null });
    expect((await rowOf(id)).note).toContain('cannot be reached');
    await studio.step();
    expect(service.calls).toEqual(['create']);
  });

  it('reports that the service has no result for an item', async () => {
    const { id } = await ask(2);
    await studio.step();
    service.batches[0]!.requests.pop();
    service.finish();
    await studio.step();
    expect((await look(id)).items.map(({ status, reason }) => [status, reason])).toEqual([
      ['succeeded', null],
      ['errored', 'The service had no answer to this one.'],
    ]);
  });

  describe('a review', () => {
    /**
     * Lets the AI write an article, and review it with the given concerns. Returns the article's ID and the review's
     * request.
     */
    const askForReview = async (...concerns: object[]) => {
      const { id } = await ask(1);
      await studio.step();
      service.finish();
      await studio.step();
      const articleId = (await look(id)).items[0]!.outcomes[0]!.id;
      service.answer = () => ({ type: 'succeeded', text: JSON.stringify({ concerns }) });
      const asked = { type: 'review_articles', articleIds: [articleId] };
      const answer = await studio.call('POST', '/studio/requests', asked);
      expect(answer.statusCode, answer.body).toBe(201);
      await studio.step();
      return { articleId, requestId: answer.json().data.request.id as string };
    };
    const deliver = async (requestId: string) => {
      service.finish();
      await studio.step();
      return (await look(requestId)).items[0]!;
    };
    const sound = { kind: 'style', passage: 'Second thing to keep.', concern: 'It repeats it.' };
    const misquoted = { kind: 'style', passage: 'Nobody wrote this.', concern: 'It is odd.' };

    it.runIf(isRunOfAllTests())(
      'stores its valid concerns, and reports one that quotes a missing passage',
      async () => {
        const { articleId, requestId } = await askForReview(misquoted, sound);
        expect(await deliver(requestId)).toMatchObject({
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
      const { articleId, requestId } = await askForReview(odd, sound);
      await deliver(requestId);
      const { reviews } = (
        await studio.call('GET', `/studio/reviews?articleId=${articleId}`)
      ).json().data;
      const review = async () =>
        (await studio.call('GET', `/studio/reviews/${reviews[0].id}`)).json().data;
      const concernIds = (await review()).concerns.map(({ id }: { id: string }) => id);
      const improved = 'what “it’s <em>called</em>” &amp; is<img src="x" onerror="alert(1)">';
      service.answer = () => ({ type: 'succeeded', text: JSON.stringify({ improved }) });
      const asked = { type: 'improve_articles', concernIds };
      const answer = await studio.call('POST', '/studio/requests', asked);
      await studio.step();
      expect((await deliver(answer.json().data.request.id)).status).toBe('succeeded');
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
      const { requestId } = await askForReview(misquoted);
      expect(await deliver(requestId)).toMatchObject({
        status: 'invalid',
        reason: expect.stringContaining('“Nobody wrote this.”'),
      });
    });

    it.each([
      ['cancels the schedule of its article if it has concerns', [sound], null],
      ['keeps the schedule of its article if it has no concerns', [], expect.any(String)],
    ])('%s', async (_, concerns, publishAt) => {
      const { articleId, requestId } = await askForReview(...concerns);
      const about = `/studio/articles/${articleId}`;
      const accepted = await studio.call('POST', `${about}/moves`, { event: 'accept', version: 1 });
      expect(accepted.statusCode, accepted.body).toBe(200);
      const at = new Date(Date.now() + 3_600_000).toISOString();
      const schedule = () => studio.call('PUT', `${about}/schedule`, { at, version: 1 });
      expect((await schedule()).statusCode).toBe(200);
      expect((await deliver(requestId)).status).toBe('succeeded');
      const { manuscript } = (await studio.call('GET', about)).json().data;
      expect(manuscript.publishAt).toEqual(publishAt);
      // The article cannot be scheduled again while its review has open concerns.
      expect((await schedule()).statusCode).toBe(publishAt === null ? 409 : 200);
    });
  });

  it('stays within the monthly budget, which counts pending items at their maximum cost', async () => {
    const ideaIds = await addIdeas(2);
    const body = (at: number) => ({ type: 'generate_articles', ideaIds: [ideaIds[at]] });
    const estimate = await studio.call('POST', '/studio/requests/estimate', body(0));
    expect(estimate.statusCode, estimate.body).toBe(200);
    const { estimatedCost, maxCost, isWithinBudget } = estimate.json().data;
    expect(isWithinBudget).toBe(true);
    expect(maxCost).toBeGreaterThan(estimatedCost);
    expect(await ideaStates()).toEqual(['pending', 'pending']);

    const { writing } = studio;
    const before = writing.monthlyBudget;
    writing.monthlyBudget = maxCost * 1.5;
    try {
      expect((await studio.call('POST', '/studio/requests', body(0))).statusCode).toBe(201);
      const refused = await studio.call('POST', '/studio/requests', body(1));
      expect(refused.statusCode).toBe(409);
      expect(refused.json().error).toMatch(
        /^This may take up to \$0\.\d\d, and this month has \$0\.\d\d of \$0\.\d\d left\./,
      );
      expect(await ideaStates()).toEqual(['generating', 'pending']);
      const { budget } = (await studio.call('GET', '/studio/writing')).json().data;
      expect(budget).toMatchObject({ limit: writing.monthlyBudget, spent: 0 });
      expect(budget.reserved).toBeCloseTo(maxCost, 8);
      // The actual cost is lower than the reserved cost, so the budget covers another request.
      await studio.step();
      service.finish();
      await studio.step();
      expect((await studio.call('POST', '/studio/requests', body(1))).statusCode).toBe(201);
    } finally {
      writing.monthlyBudget = before;
    }
  });

  it('cannot spend the same budget as another request at the same time', async () => {
    const ideaIds = await addIdeas(2);
    const body = (at: number) => ({ type: 'generate_articles', ideaIds: [ideaIds[at]] });
    const { maxCost } = (await studio.call('POST', '/studio/requests/estimate', body(0))).json()
      .data;
    const { writing } = studio;
    const before = writing.monthlyBudget;
    writing.monthlyBudget = maxCost * 1.5;
    try {
      const both = await Promise.all(
        [0, 1].map((at) => studio.call('POST', '/studio/requests', body(at))),
      );
      expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    } finally {
      writing.monthlyBudget = before;
    }
  });

  it.each([-1e9, 1e12, 0.5, Number.NaN])(
    'counts a result at its maximum cost when the service reports %d tokens',
    async (input) => {
      const [ideaId] = await addIdeas(1);
      const body = { type: 'generate_articles', ideaIds: [ideaId] };
      const { maxCost } = (await studio.call('POST', '/studio/requests/estimate', body)).json()
        .data;
      service.answer = (request) => ({ ...good(request), input }) as FakeBatchResult;
      const made = await studio.call('POST', '/studio/requests', body);
      await studio.step();
      service.finish();
      await studio.step();
      const { request, items } = await look(made.json().data.request.id);
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
      const first = await ask();
      await studio.step();
      service.finish();
      await expect(studio.step()).rejects.toThrow();
      const { items } = await look(first.id);
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
    expect(await written()).toHaveLength(4);
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
    const both = await Promise.all([send([ideaIds[0]]), send([ideaIds[0]])]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    const [first, second] = both.map((answer) => answer.json().data.request.id);
    expect(second).toBe(first);
    expect((await send([ideaIds[1]])).statusCode).toBe(409);
    expect(await ideaStates()).toEqual(['generating', 'pending']);
  });

  it('is not changed by a worker that has lost its claim', async () => {
    const { id } = await ask(1);
    const late = await rowOf(id);
    const claim = '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c99';
    await queries().update(aiRequests).set({ claim }).where(eq(aiRequests.id, id));
    const { writing } = studio;
    const { signal } = new AbortController();
    await submitOrPollRequest(
      { queries: queries(), writing, writer: writing.writer!, signal },
      late,
    );
    expect(service.batches).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ claim, sentAt: null, batchId: null });
    await studio.step();
    expect(service.batches).toHaveLength(1);
  });

  it('counts the maximum cost when a submitted request fails', async () => {
    const { id } = await ask(1);
    await studio.step();
    service.trouble('retrieve', { status: 404 });
    await queries()
      .update(aiRequests)
      .set({ expiresAt: ago(3 * 60) })
      .where(eq(aiRequests.id, id));
    await studio.step();
    const { request } = await look(id);
    expect(request).toMatchObject({ status: 'failed', items: { errored: 1 } });
    expect(request.cost).toBeGreaterThan(0);
  });

  it('requests the article of an idea only once', async () => {
    const [ideaId] = await addIdeas(1);
    const body = { type: 'generate_articles', ideaIds: [ideaId] };
    const both = await Promise.all([
      studio.call('POST', '/studio/requests', body),
      studio.call('POST', '/studio/requests', body),
    ]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(both.find(({ statusCode }) => statusCode === 409)!.json().error).toBe(
      'This idea is “Being written” and cannot become “Being written” from there.',
    );
  });

  it('names the missing setting when there is no AI service', async () => {
    const [ideaId] = await addIdeas(1);
    const { writing } = studio;
    const { writer: before } = writing;
    Object.assign(writing, {
      writer: undefined,
      unavailableReason: 'No AI service is configured. Set ANTHROPIC_API_KEY.',
    });
    try {
      const body = { type: 'generate_articles', ideaIds: [ideaId] };
      const answer = await studio.call('POST', '/studio/requests', body);
      expect([answer.statusCode, answer.json().error]).toEqual([
        503,
        'No AI service is configured. Set ANTHROPIC_API_KEY.',
      ]);
      expect((await studio.call('GET', '/studio/writing')).json().data).toMatchObject({
        isAvailable: false,
        model: null,
      });
      expect((await studio.call('GET', '/studio/ideas')).json().data.ideas).toHaveLength(1);
    } finally {
      Object.assign(writing, { writer: before, unavailableReason: undefined });
    }
  });

  it('is listed in pages, by type and status', async () => {
    const ideaIds = await addIdeas(3);
    for (const ideaId of ideaIds)
      await studio.call('POST', '/studio/requests', {
        type: 'generate_articles',
        ideaIds: [ideaId],
      });
    const first = (
      await studio.call('GET', '/studio/requests?limit=2&type=generate_articles')
    ).json().data;
    expect(first.requests).toHaveLength(2);
    const token = encodeURIComponent(first.nextToken);
    const rest = await studio.call(
      'GET',
      `/studio/requests?limit=2&type=generate_articles&nextToken=${token}`,
    );
    expect(rest.json().data).toMatchObject({ requests: [{}], nextToken: null });
    expect(
      (await studio.call('GET', '/studio/requests?status=failed')).json().data.requests,
    ).toEqual([]);
    const items = await queries().select().from(aiRequestItems);
    expect(items).toHaveLength(3);
  });
});
