import { z } from 'zod';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, InvalidError } from '#server/platform/errors.ts';
import type { Job } from '#server/platform/jobs/service.ts';
import { record } from '#server/studio/audit/service.ts';
import { listDue, noteOnManuscript } from '#server/studio/manuscripts/service.ts';
import { moveArticle } from './publishing.ts';

/** Articles that are looked at in one run; more than that are due at one minute nowhere. */
const MOST = 100;

/** Every minute, what was scheduled is published. */
export function publishingWhatIsDue(queries: Queries): Job {
  return {
    id: 'publish-due',
    payload: z.strictObject({}),
    cron: '* * * * *',
    work: (_nothing, signal) => publishWhatIsDue(queries, new Date(), signal),
  };
}

/**
 * Publishes what is due by `now`. What cannot be published any more is no longer scheduled, and the log says why: an
 * editor decides. Done twice, it does nothing the second time.
 */
export async function publishWhatIsDue(
  queries: Queries,
  now: Date,
  signal: AbortSignal,
): Promise<{ published: number; refused: number }> {
  const done = { published: 0, refused: 0 };
  for (const id of await listDue(queries, now, MOST)) {
    signal.throwIfAborted();
    try {
      await queries.transaction((transaction) =>
        moveArticle(transaction, id, 'publish', { doer: undefined, actor: 'job' }),
      );
      done.published += 1;
    } catch (error) {
      if (!(error instanceof ConflictError || error instanceof InvalidError)) throw error;
      await queries.transaction(async (transaction) => {
        await noteOnManuscript(transaction, id, { publishAt: null });
        await record(transaction, undefined, {
          action: 'article.unschedule',
          id,
          name: id,
          after: { reason: error.message },
        });
      });
      done.refused += 1;
    }
  }
  return done;
}
