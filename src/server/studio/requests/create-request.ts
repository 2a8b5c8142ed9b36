import { isDeepStrictEqual } from 'node:util';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import { v7 as newId } from 'uuid';
import type { Estimate, NewRequest } from '#domain/studio/requests.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { dryRun } from '#server/platform/db/dry-run.ts';
import { ConflictError } from '#server/platform/errors.ts';
import { type AuditActor, recordAuditEvent } from '#server/studio/audit/service.ts';
import { loadPrompt } from '#server/studio/prompts/load-prompt.ts';
import { insertRequest, lockByIdempotencyKey } from '#server/studio/request-store/repository.ts';
import type {
  NewItem,
  RequestContext,
  RequestInput,
} from '#server/studio/request-store/request-kind.ts';
import { type AiWriting, requireWriter } from '#server/studio/writer/ai-writer.ts';
import { requireBudget } from './budget.ts';
import { REQUEST_KINDS } from './request-kinds.ts';
import { schedulePoll } from './schedule-poll.ts';

interface RequestToCreate {
  asked: NewRequest;
  /** Inputs of the items. By default, they are derived from `asked`. */
  inputs?: readonly RequestInput[];
  /** ID of an earlier AI request whose items are repeated. */
  retryOf?: string;
  /** UUID that the client chooses. A repeated call with the same UUID returns the request of the first call. */
  idempotencyKey?: string | undefined;
}

/**
 * Creates an AI request with its items within the caller's transaction, and schedules its submission. Returns the ID of
 * the request. Throws `BusyError` if no AI writer is configured, {@link ConflictError} if the budget is exceeded, and
 * the errors of the request kind's `prepare`.
 */
export async function createRequest(
  transaction: Queries,
  writing: AiWriting,
  actor: AuditActor,
  {
    asked,
    inputs = REQUEST_KINDS[asked.type].toInputs(asked),
    retryOf,
    idempotencyKey,
  }: RequestToCreate,
): Promise<string> {
  const writer = requireWriter(writing);
  const existing =
    idempotencyKey && (await findByIdempotencyKey(transaction, idempotencyKey, asked));
  if (existing) return existing;
  const id = newId();
  const items = withItemIds(inputs);
  const batch = await prepareBatch(transaction, asked, items, { requestId: id, actor });
  const { prepared, prompt, system, schema } = batch;
  const { type, typicalOutputTokens, maxOutputTokens } = REQUEST_KINDS[asked.type];
  const estimatedCost = sum(writer.estimateCosts(batch, typicalOutputTokens));
  const greatestCosts = writer.estimateCosts(batch, maxOutputTokens);
  await requireBudget(transaction, writing.monthlyBudget, sum(greatestCosts));
  await insertRequest(
    transaction,
    {
      id,
      type,
      status: 'in_progress',
      asked,
      model: writer.model,
      prompt: prompt.version,
      promptHash: prompt.hash,
      system,
      answerSchema: schema,
      askedById: actor?.id ?? null,
      askedByName: actor?.name ?? 'Octavo',
      retryOf: retryOf ?? null,
      idempotencyKey: idempotencyKey ?? null,
      estimatedCost,
    },
    prepared.map(({ subject, prompt: text }, position) => ({
      id: items[position]!.itemId,
      requestId: id,
      position,
      subjectKind: subject.kind,
      subjectId: subject.id,
      subjectName: subject.name,
      details: items[position]!.details ?? {},
      prompt: text,
      estimate: greatestCosts[position]!,
    })),
  );
  await recordAuditEvent(transaction, actor, {
    action: 'request.create',
    id,
    name: type,
    after: { items: items.length, estimatedCost, model: writer.model, prompt: prompt.version },
  });
  await schedulePoll(transaction);
  return id;
}

/** Estimates the cost of an AI request in US dollars without creating it. */
export async function estimateRequest(
  queries: Queries,
  writing: AiWriting,
  actor: AuditActor,
  asked: NewRequest,
): Promise<Pick<Estimate, 'items' | 'estimatedCost' | 'maxCost'>> {
  const writer = requireWriter(writing);
  const { toInputs, typicalOutputTokens, maxOutputTokens } = REQUEST_KINDS[asked.type];
  const items = withItemIds(toInputs(asked));
  const batch = await dryRun(queries, (transaction) =>
    prepareBatch(transaction, asked, items, { requestId: newId(), actor }),
  );
  return {
    items: items.length,
    estimatedCost: sum(writer.estimateCosts(batch, typicalOutputTokens)),
    maxCost: sum(writer.estimateCosts(batch, maxOutputTokens)),
  };
}

/** Adds to each input the ID of the item that it will become. */
export function withItemIds(inputs: readonly RequestInput[]): NewItem[] {
  return inputs.map((input) => ({ ...input, itemId: newId() }));
}

/** Prepares the items of an AI request, and returns the batch to submit to the AI service. */
async function prepareBatch(
  transaction: Queries,
  { type }: NewRequest,
  newItems: readonly NewItem[],
  context: RequestContext,
) {
  const kind = REQUEST_KINDS[type];
  const prepared = await kind.prepare(transaction, newItems, context);
  const prompt = await loadPrompt(type);
  const { schema } = zodOutputFormat(kind.resultSchema);
  const items = prepared.map(({ prompt: text }, at) => ({
    id: newItems[at]!.itemId,
    prompt: text,
  }));
  return { prepared, prompt, system: prompt.system, schema, items };
}

/**
 * Returns the ID of the AI request with an idempotency key, or `undefined` if there is none. Throws {@link
 * ConflictError} if that request has different content.
 */
async function findByIdempotencyKey(
  transaction: Queries,
  idempotencyKey: string,
  asked: NewRequest,
): Promise<string | undefined> {
  const existing = await lockByIdempotencyKey(transaction, idempotencyKey);
  if (existing && !isDeepStrictEqual(existing.asked, asked))
    throw new ConflictError('Something else was asked for under this key.');
  return existing?.id;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, each) => total + each, 0);
}
