import { z } from 'zod';
import { AI_REQUEST_LIMITS, type NewAiRequest } from '#domain/studio/ai-requests.ts';
import {
  type AuthorCadence,
  CADENCE_PERIOD_DAYS,
  type GapFillEstimate,
  WEEKLY_ARTICLE_GOAL,
} from '#domain/studio/cadence.ts';
import {
  countArticlesInProgressByAuthor,
  loadPublishingCadences,
} from '#server/catalogue/articles/editor-articles.ts';
import { listAllAuthorsForEditors } from '#server/catalogue/authors/editor-authors.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { decodePageToken, splitPage } from '#server/platform/db/page-token.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import { findPendingItemsOfType } from '#server/studio/ai-request-store/subject-requests.ts';
import {
  createRequest,
  estimateRequestCost,
  getMonthlyBudgetStatus,
  OverBudgetError,
} from '#server/studio/ai-requests/create-request.ts';
import type { AuditActor } from '#server/studio/audit/service.ts';
import { countUnwrittenIdeas, listOldestPendingIdeaIds } from '#server/studio/ideas/repository.ts';
import { type AiWriterSetup, requireWriter } from '#server/studio/writer/ai-writer.ts';

const DAY = 24 * 60 * 60 * 1000;

/**
 * Returns the cadence of each active author, which compares the author's published articles with the goal of two a week
 * (spec 1). Authors furthest behind come first.
 */
async function listAuthorCadences(queries: Queries, now = new Date()): Promise<AuthorCadence[]> {
  const since = (days: number) => new Date(now.getTime() - days * DAY);
  const authors = await listAllAuthorsForEditors(queries, 'active');
  const ids = authors.map(({ id }) => id);
  const published = await loadPublishingCadences(queries, ids, {
    week: since(CADENCE_PERIOD_DAYS.week),
    month: since(CADENCE_PERIOD_DAYS.month),
  });
  const inProgress = await countArticlesInProgressByAuthor(queries, ids);
  const ideas = new Map(
    (await countUnwrittenIdeas(queries, ids)).map(({ authorId, status, count }) => [
      `${authorId} ${status}`,
      count,
    ]),
  );
  const awaited = Map.groupBy(
    await findPendingItemsOfType(queries, 'generate_article_ideas'),
    ({ subjectId }) => subjectId,
  );
  return authors
    .map(({ id: authorId, profile: { alias } }): AuthorCadence => {
      const { lastAt, inWeek, inMonth } = published.get(authorId)!;
      const articlesUnderWay = inProgress.get(authorId) ?? 0;
      const ideasGenerating = ideas.get(`${authorId} generating`) ?? 0;
      const missing = Math.max(0, WEEKLY_ARTICLE_GOAL - inWeek);
      return {
        authorId,
        alias,
        lastPublishedAt: lastAt && new Date(lastAt).toISOString(),
        publishedInWeek: inWeek,
        publishedInMonth: inMonth,
        articlesUnderWay,
        ideasPending: ideas.get(`${authorId} pending`) ?? 0,
        ideasGenerating,
        ideasAwaited: (awaited.get(authorId) ?? []).reduce(
          (sum, { details }) => sum + Number(details.count ?? 1),
          0,
        ),
        missing,
        gap: Math.max(0, missing - articlesUnderWay - ideasGenerating),
      };
    })
    .toSorted((one, other) => other.gap - one.gap || one.publishedInMonth - other.publishedInMonth);
}

/**
 * Returns a page of the authors' cadences, furthest behind first, with the token of the next page and the sum of all
 * gaps. The order depends on every author's current week, so each page reads the recent articles of all authors.
 */
export async function listCadencePage(queries: Queries, limit: number, token?: string) {
  const all = await listAuthorCadences(queries);
  const after = token ? decodePageToken('cadence', token, SORT_KEY_SCHEMA) : undefined;
  const start = after ? all.findIndex((each) => isSortedAfter(toSortKey(each), after)) : 0;
  const rows = start < 0 ? [] : all.slice(start, start + limit + 1);
  const { page, nextToken } = splitPage(rows, limit, 'cadence', toSortKey);
  return { authors: [...page], nextToken, gap: all.reduce((sum, { gap }) => sum + gap, 0) };
}

const SORT_KEY_SCHEMA = z.tuple([z.int32(), z.int32(), z.string()]);
type CadenceKey = z.output<typeof SORT_KEY_SCHEMA>;

const toSortKey = ({ gap, publishedInMonth, alias }: AuthorCadence): CadenceKey => [
  -gap,
  publishedInMonth,
  alias.toLowerCase(),
];

function isSortedAfter(key: CadenceKey, after: CadenceKey): boolean {
  const place = key.findIndex((part, at) => part !== after[at]);
  return place >= 0 && key[place]! > after[place]!;
}

interface FillOptions {
  authorIds?: readonly string[] | undefined;
  thenReview: boolean;
}

/**
 * Requests articles, written from pending ideas, for authors who are behind their goal. Requests new ideas for authors
 * who have too few. Requests fewer articles and ideas if the month's budget does not cover all of them. Returns the IDs
 * of the AI requests, and notes that tell the editor what was left out.
 */
export async function fillCadenceGaps(
  database: Database,
  writing: AiWriterSetup,
  actor: AuditActor,
  filling: FillOptions,
): Promise<{ made: string[]; notes: string[] }> {
  requireWriter(writing);
  // A concurrent call waits for the lock, so that its plan includes the first call's requests.
  return withLock(database, 'filling of gaps', () =>
    sendFillRequests(database.queries, writing, actor, filling),
  );
}

/**
 * Estimates the AI requests that {@link fillCadenceGaps} would create for all authors, and their cost. Creates no
 * requests.
 */
export async function estimateCadenceGapFill(
  queries: Queries,
  writing: AiWriterSetup,
  actor: AuditActor,
): Promise<GapFillEstimate> {
  requireWriter(writing);
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
      const estimate = await estimateRequestCost(queries, writing, actor, asked);
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
  /** IDs of the pending ideas to write articles from. */
  ideaIds: string[];
  /** Authors with too few ideas, and the number of ideas to request for each. */
  authors: { authorId: string; alias: string; count: number }[];
}

/**
 * Plans the AI requests that fill the gaps of the given authors, or of all authors. Returns `undefined` if all of these
 * authors have reached their goal.
 */
async function planFill(
  queries: Queries,
  authorIds?: readonly string[],
): Promise<FillPlan | undefined> {
  const behind = (await listAuthorCadences(queries)).filter(
    ({ authorId, gap }) => gap > 0 && (authorIds?.includes(authorId) ?? true),
  );
  if (!behind.length) return undefined;
  const withIdeas = behind.filter(({ ideasPending }) => ideasPending > 0);
  const oldest = await listOldestPendingIdeaIds(
    queries,
    withIdeas.slice(0, AI_REQUEST_LIMITS.articles).map(({ authorId }) => authorId),
    WEEKLY_ARTICLE_GOAL,
  );
  const plan: FillPlan = { ideaIds: [], authors: [] };
  for (const { authorId, alias, gap, ideasPending, ideasAwaited } of behind) {
    plan.ideaIds.push(...(oldest.get(authorId) ?? []).slice(0, gap));
    const count = Math.min(gap - ideasPending - ideasAwaited, AI_REQUEST_LIMITS.ideasOfAuthor);
    if (count > 0) plan.authors.push({ authorId, alias, count });
  }
  plan.ideaIds.splice(AI_REQUEST_LIMITS.articles);
  plan.authors.splice(AI_REQUEST_LIMITS.authorsWithIdeas);
  return plan;
}

async function sendFillRequests(
  queries: Queries,
  writing: AiWriterSetup,
  actor: AuditActor,
  { authorIds, thenReview }: FillOptions,
): Promise<{ made: string[]; notes: string[] }> {
  const plan = await planFill(queries, authorIds);
  if (!plan) return { made: [], notes: [NO_GAP_MESSAGE] };
  const { ideaIds, authors } = plan;
  const made: string[] = [];
  const notes: string[] = [];
  const ask = async (what: string, all: number, askFor: (most: number) => NewAiRequest) => {
    for (let most = all; most > 0; most = Math.floor(most / 2)) {
      const asked = askFor(most);
      try {
        const create = (transaction: Queries) =>
          createRequest(transaction, writing, actor, { asked });
        made.push(await queries.transaction(create));
        if (most < all) notes.push(`This month has the money for ${most} of ${all} ${what}.`);
        return;
      } catch (error) {
        if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
        if (error instanceof OverBudgetError && most > 1) continue;
        // The failure is only noted, because AI requests that were already created remain valid.
        notes.push(error.message);
        return;
      }
    }
  };
  await ask('articles', ideaIds.length, (most) => ({
    type: 'generate_articles',
    ideaIds: ideaIds.slice(0, most),
    thenReview,
  }));
  await ask('authors without ideas', authors.length, (most) => ({
    type: 'generate_article_ideas',
    authors: authors.slice(0, most).map(({ authorId, count }) => ({ authorId, count })),
  }));
  if (!made.length && !notes.length)
    notes.push('Everything that is missing is on its way already.');
  return { made, notes };
}
