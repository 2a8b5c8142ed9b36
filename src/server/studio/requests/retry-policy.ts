import type { StoredRequest } from '#server/studio/request-store/repository.ts';
import { PermanentError, type TransientError } from '#server/studio/writer/ai-writer.ts';

/** Milliseconds. */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A batch that the service should have ended is given up after this long. */
export const OVERDUE_AFTER = 2 * HOUR;

/**
 * Results can be downloaded for 29 days after submission
 * (https://platform.claude.com/docs/en/build-with-claude/batch-processing), which is 28 days after a batch expires.
 */
const RESULTS_KEPT = 28 * DAY;

/** Returns the time of a batch's next poll: every two seconds at first, every five minutes once the request is an hour old. */
export function nextPollAt({ createdAt }: StoredRequest, now: number): Date {
  const age = now - createdAt.getTime();
  return new Date(now + Math.min(Math.max(age / 10, 2 * SECOND), 5 * MINUTE));
}

/**
 * Returns the time of the next attempt after a failed call: five seconds later, doubling to fifteen minutes with each failure in a
 * row, or as long as the service asks for, up to an hour.
 */
export function nextAttemptAt(
  { failures }: StoredRequest,
  error: TransientError | PermanentError,
  now: number,
): Date {
  const retryAfter = error instanceof PermanentError ? 0 : (error.retryAfter ?? 0);
  const doubled = Math.min(5 * SECOND * 2 ** failures, 15 * MINUTE);
  return new Date(now + Math.max(doubled, Math.min(retryAfter * SECOND, HOUR)));
}

/**
 * Returns until when a request is tried again after an error. A batch is paid for: the service is asked for as long as it
 * keeps results, even if it refuses, since a replaced API key may be restored. A batch that it does not find is given up
 * once it is overdue. A request that the service never took is given up after a day.
 */
export function retryDeadline(
  { createdAt, sentAt, batchId, expiresAt }: StoredRequest,
  error: TransientError | PermanentError,
): number {
  if (!batchId) return createdAt.getTime() + DAY;
  const expired = expiresAt?.getTime() ?? (sentAt ?? createdAt).getTime() + DAY;
  const isNotFound = error instanceof PermanentError && error.isNotFound;
  return expired + (isNotFound ? OVERDUE_AFTER : RESULTS_KEPT);
}
