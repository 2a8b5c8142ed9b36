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
import { getPropertyTestRunCount, isRunOfAllTests } from '../../../scripts/test-scope.mjs';
import { aiRequestItems, aiRequests } from './ai-request-store/schema.ts';
import { articleIdeas } from './ideas/schema.ts';
import { loadArticleWithManuscript } from './manuscripts/article-with-manuscript.ts';
import { saveManuscript } from './manuscripts/save-manuscript.ts';
import { articleReviews, reviewConcerns } from './reviews/schema.ts';
import {
  CONCERN_RESULTS,
  createArticleResult,
  createIdeaFields,
  createPersonaResult,
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
  'acceptAiReview',
  'rejectReview',
  'changeText',
  'acceptAuthor',
  'declineAuthor',
  'retireAuthor',
  'reinstateAuthor',
] as const;
type Action = (typeof ACTIONS)[number];
/** Kinds of responses from the AI service. A kind that is listed several times is chosen more often. */
const RESULT_KINDS = [
  'good',
  'good',
  'good',
  'errored',
  'canceled',
  'expired',
  'nonsense',
  'cut',
] as const;

const actionSequence = fc.array(
  fc.record({
    action: fc.constantFrom<Action>(
      'finish',
      'finish',
      'askReview',
      'acceptAiReview',
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
    resultKind: fc.constantFrom(...RESULT_KINDS),
  }),
  { minLength: 25, maxLength: 45 },
);

/**
 * Actions that every run performs first, because they create rare states: an article with a review and an improved
 * passage, an expired request, a canceled request, and a request whose outcome is unknown.
 */
const INITIAL_ACTIONS: readonly [Action, pick: number, (typeof RESULT_KINDS)[number]][] = [
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
/** States that the test must reach: `COMMON_STATES` with any number of runs, `RARE_STATES` only with many runs. */
const COMMON_STATES = [
  'request ended',
  'request expired',
  'answer retried',
  'idea generated',
  'article ai_review',
  'concern ignored',
  'author active',
];
const RARE_STATES = [
  'request canceling',
  'answer invalid',
  'article human_review',
  'review accepted',
  'review rejected',
  'concern ai_improved',
  'concern human_addressed',
];
/** Number of random sequences of actions that the test runs. Each sequence takes a few seconds. */
const RUNS = getPropertyTestRunCount(2, 14);

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

    const readStates = async (): Promise<States> => {
      const { queries } = database;
      const states: States = new Map();
      const add = (machine: unknown, rows: { id: string; status: string }[]) => {
        for (const { id, status } of rows)
          states.set(id, { machine: machine as StateMachine, status });
      };
      const statusColumns = (table: typeof articles) => ({ id: table.id, status: table.status });
      for (const [machine, table] of [
        [AI_REQUEST_STATE_MACHINE, aiRequests],
        [AI_REQUEST_ITEM_STATE_MACHINE, aiRequestItems],
        [IDEA_STATE_MACHINE, articleIdeas],
        [ARTICLE_STATE_MACHINE, articles],
        [REVIEW_STATE_MACHINE, articleReviews],
        [CONCERN_STATE_MACHINE, reviewConcerns],
        [AUTHOR_STATE_MACHINE, authors],
      ] as const) {
        const typedTable = table as unknown as typeof articles;
        add(machine, await queries.select(statusColumns(typedTable)).from(typedTable));
      }
      return states;
    };

    const expectAllowedTransitions = (before: States, after: States, action: string) => {
      for (const [id, { machine, status }] of after) {
        const previousStatus = before.get(id)?.status;
        if (previousStatus === status) continue;
        const listTargets = (from: string) =>
          machine.transitions.filter((each) => each.from.includes(from)).map(({ to }) => to);
        // The action `sendAgain` can change a status twice in one transaction, because it gives up the old AI request
        // and then creates a new one.
        const canReach = (from: string) =>
          listTargets(from).includes(status) ||
          (action === 'sendAgain' &&
            listTargets(from).some((next) => listTargets(next).includes(status)));
        // A row that the action created may already have left its initial status, because one call can create a draft
        // and send it to review.
        const isAllowed =
          previousStatus === undefined
            ? machine.initial.includes(status) || machine.initial.some(canReach)
            : canReach(previousStatus);
        expect(isAllowed, `${action}: ${machine.subject} ${previousStatus} → ${status}`).toBe(true);
      }
    };

    /** Checks invariants that must hold after every action. */
    const expectInvariants = async () => {
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
        const hasEnded = !['in_progress', 'canceling'].includes(status);
        expect(endedAt !== null).toBe(hasEnded);
        if (hasEnded)
          expect(
            items.filter((item) => item.requestId === id && item.status === 'pending'),
          ).toEqual([]);
      }
      for (const { status, outcomes } of items)
        expect(outcomes.length > 0).toBe(status === 'succeeded');
      for (const { id, status, version } of reviews) {
        const ownConcerns = concerns.filter(({ reviewId }) => reviewId === id);
        const isUndecided = ownConcerns.some((concern) => concern.status === 'pending_action');
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

    const createResponder =
      (resultKind: (typeof RESULT_KINDS)[number]) =>
      (request: DemoRequest): FakeBatchResult => {
        if (resultKind === 'errored') return { type: 'errored', message: 'It was too hot.' };
        if (resultKind === 'canceled' || resultKind === 'expired') return { type: resultKind };
        if (resultKind === 'nonsense')
          return { type: 'succeeded', text: '{"concerns":[{}],"x":1}' };
        const text = JSON.stringify(createValidResult(request));
        return {
          type: 'succeeded',
          text,
          ...(resultKind === 'cut' && { stopReason: 'max_tokens' }),
        };
      };
    const createValidResult = ({ params }: DemoRequest) => {
      const properties = Object.keys(params.output_config.format.schema.properties as object);
      if (properties.includes('alias')) return createPersonaResult(`Weir-${seed++}`);
      if (properties.includes('concerns')) return { concerns: CONCERN_RESULTS };
      if (properties.includes('improved')) return { improved: 'A better passage.' };
      return createArticleResult(/^title: (.+)$/m.exec(params.messages[0].content)![1]!);
    };

    const selectIds = async (table: unknown) => {
      const typedTable = table as typeof articleIdeas;
      const rows = await database.queries
        .select({ id: typedTable.id })
        .from(typedTable)
        .orderBy(typedTable.id);
      return rows.map(({ id }) => id);
    };
    const selectDraftIds = async () => {
      const rows = await database.queries.select().from(articleIdeas);
      return rows.flatMap(({ articleId }) => articleId ?? []);
    };
    const selectProposedAuthorIds = async () => {
      const rows = await database.queries.select().from(authors);
      return rows.filter(({ sourceHash }) => sourceHash === null).map(({ id }) => id);
    };

    const performAction = async (action: Action, pick: number): Promise<number | undefined> => {
      const pickId = (ids: readonly string[]) => ids[pick % (ids.length || 1)];
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
      const postRequest = (id: string | undefined, body: object) =>
        call('POST', 'requests', id, body);
      switch (action) {
        case 'addIdea': {
          const [author] = await database.queries.select().from(authors).limit(1);
          const idea = createIdeaFields(`s${'abcdefghijklmnopqrstuvwxyz'[seed % 26]}${seed++}`);
          const body = { authorId: author!.id, idea, allowSimilar: true };
          return call('POST', 'ideas', author!.id, body);
        }
        case 'removeIdea': {
          const id = pickId(await selectIds(articleIdeas));
          return call('DELETE', `ideas/${id}`, id);
        }
        case 'askArticle':
        case 'askArticleAndReview': {
          const id = pickId(await selectIds(articleIdeas));
          const thenReview = action === 'askArticleAndReview';
          return postRequest(id, { type: 'generate_articles', ideaIds: [id], thenReview });
        }
        case 'askReview': {
          const id = pickId(await selectDraftIds());
          return postRequest(id, { type: 'review_articles', articleIds: [id] });
        }
        case 'askImprovement': {
          const id = pickId(await selectIds(reviewConcerns));
          return postRequest(id, { type: 'improve_articles', concernIds: [id] });
        }
        case 'askPersona':
          return postRequest('one', { type: 'generate_authors', count: 1 });
        case 'cancel':
          return post('requests', 'cancel', pickId(await selectIds(aiRequests)));
        case 'retry':
          return post('requests', 'retry', pickId(await selectIds(aiRequests)), {});
        case 'check':
          return post('requests', 'check', pickId(await selectIds(aiRequests)));
        case 'sendAgain':
          return post('requests', 'send-again', pickId(await selectIds(aiRequests)));
        case 'giveUp':
          return post('requests', 'give-up', pickId(await selectIds(aiRequests)));
        case 'step':
          await studio.step();
          return undefined;
        case 'finish':
          service.finish();
          await studio.step();
          return undefined;
        case 'dropAnswers':
          service.failNext('results', { cutAt: pick });
          return undefined;
        case 'loseSubmission':
          service.failNext('create', { drop: 'after' });
          return undefined;
        case 'ignore':
        case 'reopen':
          return post('concerns', action, pickId(await selectIds(reviewConcerns)));
        case 'edit': {
          const body = pick % 2 ? {} : { text: 'As an editor has it.' };
          return post('concerns', 'edit', pickId(await selectIds(reviewConcerns)), body);
        }
        case 'acceptAiReview':
          return post('reviews', 'accept', pickId(await selectIds(articleReviews)));
        case 'rejectReview':
          return post('reviews', 'reject', pickId(await selectIds(articleReviews)));
        case 'changeText': {
          const id = pickId(await selectDraftIds());
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
          return post('authors', 'accept', pickId(await selectProposedAuthorIds()));
        case 'declineAuthor':
          return post('authors', 'decline', pickId(await selectProposedAuthorIds()));
        case 'reinstateAuthor':
          return post('authors', 'reinstate', pickId(await selectProposedAuthorIds()));
        case 'retireAuthor':
          return post('authors', 'retire', pickId(await selectProposedAuthorIds()), {
            articles: 'keep',
          });
      }
    };

    it.runIf(isRunOfAllTests())(
      'holds for any behavior of the service',
      { timeout: 240_000 },
      async () => {
        const reachedStates = new Set<string>();
        await fc.assert(
          fc.asyncProperty(actionSequence, async (sequence) => {
            service.reset();
            await clearStudio(database);
            let before = await readStates();
            const initialActions = INITIAL_ACTIONS.map(([action, pick, resultKind]) => ({
              action,
              pick,
              resultKind,
            }));
            for (const { action, pick, resultKind } of [...initialActions, ...sequence]) {
              service.createResult = createResponder(resultKind);
              const status = await performAction(action, pick);
              expect(status ?? 200, action).toBeLessThan(500);
              const after = await readStates();
              expectAllowedTransitions(before, after, action);
              await expectInvariants();
              for (const { machine, status: state } of after.values())
                reachedStates.add(`${machine.subject} ${state}`);
              before = after;
            }
          }),
          { numRuns: RUNS, seed: 20_261_123, endOnFailure: true },
        );
        // Fails if the random actions did not reach one of the expected states, because that state's transitions would
        // be untested.
        for (const state of isRunOfAllTests() ? [...COMMON_STATES, ...RARE_STATES] : COMMON_STATES)
          expect(reachedStates).toContain(state);
      },
    );
  },
);
