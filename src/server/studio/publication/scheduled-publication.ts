import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, ForbiddenError, InvalidError } from '#server/platform/errors.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { unschedule } from '../manuscripts/audit-saves.ts';
import { listDueArticles, lockManuscript } from '../manuscripts/repository.ts';
import { transitionArticle } from './transition-article.ts';

/** Articles that are looked at in one run; more than that are due at one minute nowhere. */
const MAX_ARTICLES = 100;

/** Every minute, what was scheduled is published. */
export function createScheduledPublicationJob(queries: Queries): Job {
  return {
    id: 'publish-due',
    payload: z.strictObject({}),
    cron: '* * * * *',
    work: (_nothing, signal) => publishDueArticles(queries, new Date(), signal),
  };
}

/**
 * Publishes what is due by `now`. What cannot be published any more is no longer scheduled, and the log says why: an
 * editor decides. Done twice, or by two processes at once, it does nothing the second time. A fault keeps nothing that
 * is due after it: it is thrown at the end, and its article stays due.
 */
export async function publishDueArticles(
  queries: Queries,
  now: Date,
  signal: AbortSignal,
): Promise<{ published: number; refused: number }> {
  const done = { published: 0, refused: 0 };
  const faults = new Map<string, unknown>();
  for (const id of await listDueArticles(queries, now, MAX_ARTICLES)) {
    signal.throwIfAborted();
    try {
      const outcome = await publishIfDue(queries, id, now);
      if (outcome) done[outcome] += 1;
    } catch (error) {
      faults.set(id, error);
    }
  }
  if (faults.size) throw combineErrors(faults);
  return done;
}

/** What came of an article that was due; `undefined` where it is not any more, since somebody was faster. */
async function publishIfDue(
  queries: Queries,
  id: string,
  now: Date,
): Promise<'published' | 'refused' | undefined> {
  try {
    return await queries.transaction(async (transaction) => {
      if (!(await lockIfDue(transaction, id, now))) return undefined;
      await transitionArticle(transaction, id, 'publish', { doer: undefined, actor: 'job' });
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

/** What kept articles from being published, by their ids, as one error. */
function combineErrors(faults: ReadonlyMap<string, unknown>): AggregateError {
  const [first] = faults.values();
  const reason = first instanceof Error ? first.message : String(first);
  const message = `Due and not published: ${[...faults.keys()].join(', ')}. ${reason}`;
  return new AggregateError(faults.values(), message);
}

const EXPECTED_ERRORS = [ConflictError, ForbiddenError, InvalidError];

/** A manuscript that is still due, locked until the transaction ends. */
async function lockIfDue(transaction: Queries, id: string, now: Date) {
  const manuscript = await lockManuscript(transaction, id);
  const isDue = manuscript?.publishAt && manuscript.publishAt <= now;
  return isDue ? manuscript : undefined;
}
