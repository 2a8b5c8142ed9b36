import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import { v7 as newId } from 'uuid';
import { ITEM_STATES, REQUEST_STATES } from '#domain/statuses/machines.ts';
import { transitionOn } from '#domain/statuses/state-machine.ts';
import type { NewRequest } from '#domain/studio/requests.ts';
import type { Member } from '#domain/studio/roles.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { BusyError, ConflictError, NotFoundError } from '#server/platform/errors.ts';
import { type Doer, record } from '#server/studio/audit/service.ts';
import { requireTransition } from '#server/studio/states/service.ts';
import type { Writer } from '#server/studio/writer/service.ts';
import { requireBudget } from './budget.ts';
import type { Kinds, Preparation, RequestKind, Want } from './kinds.ts';
import {
  insertRequest,
  itemsOf,
  lockRequest,
  type StoredItem,
  updateItem,
  updateRequest,
} from './repository.ts';
import { lookSoon } from './task.ts';

/** Who writes, and within what budget. */
export interface Writing {
  /** Absent where no key is configured and no demonstration allowed. */
  writer: Writer | undefined;
  /** What to set for one to be there. */
  obstacle: string | undefined;
  /** US dollars a month. */
  budget: number;
}

/** Seconds. Nothing changes until somebody configures it. */
const ASK_AGAIN = 3600;

/** The writer, where there is one. Throws {@link BusyError} that says what to set. */
export function requireWriter({ writer, obstacle }: Writing): Writer {
  if (writer) return writer;
  throw new BusyError(obstacle ?? 'Nobody is there to write.', ASK_AGAIN);
}

interface Wanted {
  asked: NewRequest;
  wants: readonly Want[];
  retryOf?: string;
}

/**
 * Stores a request with its items, and has it submitted: to be called within a transaction, so that all of it is there or
 * nothing. Returns its id. Throws {@link BusyError} without a writer, {@link ConflictError} over the budget, and what the
 * kind's `prepare` does.
 */
export async function makeRequest(
  transaction: Queries,
  writing: Writing,
  kind: RequestKind,
  doer: Doer,
  { asked, wants, retryOf }: Wanted,
): Promise<string> {
  const writer = requireWriter(writing);
  const id = newId();
  const items: { id: string; want: Want; prepared: Preparation }[] = [];
  for (const want of wants) {
    const itemId = newId();
    const prepared = await kind.prepare(transaction, want, { requestId: id, itemId, doer });
    items.push({ id: itemId, want, prepared });
  }
  const { version, hash, system } = await kind.prompt();
  const { schema } = zodOutputFormat(kind.answer);
  const batch = { system, schema, items: items.map(({ id, prepared }) => ({ id, ...prepared })) };
  const estimates = writer.estimate(batch, kind.typical);
  const estimatedCost = estimates.reduce((sum, each) => sum + each, 0);
  await requireBudget(transaction, writing.budget, estimatedCost);
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
      estimatedCost,
    },
    items.map(({ id: itemId, want, prepared: { subject, prompt } }, position) => ({
      id: itemId,
      requestId: id,
      position,
      subjectKind: subject.kind,
      subjectId: subject.id,
      subjectName: subject.name,
      details: want.details ?? {},
      prompt,
      estimate: estimates[position]!,
    })),
  );
  await record(transaction, doer, {
    action: 'request.create',
    id,
    name: kind.type,
    after: { items: items.length, estimatedCost, model: writer.model, prompt: version },
  });
  await lookSoon(transaction);
  return id;
}

/** What a request would take, were it made: nothing of it is kept. */
export async function estimateRequest(
  queries: Queries,
  writing: Writing,
  kind: RequestKind,
  doer: Doer,
  asked: NewRequest,
): Promise<{ items: number; estimatedCost: number }> {
  const writer = requireWriter(writing);
  const { system } = await kind.prompt();
  const { schema } = zodOutputFormat(kind.answer);
  const undone = new Error('Nothing of it is kept');
  const items: { id: string; prompt: string }[] = [];
  await queries
    .transaction(async (transaction) => {
      for (const want of kind.wantsOf(asked)) {
        const place = { requestId: newId(), itemId: newId(), doer };
        items.push({ id: place.itemId, ...(await kind.prepare(transaction, want, place)) });
      }
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  const costs = writer.estimate({ system, schema, items }, kind.typical);
  return { items: items.length, estimatedCost: costs.reduce((sum, each) => sum + each, 0) };
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
    await lookSoon(transaction);
  });
}

/**
 * Asks again for what a request did not get, or for some of it, by a new request; its id. What cannot be asked for any
 * more is left as it is. Throws {@link ConflictError} when that is all of it.
 */
export async function retryRequest(
  queries: Queries,
  writing: Writing,
  kinds: Kinds,
  member: Member,
  id: string,
  itemIds?: readonly string[],
): Promise<string> {
  requireWriter(writing);
  return queries.transaction(async (transaction) => {
    const request = await requireRequest(transaction, id);
    const kind = kinds[request.type];
    const all = await itemsOf(transaction, id);
    const unknown = itemIds?.find((each) => !all.some((item) => item.id === each));
    if (unknown) throw new NotFoundError('This request has no such item.');
    const chosen = all.filter((item) =>
      itemIds ? itemIds.includes(item.id) : transitionOn(ITEM_STATES, item.status, 'retry'),
    );
    if (itemIds)
      for (const { status } of chosen) requireTransition(ITEM_STATES, status, 'retry', member.role);
    const refusals: string[] = [];
    const again: StoredItem[] = [];
    for (const item of chosen) {
      // Tried and taken back: the request is made below, with all of them at once.
      const refusal = await refusalOfAgain(transaction, kind, item, member);
      if (refusal === undefined) again.push(item);
      else refusals.push(refusal);
    }
    if (!again.length)
      throw new ConflictError(
        refusals[0] ?? 'There is nothing in this request that could be asked for again.',
      );
    const made = await makeRequest(transaction, writing, kind, member, {
      asked: request.asked,
      wants: again.map(wantOf),
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

function wantOf({ subjectId, details }: StoredItem): Want {
  return { subjectId, details };
}

async function refusalOfAgain(
  transaction: Queries,
  kind: RequestKind,
  item: StoredItem,
  doer: Doer,
): Promise<string | undefined> {
  const undone = new Error('It can be asked for');
  try {
    await transaction.transaction(async (attempt) => {
      await kind.prepare(attempt, wantOf(item), { requestId: newId(), itemId: newId(), doer });
      throw undone;
    });
  } catch (error) {
    if (error === undone) return undefined;
    if (error instanceof ConflictError || error instanceof NotFoundError) return error.message;
    throw error;
  }
  return undefined;
}

async function requireRequest(transaction: Queries, id: string) {
  const request = await lockRequest(transaction, id);
  if (!request) throw new NotFoundError('There is no such request.');
  return request;
}
