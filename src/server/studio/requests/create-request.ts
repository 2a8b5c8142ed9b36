import { isDeepStrictEqual } from 'node:util';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import { v7 as newId } from 'uuid';
import { ITEM_STATES, REQUEST_STATES } from '#domain/statuses/machines.ts';
import { transitionOn } from '#domain/statuses/state-machine.ts';
import type { Estimate, NewRequest } from '#domain/studio/requests.ts';
import type { Member } from '#domain/studio/roles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { BusyError, ConflictError, NotFoundError } from '#server/platform/errors.ts';
import { type Doer, record } from '#server/studio/audit/service.ts';
import { requireTransition } from '#server/studio/states/service.ts';
import type { AiWriter } from '#server/studio/writer/ai-writer.ts';
import { requireBudget } from './budget.ts';
import {
  findItems,
  insertRequest,
  lockByIdempotencyKey,
  lockRequest,
  type StoredItem,
  updateItem,
  updateRequest,
} from './repository.ts';
import type { Kinds, NewItem, RequestInput, RequestKind } from './request-kind.ts';
import { schedulePoll } from './schedule-poll.ts';

/** Who writes, and within what budget. */
export interface AiWriting {
  /** Absent where no key is configured and no demonstration allowed. */
  writer: AiWriter | undefined;
  /** What to set for one to be there. */
  unavailableReason: string | undefined;
  /** US dollars a month. */
  monthlyBudget: number;
}

/** Seconds. Nothing changes until somebody configures it. */
const ASK_AGAIN = 3600;

/** The writer, where there is one. Throws {@link BusyError} that says what to set. */
export function requireWriter({ writer, unavailableReason: obstacle }: AiWriting): AiWriter {
  if (writer) return writer;
  throw new BusyError(obstacle ?? 'Nobody is there to write.', ASK_AGAIN);
}

interface Wanted {
  asked: NewRequest;
  inputs: readonly RequestInput[];
  retryOf?: string;
  /** Asked for again under the same key, nothing is made. */
  idempotencyKey?: string | undefined;
}

/**
 * Stores a request with its items, and has it submitted: to be called within a transaction, so that all of it is there or
 * nothing. Returns its id. Throws {@link BusyError} without a writer, {@link ConflictError} over the budget, and what the
 * kind's `prepare` does.
 */
export async function createRequest(
  transaction: Queries,
  writing: AiWriting,
  kind: RequestKind,
  doer: Doer,
  { asked, inputs: wants, retryOf, idempotencyKey }: Wanted,
): Promise<string> {
  const writer = requireWriter(writing);
  const before = idempotencyKey && (await findByIdempotencyKey(transaction, idempotencyKey, asked));
  if (before) return before;
  const id = newId();
  const items = wants.map(asItem);
  const prepared = await kind.prepare(transaction, items, { requestId: id, doer });
  const { version, hash, system } = await kind.prompt();
  const { schema } = zodOutputFormat(kind.resultSchema);
  const prompts = prepared.map(({ prompt }, at) => ({ id: items[at]!.itemId, prompt }));
  const batch = { system, schema, items: prompts };
  const estimatedCost = sum(writer.estimateCosts(batch, kind.typicalOutputTokens));
  const reserved = writer.estimateCosts(batch, kind.maxOutputTokens);
  await requireBudget(transaction, writing.monthlyBudget, sum(reserved));
  await insertRequest(
    transaction,
    {
      id,
      type: kind.type,
      status: 'in_progress',
      asked,
      model: writer.model,
      prompt: version,
      promptHash: hash,
      system,
      answerSchema: schema,
      askedById: doer?.id ?? null,
      askedByName: doer?.name ?? 'Octavo',
      retryOf: retryOf ?? null,
      idempotencyKey: idempotencyKey ?? null,
      estimatedCost,
    },
    prepared.map(({ subject, prompt }, position) => ({
      id: items[position]!.itemId,
      requestId: id,
      position,
      subjectKind: subject.kind,
      subjectId: subject.id,
      subjectName: subject.name,
      details: items[position]!.details ?? {},
      prompt,
      estimate: reserved[position]!,
    })),
  );
  await record(transaction, doer, {
    action: 'request.create',
    id,
    name: kind.type,
    after: { items: items.length, estimatedCost, model: writer.model, prompt: version },
  });
  await schedulePoll(transaction);
  return id;
}

/** What a request would take, were it made: nothing of it is kept. */
export async function estimateRequest(
  queries: Queries,
  writing: AiWriting,
  kind: RequestKind,
  doer: Doer,
  asked: NewRequest,
): Promise<Pick<Estimate, 'items' | 'estimatedCost' | 'maxCost'>> {
  const writer = requireWriter(writing);
  const { system } = await kind.prompt();
  const { schema } = zodOutputFormat(kind.resultSchema);
  const wanted = kind.toInputs(asked).map(asItem);
  const prepared = await dryRun(queries, (transaction) =>
    kind.prepare(transaction, wanted, { requestId: newId(), doer }),
  );
  const items = prepared.map(({ prompt }, at) => ({ id: wanted[at]!.itemId, prompt }));
  const batch = { system, schema, items };
  return {
    items: items.length,
    estimatedCost: sum(writer.estimateCosts(batch, kind.typicalOutputTokens)),
    maxCost: sum(writer.estimateCosts(batch, kind.maxOutputTokens)),
  };
}

/** Calls a request off. What is answered by then is kept. */
export async function cancelRequest(queries: Queries, member: Member, id: string): Promise<void> {
  await queries.transaction(async (transaction) => {
    const request = await requireRequest(transaction, id);
    const status = requireTransition(REQUEST_STATES, request.status, 'cancel', member.role);
    await updateRequest(transaction, id, { status, lookAt: new Date() });
    await record(transaction, member, {
      action: 'request.cancel',
      id,
      name: request.type,
      before: { status: request.status },
      after: { status },
    });
    await schedulePoll(transaction);
  });
}

/**
 * Asks again for what a request did not get, or for some of it, by a new request; its id. What cannot be asked for any
 * more is left as it is. Throws {@link ConflictError} when that is all of it.
 */
export async function retryRequest(
  queries: Queries,
  writing: AiWriting,
  kinds: Kinds,
  member: Member,
  id: string,
  itemIds?: readonly string[],
): Promise<string> {
  requireWriter(writing);
  return queries.transaction(async (transaction) => {
    const request = await requireRequest(transaction, id);
    const kind = kinds[request.type];
    const all = await findItems(transaction, id);
    const unknown = itemIds?.find((each) => !all.some((item) => item.id === each));
    if (unknown) throw new NotFoundError('This request has no such item.');
    const chosen = all.filter((item) =>
      itemIds ? itemIds.includes(item.id) : transitionOn(ITEM_STATES, item.status, 'retry'),
    );
    if (itemIds)
      for (const { status } of chosen) requireTransition(ITEM_STATES, status, 'retry', member.role);
    const again = await selectRetryable(transaction, kind, chosen, member);
    const made = await createRequest(transaction, writing, kind, member, {
      asked: request.asked,
      inputs: again.map(wantOf),
      retryOf: id,
    });
    for (const { id: itemId, status } of again)
      await updateItem(transaction, itemId, status, { status: 'retried', retriedIn: made });
    await record(transaction, member, {
      action: 'request.retry',
      id,
      name: request.type,
      after: { items: again.length, request: made },
    });
    return made;
  });
}

function wantOf({ subjectId, details }: StoredItem): RequestInput {
  return { subjectId, details };
}

/**
 * Returns the id of the request that has an idempotency key, if there is one. Throws {@link ConflictError} when that request
 * asked for something else.
 */
async function findByIdempotencyKey(
  transaction: Queries,
  idempotencyKey: string,
  asked: NewRequest,
): Promise<string | undefined> {
  const before = await lockByIdempotencyKey(transaction, idempotencyKey);
  if (before && !isDeepStrictEqual(before.asked, asked))
    throw new ConflictError('Something else was asked for under this key.');
  return before?.id;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, each) => total + each, 0);
}

function asItem(want: RequestInput): NewItem {
  return { ...want, itemId: newId() };
}

/** Runs a transaction, rolls it back, and returns its outcome. */
async function dryRun<Outcome>(
  queries: Queries,
  act: (transaction: Queries) => Promise<Outcome>,
): Promise<Outcome> {
  const rollback = new Error('rolled back on purpose');
  let outcome: { of: Outcome } | undefined;
  try {
    await queries.transaction(async (transaction) => {
      outcome = { of: await act(transaction) };
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return outcome!.of;
}

/** Selects the items that can be requested again. Throws {@link ConflictError} when there are none. */
async function selectRetryable(
  transaction: Queries,
  kind: RequestKind,
  items: readonly StoredItem[],
  doer: Doer,
): Promise<readonly StoredItem[]> {
  const refusalOf = async (asked: readonly StoredItem[]): Promise<string | undefined> => {
    const place = { requestId: newId(), doer };
    try {
      await dryRun(transaction, (attempt) =>
        kind.prepare(attempt, asked.map(wantOf).map(asItem), place),
      );
      return undefined;
    } catch (error) {
      if (error instanceof ConflictError || error instanceof NotFoundError) return error.message;
      throw error;
    }
  };
  if (!items.length)
    throw new ConflictError('There is nothing in this request that could be asked for again.');
  if ((await refusalOf(items)) === undefined) return items;
  const retryable: StoredItem[] = [];
  let refusal: string | undefined;
  for (const item of items) {
    const own = await refusalOf([item]);
    if (own === undefined) retryable.push(item);
    else refusal ??= own;
  }
  if (!retryable.length) throw new ConflictError(refusal!);
  return retryable;
}

async function requireRequest(transaction: Queries, id: string) {
  const request = await lockRequest(transaction, id);
  if (!request) throw new NotFoundError('There is no such request.');
  return request;
}
