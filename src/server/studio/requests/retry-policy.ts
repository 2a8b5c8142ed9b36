import type { StoredRequest } from '#server/studio/request-store/repository.ts';
import { PermanentError, type TransientError } from '#server/studio/writer/ai-writer.ts';

/** Durations in milliseconds. */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Milliseconds after a batch's expiration at which Octavo gives up the batch if the AI service has not ended it. */
export const OVERDUE_AFTER = 2 * HOUR;

/**
 * Milliseconds after a batch's expiration during which its results can be downloaded. The AI service keeps results for
 * 29 days after submission, and a batch expires after one day
 * (https://platform.claude.com/docs/en/build-with-claude/batch-processing).
 */
const RESULTS_KEPT = 28 * DAY;

/**
 * Returns the time of the next poll of an AI request's batch. The interval is a tenth of the request's age, but at
 * least two seconds and at most five minutes.
 */
export function nextPollAt({ createdAt }: StoredRequest, now: number): Date {
  const age = now - createdAt.getTime();
  return new Date(now + Math.min(Math.max(age / 10, 2 * SECOND), 5 * MINUTE));
}

/**
 * Returns the time of the next attempt after a failed call to the AI service. The delay starts at five seconds and
 * doubles with each consecutive failure, up to 15 minutes. If the service asks for a longer delay, that delay applies,
 * up to an hour.
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
 * Returns the time, in milliseconds since the epoch, until which an AI request is retried after an error. A batch has
 * been paid for, so it is retried as long as the AI service keeps its results. This includes permanent errors, because
 * an operator may replace a rejected API key. If the service does not find the batch, the request is retried until the
 * batch is overdue. A request without a batch is retried for a day.
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
