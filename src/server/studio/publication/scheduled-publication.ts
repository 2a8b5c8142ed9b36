import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, ForbiddenError, InvalidError } from '#server/platform/errors.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { unschedule } from '../manuscripts/audit-saves.ts';
import { listDueArticles, lockManuscript } from '../manuscripts/repository.ts';
import { transitionArticle } from './transition-article.ts';

/** Articles published in one run at most. No installation has more due in one minute. */
const MAX_ARTICLES = 100;

/** Returns the job that publishes scheduled articles every minute. */
export function createScheduledPublicationJob(queries: Queries): Job {
  return {
    id: 'publish-due',
    payload: z.strictObject({}),
    cron: '* * * * *',
    work: (_nothing, signal) => publishDueArticles(queries, new Date(), signal),
  };
}

/**
 * Publishes the articles due by `now`. One that can no longer be published is unscheduled, and the audit log has the
 * reason. Running it twice, also in two processes at once, publishes each article once. An unexpected error does not
 * stop the others: it is thrown at the end, and its article stays due.
 */
export async function publishDueArticles(
  queries: Queries,
  now: Date,
  signal: AbortSignal,
): Promise<{ published: number; refused: number }> {
  const done = { published: 0, refused: 0 };
  const failures = new Map<string, unknown>();
  for (const id of await listDueArticles(queries, now, MAX_ARTICLES)) {
    signal.throwIfAborted();
    try {
      const outcome = await publishIfDue(queries, id, now);
      if (outcome) done[outcome] += 1;
    } catch (error) {
      failures.set(id, error);
    }
  }
  if (failures.size) throw combineErrors(failures);
  return done;
}

/**
 * Publishes an article if it is still due. Returns `undefined` if it is not, because another process or editor was
 * faster.
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
    if (!EXPECTED_ERRORS.some((Refusal) => error instanceof Refusal)) throw error;
    const { message } = error as Error;
    return queries.transaction(async (transaction) => {
      const manuscript = await lockIfDue(transaction, id, now);
      if (!manuscript) return undefined;
      await unschedule(transaction, undefined, manuscript, message);
      return 'refused';
    });
  }
}

/** Combines the errors by article ID into one. */
function combineErrors(failures: ReadonlyMap<string, unknown>): AggregateError {
  const [first] = failures.values();
  const reason = first instanceof Error ? first.message : String(first);
  const message = `Due and not published: ${[...failures.keys()].join(', ')}. ${reason}`;
  return new AggregateError(failures.values(), message);
}

const EXPECTED_ERRORS = [ConflictError, ForbiddenError, InvalidError];

/** Locks a manuscript until the transaction ends. Returns it if it is still due. */
async function lockIfDue(transaction: Queries, id: string, now: Date) {
  const manuscript = await lockManuscript(transaction, id);
  const isDue = manuscript?.publishAt && manuscript.publishAt <= now;
  return isDue ? manuscript : undefined;
}
