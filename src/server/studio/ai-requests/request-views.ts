import { INTERNAL_AI_REQUEST_STATUS_NAMES } from '#domain/statuses/ai-request-states.ts';
import type { AiRequest, AiRequestItem } from '#domain/studio/ai-requests.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { readNewestFirstPage } from '#server/platform/db/page-token.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import {
  type AiRequestFilters,
  type AiRequestItemTotals,
  findAiRequest,
  listAiRequestItems,
  listAiRequests,
  type StoredAiRequest,
  type StoredAiRequestItem,
  sumAiRequestItemsByRequestAndStatus,
} from '#server/studio/ai-request-store/repository.ts';

/** Returns a page of AI requests for display in the studio, newest first. */
export async function getAiRequestPage(
  queries: Queries,
  filters: AiRequestFilters,
  limit: number,
  token?: string,
): Promise<{ requests: AiRequest[]; nextToken: string | null }> {
  const context = `requests ${filters.type ?? ''} ${filters.status ?? ''}`;
  const { page, nextToken } = await readNewestFirstPage(
    { context, limit, token },
    (maxRows, after) => listAiRequests(queries, filters, maxRows, after),
  );
  const totals = await sumAiRequestItemsByRequestAndStatus(
    queries,
    page.map(({ id }) => id),
  );
  return { requests: page.map((row) => toAiRequest(row, totals)), nextToken };
}

/**
 * Returns an AI request with its items for display in the studio. Throws {@link NotFoundError} if the request does not
 * exist.
 */
export async function getAiRequestWithItems(
  queries: Queries,
  id: string,
): Promise<{ request: AiRequest; items: AiRequestItem[] }> {
  const row = await findAiRequest(queries, id);
  if (!row) throw new NotFoundError('There is no such request.');
  const items = await listAiRequestItems(queries, id);
  return {
    request: toAiRequest(row, await sumAiRequestItemsByRequestAndStatus(queries, [id])),
    items: items.map(toAiRequestItem),
  };
}

function toAiRequest(row: StoredAiRequest, totals: readonly AiRequestItemTotals[]): AiRequest {
  const ownTotals = totals.filter(({ requestId }) => requestId === row.id);
  const sum = (getAmount: (each: AiRequestItemTotals) => number) =>
    ownTotals.reduce((total, each) => total + getAmount(each), 0);
  const isOutcomeUnknown = row.outcomeUnknownAt !== null && row.endedAt === null;
  const pending = ownTotals.find(({ status }) => status === 'pending');
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    internalStatus: INTERNAL_AI_REQUEST_STATUS_NAMES[row.status],
    isTaken: row.batchId !== null,
    model: row.model,
    prompt: row.prompt,
    promptHash: row.promptHash,
    askedBy: row.askedByName,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    items: Object.fromEntries(ownTotals.map(({ status, count }) => [status, count])),
    estimatedCost: row.estimatedCost,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cost: sum(({ cost }) => cost),
    note: isOutcomeUnknown ? null : row.note,
    unknownOutcome: isOutcomeUnknown
      ? {
          sentAt: row.sentAt!.toISOString(),
          cause: row.note,
          maxCost: pending?.greatestCost ?? 0,
        }
      : null,
    retryOf: row.retryOf,
  };
}

function toAiRequestItem(item: StoredAiRequestItem): AiRequestItem {
  const { id, status, reason, outcomes, remarks, inputTokens, outputTokens, cost, retriedIn } =
    item;
  const { subjectKind: kind, subjectId, subjectName: name } = item;
  const subject = { kind, id: subjectId, name };
  return {
    id,
    status,
    subject,
    reason,
    outcomes,
    remarks,
    inputTokens,
    outputTokens,
    cost,
    retriedIn,
  };
}
