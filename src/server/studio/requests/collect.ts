import { findItems, type StoredRequest } from '#server/studio/request-store/repository.ts';
import { applyResult } from './apply.ts';
import { finishRequest } from './finish-request.ts';
import type { PollContext } from './poll-context.ts';

/**
 * Downloads the results of a batch that has ended, applies each result as it arrives, and ends the request. After an
 * interruption, the next attempt downloads all results again and skips those that are already stored. If a result
 * cannot be stored because of an unexpected error, the other results are still applied. The error is thrown at the end,
 * and the request stays open.
 */
export async function collectResults(context: PollContext, request: StoredRequest): Promise<void> {
  const { queries, writer, signal } = context;
  const itemIds = new Set((await findItems(queries, request.id)).map(({ id }) => id));
  const errors: unknown[] = [];
  for await (const result of writer.streamResults(request.batchId!, signal)) {
    signal.throwIfAborted();
    if (!itemIds.has(result.itemId)) continue;
    await applyResult(queries, request.type, result).catch((error: unknown) => errors.push(error));
  }
  if (errors.length) throw errors[0];
  const hasExpired = (await findItems(queries, request.id, 'expired')).length > 0;
  await finishRequest(context, request, {
    event: hasExpired ? 'expire' : 'end',
    leftovers: 'err',
    reason: 'The service had no answer to this one.',
  });
}
