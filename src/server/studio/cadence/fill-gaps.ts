import { AI_REQUEST_SIZE_LIMITS, type NewAiRequest } from '#domain/studio/ai-requests.ts';
import {
  type AuthorCadence,
  type GapFillEstimate,
  WEEKLY_ARTICLE_GOAL,
} from '#domain/studio/cadence.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { createPageFromRows, decodePageToken } from '#server/platform/db/page-token.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import {
  createAiRequest,
  estimateAiRequestCost,
  getMonthlyBudgetStatus,
  OverBudgetError,
} from '#server/studio/ai-requests/create-request.ts';
import type { AuditActor } from '#server/studio/audit/service.ts';
import { listOldestPendingIdeaIdsByAuthor } from '#server/studio/ideas/repository.ts';
import { type AiWriterSetup, getAiWriterOrThrow } from '#server/studio/writer/ai-writer.ts';
import {
  type CadenceCursor,
  cadenceCursorSchema,
  listAuthorCadences,
  sumCadenceGaps,
  toCadenceCursor,
} from './author-cadences.ts';

/** The number of authors to read per query when planning AI requests. */
const PLAN_PAGE_SIZE = 100;

/**
 * Returns a page of the authors' cadences, with the authors furthest behind their goal first. Also returns the token of
 * the next page, and the total number of articles that all authors still need to reach their goals.
 */
export async function listCadencePage(queries: Queries, limit: number, token?: string) {
  const after = token ? decodePageToken('cadence', token, cadenceCursorSchema) : undefined;
  const rows = await listAuthorCadences(queries, limit + 1, { after });
  const { page, nextToken } = createPageFromRows(rows, limit, 'cadence', toCadenceCursor);
  return { authors: [...page], nextToken, gap: await sumCadenceGaps(queries) };
}

interface FillOptions {
  authorIds?: readonly string[] | undefined;
  thenReview: boolean;
}

/**
 * Requests missing articles from the AI for authors who are behind their weekly goal. The articles are written from the
 * authors' pending ideas. Requests new ideas for authors who have too few. Requests fewer articles and ideas if the
 * month's budget does not cover all of them. Returns the IDs of the AI requests, and notes that tell the editor what
 * was left out.
 */
export async function fillCadenceGaps(
  database: Database,
  writing: AiWriterSetup,
  actor: AuditActor,
  options: FillOptions,
): Promise<{ requestIds: string[]; notes: string[] }> {
  getAiWriterOrThrow(writing);
  // The lock makes concurrent calls wait for each other, so that each plan takes into account the requests that earlier
  // calls have created.
  return withLock(database, 'filling of gaps', () =>
    sendFillRequests(database.queries, writing, actor, options),
  );
}

/**
 * Estimates the requests that {@link fillCadenceGaps} would create for all authors. Returns the numbers of articles and
 * ideas, and the cost. Creates no requests.
 */
export async function estimateCadenceGapFill(
  queries: Queries,
  writing: AiWriterSetup,
  actor: AuditActor,
): Promise<GapFillEstimate> {
  getAiWriterOrThrow(writing);
  const plan = await planFill(queries);
  const { ideaIds = [], authors = [] } = plan ?? {};
  const notes = plan ? [] : [NO_GAP_MESSAGE];
  const requests: NewAiRequest[] = [];
  if (ideaIds.length) requests.push({ type: 'generate_articles', ideaIds, thenReview: true });
  if (authors.length)
    requests.push({
      type: 'generate_article_ideas',
      authors: authors.map(({ authorId, count }) => ({ authorId, count })),
    });
  let [estimatedCost, maxCost] = [0, 0];
  for (const asked of requests)
    try {
      const estimate = await estimateAiRequestCost(queries, writing, actor, asked);
      estimatedCost += estimate.estimatedCost;
      maxCost += estimate.maxCost;
    } catch (error) {
      if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
      notes.push(error.message);
    }
  const { left } = await getMonthlyBudgetStatus(queries, writing.monthlyBudget);
  return {
    articles: ideaIds.length,
    ideas: authors.reduce((sum, { count }) => sum + count, 0),
    ideasBy: authors.map(({ alias }) => alias),
    estimatedCost,
    maxCost,
    isWithinBudget: maxCost <= left,
    notes,
  };
}

const NO_GAP_MESSAGE = 'No author is behind: there is no gap to fill.';

interface FillPlan {
  /** The IDs of the pending ideas from which articles will be written. */
  ideaIds: string[];
  /** The authors with too few ideas, and the number of ideas to request for each author. */
  authors: { authorId: string; alias: string; count: number }[];
}

/**
 * Plans the AI requests for the missing articles of the given authors, or of all authors, up to the maximum size of a
 * request. Returns `undefined` if all of these authors have reached their goal.
 */
async function planFill(
  queries: Queries,
  authorIds?: readonly string[],
): Promise<FillPlan | undefined> {
  const plan: FillPlan = { ideaIds: [], authors: [] };
  const isComplete = () =>
    plan.ideaIds.length >= AI_REQUEST_SIZE_LIMITS.articles &&
    plan.authors.length >= AI_REQUEST_SIZE_LIMITS.authorsWithIdeas;
  let isAnyBehind = false;
  for (let after: CadenceCursor | undefined; !isComplete(); ) {
    const cadences = await listAuthorCadences(queries, PLAN_PAGE_SIZE, { after, authorIds });
    const authorsBehind = cadences.filter(({ gap }) => gap > 0);
    isAnyBehind ||= authorsBehind.length > 0;
    await addToPlan(queries, plan, authorsBehind);
    // The authors furthest behind come first in the list. If this page contains authors who are not behind, no author
    // on a later page is behind.
    if (authorsBehind.length < PLAN_PAGE_SIZE) break;
    after = toCadenceCursor(authorsBehind.at(-1)!);
  }
  plan.ideaIds.splice(AI_REQUEST_SIZE_LIMITS.articles);
  plan.authors.splice(AI_REQUEST_SIZE_LIMITS.authorsWithIdeas);
  return isAnyBehind ? plan : undefined;
}

/**
 * Adds pending ideas of authors who are behind their goal to `plan.ideaIds`. Adds the authors who have too few ideas to
 * `plan.authors`.
 */
async function addToPlan(
  queries: Queries,
  plan: FillPlan,
  authorsBehind: readonly AuthorCadence[],
): Promise<void> {
  const withIdeas = authorsBehind.filter(({ ideasPending }) => ideasPending > 0);
  const oldestIdeaIds = await listOldestPendingIdeaIdsByAuthor(
    queries,
    withIdeas.map(({ authorId }) => authorId),
    WEEKLY_ARTICLE_GOAL,
  );
  for (const { authorId, alias, gap, ideasPending, ideasAwaited } of authorsBehind) {
    plan.ideaIds.push(...(oldestIdeaIds.get(authorId) ?? []).slice(0, gap));
    const count = Math.min(gap - ideasPending - ideasAwaited, AI_REQUEST_SIZE_LIMITS.ideasOfAuthor);
    if (count > 0) plan.authors.push({ authorId, alias, count });
  }
}

async function sendFillRequests(
  queries: Queries,
  writing: AiWriterSetup,
  actor: AuditActor,
  { authorIds, thenReview }: FillOptions,
): Promise<{ requestIds: string[]; notes: string[] }> {
  const plan = await planFill(queries, authorIds);
  if (!plan) return { requestIds: [], notes: [NO_GAP_MESSAGE] };
  const { ideaIds, authors } = plan;
  const requestIds: string[] = [];
  const notes: string[] = [];
  const requestWithinBudget = async (
    noun: string,
    count: number,
    createRequest: (limit: number) => NewAiRequest,
  ) => {
    for (let limit = count; limit > 0; limit = Math.floor(limit / 2)) {
      const asked = createRequest(limit);
      try {
        const create = (transaction: Queries) =>
          createAiRequest(transaction, writing, actor, { asked });
        requestIds.push(await queries.transaction(create));
        if (limit < count) notes.push(`This month has the money for ${limit} of ${count} ${noun}.`);
        return;
      } catch (error) {
        if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
        if (error instanceof OverBudgetError && limit > 1) continue;
        // The error becomes a note instead of being thrown, because the AI requests that were already created remain
        // valid.
        notes.push(error.message);
        return;
      }
    }
  };
  await requestWithinBudget('articles', ideaIds.length, (limit) => ({
    type: 'generate_articles',
    ideaIds: ideaIds.slice(0, limit),
    thenReview,
  }));
  await requestWithinBudget('authors without ideas', authors.length, (limit) => ({
    type: 'generate_article_ideas',
    authors: authors.slice(0, limit).map(({ authorId, count }) => ({ authorId, count })),
  }));
  if (!requestIds.length && !notes.length)
    notes.push('Everything that is missing is on its way already.');
  return { requestIds, notes };
}
