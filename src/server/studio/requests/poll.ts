import type { Queries } from '#server/platform/db/database.ts';
import {
  type AiWriter,
  type BatchState,
  PermanentError,
  TransientError,
} from '#server/studio/writer/ai-writer.ts';
import { finishRequest, storeAnswer } from './apply.ts';
import {
  findItems,
  findOtherBatchIds,
  findRequest,
  lockRequest,
  type StoredRequest,
  updateClaimedRequest,
} from './repository.ts';
import type { Kinds } from './request-kind.ts';

/*
 * How a request comes to the service once. Requests and items are stored before anything is sent. That it is being sent
 * is stored before it is (`sentAt`), its name at the service right after. Whoever finds the one without the other, as
 * after a crash or a lost answer, looks through what was submitted since: a batch of the same size that is no other
 * request's is taken for it, and only the first of its answers makes that certain, since nothing else of a batch shows
 * whose it is. If it turns out to be somebody else's it is noted as such, and the search goes on. Only where nothing is
 * found is it sent again. An uncertain batch is never called off: it may be somebody else's.
 */

/** Milliseconds. */
const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;
const DAY = 24 * HOUR;
/** A claim expires after this long, so another process can take over from one that crashed; a living one renews it. */
export const CLAIM_DURATION = 2 * 60 * SECOND;
/** Clocks differ, ours and the service's. */
const SKEW = 10 * 60 * SECOND;
/** The service lists what was submitted a moment later. */
const LISTED_AFTER = 15 * SECOND;
/** A request that nobody could submit for so long is given up; one that should have expired is. */
const GIVEN_UP_AFTER = DAY;
const OVERDUE_AFTER = 2 * HOUR;
/**
 * What is answered can be had for 29 days from when it was submitted
 * (https://platform.claude.com/docs/en/build-with-claude/batch-processing), which is 28 from when it would expire.
 */
const KEPT = 28 * DAY;

/** How long until a request is looked at again: seldomer as it grows older, between two seconds and five minutes. */
function pauseFor({ createdAt }: StoredRequest, now: number): number {
  const age = now - createdAt.getTime();
  return Math.min(Math.max(age / 10, 2 * SECOND), 5 * 60 * SECOND);
}

/** After so many failures in a row, doubling from five seconds to fifteen minutes, or what the service asks for. */
function pauseAfter(failures: number, retryAfter = 0): number {
  const doubled = Math.min(5 * SECOND * 2 ** failures, 15 * 60 * SECOND);
  return Math.max(doubled, Math.min(retryAfter * SECOND, HOUR));
}

/** What it takes to bring requests further, until `signal` says to stop. */
export interface PollContext {
  queries: Queries;
  writer: AiWriter;
  kinds: Kinds;
  signal: AbortSignal;
}

/** Another process has claimed the request: what this one found counts no more. */
class ClaimLost extends Error {
  override name = 'ClaimLost';
}

/** Changes a request. Throws {@link ClaimLost} where another process has claimed it since it was read. */
async function update(
  queries: Queries,
  request: StoredRequest,
  changes: Partial<StoredRequest>,
): Promise<void> {
  if (!(await updateClaimedRequest(queries, request, changes))) throw new ClaimLost(request.id);
}

/**
 * Brings a request a step further while this process holds its claim. What the service cannot do for now is noted, and tried
 * again later; so is what it refuses of a request that it may have taken. That is paid for, and a key that is not accepted may be again.
 */
export async function poll(context: PollContext, request: StoredRequest): Promise<void> {
  const { queries, signal } = context;
  const { id, failures } = request;
  const now = Date.now();
  try {
    if (request.serviceId) await track(context, request);
    else await submit(context, request);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ClaimLost) return;
    if (!(error instanceof TransientError || error instanceof PermanentError)) throw error;
    const current = (await findRequest(queries, id)) ?? request;
    const wasSent = current.serviceId !== null || current.sentAt !== null;
    if (now > hopeEndsAt(current, error)) return fail(context, request, error.message, wasSent);
    const retryAfter = error instanceof TransientError ? error.retryAfter : undefined;
    await updateClaimedRequest(queries, request, {
      failures: failures + 1,
      lookAt: new Date(now + pauseAfter(failures, retryAfter)),
      note: error.message,
      claimedUntil: null,
    });
  }
}

/** Until when a request that meets with an error is worth another try, in milliseconds since 1970. */
function hopeEndsAt(
  { createdAt, sentAt, serviceId, expiresAt }: StoredRequest,
  error: TransientError | PermanentError,
): number {
  // It was never taken: nothing is lost.
  if (!serviceId && !sentAt) return createdAt.getTime() + GIVEN_UP_AFTER;
  const expired = expiresAt?.getTime() ?? (sentAt ?? createdAt).getTime() + DAY;
  // What is missing for as long as it could have taken was removed.
  const isMissing = error instanceof PermanentError && error.isNotFound;
  return expired + (isMissing ? OVERDUE_AFTER : KEPT);
}

/** Sends a request off, unless it may have arrived before. What the service does not take then has failed. */
async function submit(context: PollContext, request: StoredRequest): Promise<void> {
  const { queries, writer, kinds, signal } = context;
  const { id } = request;
  if (request.sentAt) {
    const found = await findSent(context, request, request.sentAt);
    if (found) return takeAs(queries, request, found, false);
    const listedAt = request.sentAt.getTime() + LISTED_AFTER;
    if (listedAt > Date.now())
      return update(queries, request, { lookAt: new Date(listedAt), claimedUntil: null });
  }
  const items = await findItems(queries, id, 'pending');
  const isToBeSent = await queries.transaction(async (transaction) => {
    // Called off meanwhile, perhaps.
    const { status } = (await lockRequest(transaction, id))!;
    if (status === 'in_progress') await update(transaction, request, { sentAt: new Date() });
    return status === 'in_progress';
  });
  if (!isToBeSent)
    return finishRequest(queries, kinds[request.type], request, {
      event: 'end',
      leftovers: 'cancel',
      reason: 'It was called off before it was sent.',
    });
  const { system, answerSchema: schema } = request;
  const { maxOutputTokens: longest } = kinds[request.type];
  let state: BatchState;
  try {
    state = await writer.submitBatch({ system, schema, maxOutputTokens: longest, items }, signal);
  } catch (error) {
    if (error instanceof PermanentError) return fail(context, request, error.message, false);
    if (error instanceof TransientError && !error.mayHaveArrived)
      await update(queries, request, { sentAt: null });
    throw error;
  }
  await takeAs(queries, request, state, true);
}

/** What was submitted for a request although nobody knows of it. */
async function findSent(
  { queries, writer, signal }: PollContext,
  { id, notOurs }: StoredRequest,
  sentAt: Date,
): Promise<BatchState | undefined> {
  const others = await findOtherBatchIds(queries, id);
  const { length: size } = await findItems(queries, id);
  const since = new Date(sentAt.getTime() - SKEW);
  let found: BatchState | undefined;
  for await (const batch of writer.listBatchesSince(since, signal)) {
    const { batchId: serviceId } = batch;
    if (batch.itemCount !== size || others.has(serviceId) || notOurs.includes(serviceId)) continue;
    // The nearest to when it was sent, of several.
    const isNearer = (one: BatchState, other: BatchState) =>
      Math.abs(one.createdAt.getTime() - sentAt.getTime()) <
      Math.abs(other.createdAt.getTime() - sentAt.getTime());
    if (!found || isNearer(batch, found)) found = batch;
  }
  return found;
}

async function takeAs(
  queries: Queries,
  request: StoredRequest,
  { batchId: serviceId, expiresAt }: BatchState,
  isCertain: boolean,
): Promise<void> {
  await update(queries, request, {
    serviceId,
    expiresAt,
    isCertain,
    failures: 0,
    note: null,
    lookAt: new Date(Date.now() + (isCertain ? SECOND : 0)),
    claimedUntil: null,
  });
}

/** Sees how a submitted request is getting on, and fetches its answers once they are there. */
async function track(context: PollContext, request: StoredRequest): Promise<void> {
  const { queries, writer, kinds, signal } = context;
  const { serviceId, isCertain } = request;
  if (request.status === 'canceling' && isCertain && !request.cancelSent)
    await callOff(context, request);
  let batch: BatchState;
  try {
    batch = await writer.getBatch(serviceId!, signal);
  } catch (error) {
    if (!isCertain && error instanceof PermanentError && error.isNotFound)
      return disown(queries, request);
    throw error;
  }
  if (batch.state === 'ended') return collect(context, request);
  if (Date.now() > batch.expiresAt.getTime() + OVERDUE_AFTER)
    return finishRequest(queries, kinds[request.type], request, {
      event: 'expire',
      leftovers: 'expire',
      reason: 'The service had not answered after a day.',
    });
  await update(queries, request, {
    failures: 0,
    note: null,
    expiresAt: batch.expiresAt,
    lookAt: new Date(Date.now() + pauseFor(request, Date.now())),
    claimedUntil: null,
  });
}

/** Asks the service to stop. Where it will not, it is asked again at the next look: what it has done counts all the same. */
async function callOff({ queries, writer, signal }: PollContext, request: StoredRequest) {
  try {
    await writer.cancelBatch(request.serviceId!, signal);
    await update(queries, request, { cancelSent: true });
  } catch (error) {
    if (!(error instanceof PermanentError)) throw error;
  }
}

/**
 * Stores answers one by one as they come in. What was stored before an interruption is passed over. An answer that cannot
 * be stored keeps none of the others back; its error is thrown at the end.
 */
async function collect(context: PollContext, request: StoredRequest): Promise<void> {
  const { queries, writer, kinds, signal } = context;
  const { id, serviceId } = request;
  const kind = kinds[request.type];
  const own = new Set((await findItems(queries, id)).map((item) => item.id));
  let { isCertain } = request;
  const errors: unknown[] = [];
  for await (const answer of writer.streamResults(serviceId!, signal)) {
    signal.throwIfAborted();
    if (!isCertain) {
      if (!own.has(answer.itemId)) return disown(queries, request);
      await update(queries, request, { isCertain: true });
      isCertain = true;
    }
    if (!own.has(answer.itemId)) continue;
    await storeAnswer(queries, kind, answer).catch((error: unknown) => errors.push(error));
  }
  if (errors.length) throw errors[0];
  const hasExpired = (await findItems(queries, id, 'expired')).length > 0;
  await finishRequest(queries, kind, request, {
    event: hasExpired ? 'expire' : 'end',
    leftovers: 'err',
    reason: 'The service had no answer to this one.',
  });
}

/** What was taken for a request is somebody else's: the search goes on. */
async function disown(queries: Queries, request: StoredRequest): Promise<void> {
  const { serviceId, notOurs } = request;
  await update(queries, request, {
    serviceId: null,
    isCertain: false,
    notOurs: [...notOurs, serviceId!],
    expiresAt: null,
    lookAt: new Date(),
    claimedUntil: null,
  });
}

async function fail(
  { queries, kinds }: PollContext,
  request: StoredRequest,
  note: string,
  mayBeBilled: boolean,
): Promise<void> {
  await finishRequest(queries, kinds[request.type], request, {
    event: 'fail',
    leftovers: 'err',
    reason: note,
    mayBeBilled,
    note,
  });
}
