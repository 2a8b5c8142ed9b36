import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, ForbiddenError, InvalidRequestError } from '#server/platform/errors.ts';
import { getErrorMessage } from '#server/platform/get-error-message.ts';
import type { JobWithHandler } from '#server/platform/jobs/job.ts';
import { listArticleIdsDueForPublication, lockManuscript } from '../manuscripts/repository.ts';
import { cancelScheduledPublication } from '../manuscripts/save-manuscript.ts';
import { transitionArticle } from './transition-article.ts';

/** The maximum number of articles that one run of the job publishes. Far fewer are usually due in the same minute. */
const MAX_ARTICLES = 100;

/** Creates the job that runs every minute and publishes the articles whose scheduled time has come. */
export function createScheduledPublicationJob(queries: Queries): JobWithHandler {
  return {
    id: 'publish-due',
    payload: z.strictObject({}),
    cron: '* * * * *',
    work: (_nothing, signal) => publishDueArticles(queries, new Date(), signal),
  };
}

/**
 * Publishes the articles whose scheduled publication is due by `now`. If an article cannot be published, cancels its
 * schedule and records the reason in the audit log. Each article is published only once, even if two processes call
 * this function at the same time. If publishing an article fails with an unexpected error, the article stays scheduled,
 * and the error is thrown after the other due articles have been processed.
 */
export async function publishDueArticles(
  queries: Queries,
  now: Date,
  signal: AbortSignal,
): Promise<{ published: number; refused: number }> {
  const counts = { published: 0, refused: 0 };
  const failures = new Map<string, unknown>();
  for (const id of await listArticleIdsDueForPublication(queries, now, MAX_ARTICLES)) {
    signal.throwIfAborted();
    try {
      const outcome = await publishIfDue(queries, id, now);
      if (outcome) counts[outcome] += 1;
    } catch (error) {
      failures.set(id, error);
    }
  }
  if (failures.size) throw combineErrors(failures);
  return counts;
}

/**
 * Publishes an article if its scheduled publication is still due. Returns `undefined` if another process or an editor
 * has published or rescheduled the article in the meantime.
 */
async function publishIfDue(
  queries: Queries,
  id: string,
  now: Date,
): Promise<'published' | 'refused' | undefined> {
  try {
    return await queries.transaction(async (transaction) => {
      if (!(await lockIfDue(transaction, id, now))) return undefined;
      await transitionArticle(transaction, id, 'publish', { actor: undefined, role: 'job' });
      return 'published';
    });
  } catch (error) {
    if (!EXPECTED_ERRORS.some((ErrorClass) => error instanceof ErrorClass)) throw error;
    const { message } = error as Error;
    return queries.transaction(async (transaction) => {
      const manuscript = await lockIfDue(transaction, id, now);
      if (!manuscript) return undefined;
      await cancelScheduledPublication(transaction, undefined, manuscript, message);
      return 'refused';
    });
  }
}

/** Combines the errors of several articles into one error. `failures` contains the errors by article ID. */
function combineErrors(failures: ReadonlyMap<string, unknown>): AggregateError {
  const [first] = failures.values();
  const reason = getErrorMessage(first);
  const message = `Due and not published: ${[...failures.keys()].join(', ')}. ${reason}`;
  return new AggregateError(failures.values(), message);
}

const EXPECTED_ERRORS = [ConflictError, ForbiddenError, InvalidRequestError];

/** Locks a manuscript until the transaction ends. Returns the manuscript if its scheduled publication is still due. */
async function lockIfDue(transaction: Queries, id: string, now: Date) {
  const manuscript = await lockManuscript(transaction, id);
  const isDue = manuscript?.publishAt && manuscript.publishAt <= now;
  return isDue ? manuscript : undefined;
}
