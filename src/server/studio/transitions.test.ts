import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoRequest } from '#demo/writer/batch-schema.ts';
import {
  AI_REQUEST_ITEM_STATE_MACHINE,
  AI_REQUEST_STATE_MACHINE,
} from '#domain/statuses/ai-request-states.ts';
import { ARTICLE_STATE_MACHINE, IDEA_STATE_MACHINE } from '#domain/statuses/article-states.ts';
import { AUTHOR_STATE_MACHINE } from '#domain/statuses/author-states.ts';
import { CONCERN_STATE_MACHINE, REVIEW_STATE_MACHINE } from '#domain/statuses/review-states.ts';
import type { StateMachine } from '#domain/statuses/state-machine.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import type { Database } from '#server/platform/db/database.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { isRunOfAllTests, propertyRuns } from '../../../scripts/test-scope.mjs';
import { aiRequestItems, aiRequests } from './ai-request-store/schema.ts';
import { articleIdeas } from './ideas/schema.ts';
import { loadArticleWithManuscript } from './manuscripts/article-with-manuscript.ts';
import { saveManuscript } from './manuscripts/save-manuscript.ts';
import { articleReviews, reviewConcerns } from './reviews/schema.ts';
import {
  CONCERN_RESULTS,
  createArticleResult,
  createIdea,
  createPersona,
} from './testing/ai-results.ts';
import { FakeAiService, type FakeBatchResult } from './testing/fake-ai-service.ts';
import { clearStudio, openTestStudio, type TestStudio } from './testing/studio.ts';
import { createAnthropicWriter } from './writer/anthropic-writer.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const ACTIONS = [
  'addIdea',
  'removeIdea',
  'askArticle',
  'askArticleAndReview',
  'askReview',
  'askImprovement',
  'askPersona',
  'cancel',
  'retry',
  'check',
  'sendAgain',
  'giveUp',
  'step',
  'finish',
  'dropAnswers',
  'loseSubmission',
  'ignore',
  'edit',
  'reopen',
  'acceptReview',
  'rejectReview',
  'changeText',
  'acceptAuthor',
  'declineAuthor',
  'retireAuthor',
  'reinstateAuthor',
] as const;
type Action = (typeof ACTIONS)[number];
/** Kinds of responses from the AI service. A kind that is listed several times is chosen more often. */
const MOODS = [
  'good',
  'good',
  'good',
  'errored',
  'canceled',
  'expired',
  'nonsense',
  'cut',
] as const;

const steps = fc.array(
  fc.record({
    action: fc.constantFrom<Action>(
      'finish',
      'finish',
      'askReview',
      'acceptReview',
      'ignore',
      ...ACTIONS,
      'step',
      'step',
      'finish',
      'addIdea',
      'askArticleAndReview',
      'askImprovement',
    ),
    pick: fc.nat(1000),
    mood: fc.constantFrom(...MOODS),
  }),
  { minLength: 25, maxLength: 45 },
);

/**
 * Actions that every run performs first, because they create rare states: an article with a review and an improved
 * passage, an expired request, a canceled request, and a request whose outcome is unknown.
 */
const PRELUDE: readonly [Action, pick: number, (typeof MOODS)[number]][] = [
  ['addIdea', 0, 'good'],
  ['askArticleAndReview', 0, 'good'],
  ['step', 0, 'good'],
  ['finish', 0, 'good'],
  ['step', 0, 'good'],
  ['finish', 0, 'good'],
  ['addIdea', 0, 'good'],
  ['askArticle', 1, 'good'],
  ['step', 0, 'good'],
  ['finish', 0, 'expired'],
  ['retry', 2, 'good'],
  ['ignore', 0, 'good'],
  ['askImprovement', 1, 'good'],
  ['step', 0, 'good'],
  ['finish', 0, 'good'],
  ['step', 0, 'good'],
  ['askPersona', 0, 'good'],
  ['step', 0, 'good'],
  ['cancel', 5, 'good'],
  ['finish', 0, 'good'],
  ['askPersona', 0, 'good'],
  ['loseSubmission', 0, 'good'],
  ['step', 0, 'good'],
];
/** States that the test must reach: `COMMON` states with any number of runs, `RARE` states only with many runs. */
const COMMON = [
  'request ended',
  'request expired',
  'answer retried',
  'idea generated',
  'article ai_review',
  'concern ignored',
  'author active',
];
const RARE = [
  'request canceling',
  'answer invalid',
  'article human_review',
  'review accepted',
  'review rejected',
  'concern ai_improved',
  'concern human_addressed',
];
/** Number of runs. Each run takes a few seconds. */
const RUNS = propertyRuns(2, 14);

type States = Map<string, { machine: StateMachine; status: string }>;

describe.each(databases)(
  'no order of calls reaches a forbidden state, on $name',
  ({ openFilled }) => {
    const service = new FakeAiService();
    let database: Database;
    let studio: TestStudio;
    let seed = 0;

    beforeAll(async () => {
      await service.open();
      database = await openFilled();
      const options = { apiKey: 'sk-ant-test', model: 'claude-sonnet-5-5', baseURL: service.url };
      studio = await openTestStudio(database, createAnthropicWriter(options), 1_000_000);
    });
    afterAll(async () => {
      await studio.close();
      await service.close();
    });

    const statesNow = async (): Promise<States> => {
      const { queries } = database;
      const states: States = new Map();
      const add = (machine: unknown, rows: { id: string; status: string }[]) => {
        for (const { id, status } of rows)
          states.set(id, { machine: machine as StateMachine, status });
      };
      const of = (table: typeof articles) => ({ id: table.id, status: table.status });
      for (const [machine, table] of [
        [AI_REQUEST_STATE_MACHINE, aiRequests],
        [AI_REQUEST_ITEM_STATE_MACHINE, aiRequestItems],
        [IDEA_STATE_MACHINE, articleIdeas],
        [ARTICLE_STATE_MACHINE, articles],
        [REVIEW_STATE_MACHINE, articleReviews],
        [CONCERN_STATE_MACHINE, reviewConcerns],
        [AUTHOR_STATE_MACHINE, authors],
      ] as const) {
        const any = table as unknown as typeof articles;
        add(machine, await queries.select(of(any)).from(any));
      }
      return states;
    };

    const requireAllowed = (before: States, after: States, action: string) => {
      for (const [id, { machine, status }] of after) {
        const former = before.get(id)?.status;
        if (former === status) continue;
        const steps = (from: string) =>
          machine.transitions.filter((each) => each.from.includes(from)).map(({ to }) => to);
        // The action `sendAgain` makes two transitions at once, because it also gives up the old AI request in the same
        // transaction.
        const leads = (from: string) =>
          steps(from).includes(status) ||
          (action === 'sendAgain' && steps(from).some((next) => steps(next).includes(status)));
        // A new row may already have left its initial status, because one call can create a draft and send it to
        // review.
        const isAllowed =
          former === undefined
            ? machine.initial.includes(status) || machine.initial.some(leads)
            : leads(former);
        expect(isAllowed, `${action}: ${machine.subject} ${former} → ${status}`).toBe(true);
      }
    };

    /** Checks invariants that must hold after every action. */
    const requireSound = async () => {
      const { queries } = database;
      const ideas = await queries.select().from(articleIdeas);
      const items = await queries.select().from(aiRequestItems);
      const requests = await queries.select().from(aiRequests);
      const reviews = await queries.select().from(articleReviews);
      const concerns = await queries.select().from(reviewConcerns);
      for (const { id, status, articleId } of ideas) {
        expect(articleId !== null).toBe(status === 'generated');
        const waiting = items.filter((item) => item.subjectId === id && item.status === 'pending');
        expect(waiting).toHaveLength(status === 'generating' ? 1 : 0);
      }
      for (const { id, status, endedAt } of requests) {
        const isOver = !['in_progress', 'canceling'].includes(status);
        expect(endedAt !== null).toBe(isOver);
        if (isOver)
          expect(
            items.filter((item) => item.requestId === id && item.status === 'pending'),
          ).toEqual([]);
      }
      for (const { status, outcomes } of items)
        expect(outcomes.length > 0).toBe(status === 'succeeded');
      for (const { id, status, version } of reviews) {
        const own = concerns.filter(({ reviewId }) => reviewId === id);
        const isUndecided = own.some((concern) => concern.status === 'pending_action');
        if (status === 'accepted' || status === 'concerns_addressed')
          expect(isUndecided).toBe(false);
        if (status === 'pending' && version !== null) expect(isUndecided).toBe(true);
      }
      for (const { articleId } of reviews)
        expect(
          reviews.filter(
            (each) =>
              each.articleId === articleId &&
              ['pending', 'concerns_addressed'].includes(each.status),
          ).length,
        ).toBeLessThanOrEqual(1);
      // Each AI request must have at most one batch.
      expect(service.batches.length).toBeLessThanOrEqual(requests.length);
    };

    const answerIn =
      (mood: (typeof MOODS)[number]) =>
      (request: DemoRequest): FakeBatchResult => {
        if (mood === 'errored') return { type: 'errored', message: 'It was too hot.' };
        if (mood === 'canceled' || mood === 'expired') return { type: mood };
        if (mood === 'nonsense') return { type: 'succeeded', text: '{"concerns":[{}],"x":1}' };
        const text = JSON.stringify(goodAnswer(request));
        return { type: 'succeeded', text, ...(mood === 'cut' && { stopReason: 'max_tokens' }) };
      };
    const goodAnswer = ({ params }: DemoRequest) => {
      const properties = Object.keys(params.output_config.format.schema.properties as object);
      if (properties.includes('alias')) return createPersona(`Weir-${seed++}`);
      if (properties.includes('concerns')) return { concerns: CONCERN_RESULTS };
      if (properties.includes('improved')) return { improved: 'A better passage.' };
      return createArticleResult(/^title: (.+)$/m.exec(params.messages[0].content)![1]!);
    };

    const idsOf = async (table: unknown) => {
      const any = table as typeof articleIdeas;
      const rows = await database.queries.select({ id: any.id }).from(any).orderBy(any.id);
      return rows.map(({ id }) => id);
    };
    const drafted = async () => {
      const rows = await database.queries.select().from(articleIdeas);
      return rows.flatMap(({ articleId }) => articleId ?? []);
    };
    const proposed = async () => {
      const rows = await database.queries.select().from(authors);
      return rows.filter(({ sourceHash }) => sourceHash === null).map(({ id }) => id);
    };

    const doIt = async (action: Action, pick: number): Promise<number | undefined> => {
      const one = (ids: readonly string[]) => ids[pick % (ids.length || 1)];
      const call = async (
        method: 'POST' | 'DELETE',
        path: string,
        id: string | undefined,
        body?: unknown,
      ) => {
        if (!id) return undefined;
        return (await studio.call(method, `/studio/${path}`, body)).statusCode;
      };
      const post = (kind: string, verb: string, id: string | undefined, body?: unknown) =>
        call('POST', `${kind}/${id}/${verb}`, id, body);
      const ask = (id: string | undefined, asked: object) => call('POST', 'requests', id, asked);
      switch (action) {
        case 'addIdea': {
          const [author] = await database.queries.select().from(authors).limit(1);
          const idea = createIdea(`s${'abcdefghijklmnopqrstuvwxyz'[seed % 26]}${seed++}`);
          const body = { authorId: author!.id, idea, mayBeAlike: true };
          return call('POST', 'ideas', author!.id, body);
        }
        case 'removeIdea': {
          const id = one(await idsOf(articleIdeas));
          return call('DELETE', `ideas/${id}`, id);
        }
        case 'askArticle':
        case 'askArticleAndReview': {
          const id = one(await idsOf(articleIdeas));
          const thenReview = action === 'askArticleAndReview';
          return ask(id, { type: 'generate_articles', ideaIds: [id], thenReview });
        }
        case 'askReview': {
          const id = one(await drafted());
          return ask(id, { type: 'review_articles', articleIds: [id] });
        }
        case 'askImprovement': {
          const id = one(await idsOf(reviewConcerns));
          return ask(id, { type: 'improve_articles', concernIds: [id] });
        }
        case 'askPersona':
          return ask('one', { type: 'generate_authors', count: 1 });
        case 'cancel':
          return post('requests', 'cancel', one(await idsOf(aiRequests)));
        case 'retry':
          return post('requests', 'retry', one(await idsOf(aiRequests)), {});
        case 'check':
          return post('requests', 'check', one(await idsOf(aiRequests)));
        case 'sendAgain':
          return post('requests', 'send-again', one(await idsOf(aiRequests)));
        case 'giveUp':
          return post('requests', 'give-up', one(await idsOf(aiRequests)));
        case 'step':
          await studio.step();
          return undefined;
        case 'finish':
          service.finish();
          await studio.step();
          return undefined;
        case 'dropAnswers':
          service.trouble('results', { cutAt: pick });
          return undefined;
        case 'loseSubmission':
          service.trouble('create', { drop: 'after' });
          return undefined;
        case 'ignore':
        case 'reopen':
          return post('concerns', action, one(await idsOf(reviewConcerns)));
        case 'edit': {
          const body = pick % 2 ? {} : { text: 'As an editor has it.' };
          return post('concerns', 'edit', one(await idsOf(reviewConcerns)), body);
        }
        case 'acceptReview':
          return post('reviews', 'accept', one(await idsOf(articleReviews)));
        case 'rejectReview':
          return post('reviews', 'reject', one(await idsOf(articleReviews)));
        case 'changeText': {
          const id = one(await drafted());
          if (!id) return undefined;
          const { manuscript } = await loadArticleWithManuscript(database.queries, id);
          const content = { ...manuscript.content, introduction: ['Something else altogether.'] };
          await database.queries.transaction((transaction) =>
            saveManuscript(transaction, undefined, id, {
              base: manuscript.version,
              content,
              reason: 'edit',
            }),
          );
          return undefined;
        }
        case 'acceptAuthor':
          return post('authors', 'accept', one(await proposed()));
        case 'declineAuthor':
          return post('authors', 'decline', one(await proposed()));
        case 'reinstateAuthor':
          return post('authors', 'reinstate', one(await proposed()));
        case 'retireAuthor':
          return post('authors', 'retire', one(await proposed()), { articles: 'keep' });
      }
    };

    it.runIf(isRunOfAllTests())(
      'holds for any behavior of the service',
      { timeout: 240_000 },
      async () => {
        const seen = new Set<string>();
        await fc.assert(
          fc.asyncProperty(steps, async (sequence) => {
            service.reset();
            await clearStudio(database);
            let before = await statesNow();
            const prelude = PRELUDE.map(([action, pick, mood]) => ({ action, pick, mood }));
            for (const { action, pick, mood } of [...prelude, ...sequence]) {
              service.answer = answerIn(mood);
              const status = await doIt(action, pick);
              expect(status ?? 200, action).toBeLessThan(500);
              const after = await statesNow();
              requireAllowed(before, after, action);
              await requireSound();
              for (const { machine, status: state } of after.values())
                seen.add(`${machine.subject} ${state}`);
              before = after;
            }
          }),
          { numRuns: RUNS, seed: 20_261_123, endOnFailure: true },
        );
        // Fails if the random actions did not reach a state, since its transitions are then untested.
        for (const reached of isRunOfAllTests() ? [...COMMON, ...RARE] : COMMON)
          expect(seen).toContain(reached);
      },
    );
  },
);
