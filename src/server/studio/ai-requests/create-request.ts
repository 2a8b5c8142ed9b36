import { isDeepStrictEqual } from 'node:util';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import type {
  AiRequestEstimate,
  AiWriterStatus,
  NewAiRequest,
} from '#domain/studio/ai-requests.ts';
import { formatDollars } from '#domain/studio/format-dollars.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { dryRun } from '#server/platform/db/dry-run.ts';
import { ConflictError } from '#server/platform/errors.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobDefinition } from '#server/platform/jobs/job.ts';
import {
  insertAiRequest,
  lockAiBudget,
  lockIdempotencyKeyAndFindAiRequest,
  sumSpentAndReservedCosts,
} from '#server/studio/ai-request-store/repository.ts';
import type {
  AiRequestItemInput,
  AiRequestItemInputWithId,
} from '#server/studio/ai-request-store/request-kind.ts';
import { type AuditActor, recordAuditEvent } from '#server/studio/audit/service.ts';
import { loadPromptTemplate } from '#server/studio/prompts/load-prompt-template.ts';
import {
  type AiWriter,
  type AiWriterSetup,
  getAiWriterOrThrow,
} from '#server/studio/writer/ai-writer.ts';
import { AI_REQUEST_DEFINITIONS } from './request-kinds.ts';

interface RequestToCreate {
  asked: NewAiRequest;
  /** The inputs for the items. Default: the inputs that the request type derives from `asked`, the editor's request. */
  inputs?: readonly AiRequestItemInput[];
  /** The ID of an earlier AI request whose items are repeated. */
  retryOf?: string;
  /**
   * A UUID that the client chooses. A repeated call with the same UUID returns the AI request that the first call
   * created.
   */
  idempotencyKey?: string | undefined;
}

/**
 * Creates an AI request with its items within the caller's transaction, and schedules the submission of the request.
 * Returns the ID of the request. Throws `BusyError` if no AI writer is configured, and {@link ConflictError} if the
 * budget is exceeded. Also throws any errors from the request type's `prepare`.
 */
export async function createAiRequest(
  transaction: Queries,
  writing: AiWriterSetup,
  actor: AuditActor,
  {
    asked,
    inputs = AI_REQUEST_DEFINITIONS[asked.type].toInputs(asked),
    retryOf,
    idempotencyKey,
  }: RequestToCreate,
): Promise<string> {
  const writer = getAiWriterOrThrow(writing);
  const existing =
    idempotencyKey && (await findByIdempotencyKey(transaction, idempotencyKey, asked));
  if (existing) return existing;
  const { type } = asked;
  const { model } = writer;
  const prepared = await prepareRequest(transaction, writer, actor, asked, inputs);
  const { id, items, prompt, schema, estimatedCost, maxCosts } = prepared;
  await requireBudget(transaction, writing.monthlyBudget, sum(maxCosts));
  await insertAiRequest(
    transaction,
    {
      id,
      type,
      status: 'in_progress',
      asked,
      model,
      prompt: prompt.version,
      promptHash: prompt.hash,
      system: prompt.system,
      answerSchema: schema,
      askedById: actor?.id ?? null,
      askedByName: actor?.name ?? 'Octavo',
      retryOf: retryOf ?? null,
      idempotencyKey: idempotencyKey ?? null,
      estimatedCost,
    },
    items.map((item, position) => ({
      ...item,
      requestId: id,
      position,
      estimate: maxCosts[position]!,
    })),
  );
  const after = { items: items.length, estimatedCost, model, prompt: prompt.version };
  await recordAuditEvent(transaction, actor, { action: 'request.create', id, name: type, after });
  await enqueueSubmitAndPollJob(transaction);
  return id;
}

/** Estimates the cost of an AI request in US dollars without creating it. */
export async function estimateAiRequestCost(
  queries: Queries,
  writing: AiWriterSetup,
  actor: AuditActor,
  asked: NewAiRequest,
): Promise<Pick<AiRequestEstimate, 'items' | 'estimatedCost' | 'maxCost'>> {
  const writer = getAiWriterOrThrow(writing);
  const inputs = AI_REQUEST_DEFINITIONS[asked.type].toInputs(asked);
  const { items, estimatedCost, maxCosts } = await dryRun(queries, (transaction) =>
    prepareRequest(transaction, writer, actor, asked, inputs),
  );
  return { items: items.length, estimatedCost, maxCost: sum(maxCosts) };
}

/** Returns this month's AI budget: the limit, and the amounts spent, reserved and left, in US dollars. */
export async function getMonthlyBudgetStatus(
  queries: Queries,
  limit: number,
): Promise<AiWriterStatus['budget']> {
  const now = new Date();
  const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const { spent, reserved } = await sumSpentAndReservedCosts(queries, since);
  const left = Math.max(0, limit - spent - reserved);
  return { month: since.toISOString().slice(0, 7), limit, spent, reserved, left };
}

/** Thrown if the cost of an AI request exceeds what is left of the month's budget. */
export class OverBudgetError extends ConflictError {
  override name = 'OverBudgetError';
}

/** The job that submits and polls all due AI requests. */
export const SUBMIT_AND_POLL_JOB_DEFINITION = {
  id: 'writing',
  payload: z.strictObject({}),
  timeLimit: 15 * 60,
  retries: { limit: 10, delay: 5 },
} satisfies JobDefinition;

/** Enqueues {@link SUBMIT_AND_POLL_JOB_DEFINITION} to run at the given time, or as soon as possible. */
export async function enqueueSubmitAndPollJob(transaction: Queries, at?: Date): Promise<void> {
  await enqueue(
    transaction,
    SUBMIT_AND_POLL_JOB_DEFINITION,
    {},
    { key: 'writing', ...(at && { startAfter: at }) },
  );
}

/** Assigns an ID to each input. The item that is created from the input will have this ID. */
export function assignItemIds(inputs: readonly AiRequestItemInput[]): AiRequestItemInputWithId[] {
  return inputs.map((input) => ({ ...input, itemId: newId() }));
}

/**
 * Returns the ID of the AI request with the given idempotency key, or `undefined` if there is none. Throws
 * {@link ConflictError} if that request has different content.
 */
async function findByIdempotencyKey(
  transaction: Queries,
  idempotencyKey: string,
  asked: NewAiRequest,
): Promise<string | undefined> {
  const existing = await lockIdempotencyKeyAndFindAiRequest(transaction, idempotencyKey);
  if (existing && !isDeepStrictEqual(existing.asked, asked))
    throw new ConflictError('Something else was asked for under this key.');
  return existing?.id;
}

/** Prepares the items of an AI request with their prompts, and estimates the costs. Does not store the request. */
async function prepareRequest(
  transaction: Queries,
  writer: AiWriter,
  actor: AuditActor,
  { type }: NewAiRequest,
  inputs: readonly AiRequestItemInput[],
) {
  const kind = AI_REQUEST_DEFINITIONS[type];
  const id = newId();
  const newItems = assignItemIds(inputs);
  const prepared = await kind.prepare(transaction, newItems, { requestId: id, actor });
  const items = prepared.map(({ subject, prompt }, position) => ({
    id: newItems[position]!.itemId,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectName: subject.name,
    details: newItems[position]!.details ?? {},
    prompt,
  }));
  const prompt = await loadPromptTemplate(type);
  const { schema } = zodOutputFormat(kind.resultSchema);
  const batch = { system: prompt.system, schema, items };
  return {
    id,
    items,
    prompt,
    schema,
    /** The total cost, in US dollars, if each result has the typical length. */
    estimatedCost: sum(writer.estimateCosts(batch, kind.typicalOutputTokens)),
    /** The cost of each item, in US dollars, if its result has the maximum length. */
    maxCosts: writer.estimateCosts(batch, kind.maxOutputTokens),
  };
}

/**
 * Throws {@link OverBudgetError} if `maxCost` exceeds what is left of the month's AI budget. `maxCost` is the maximum
 * cost of a request in US dollars. Locks the budget until the transaction ends.
 */
async function requireBudget(transaction: Queries, limit: number, maxCost: number): Promise<void> {
  await lockAiBudget(transaction);
  const { left } = await getMonthlyBudgetStatus(transaction, limit);
  if (maxCost <= left) return;
  throw new OverBudgetError(
    `This may take up to ${formatDollars(maxCost)}, and this month has ${formatDollars(left)} of ${formatDollars(limit)} left. Ask for less, raise AI_MONTHLY_BUDGET, or wait for next month.`,
  );
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, each) => total + each, 0);
}
