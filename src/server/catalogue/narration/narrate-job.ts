import { z } from 'zod';
import { uuid } from '#domain/ids.ts';
import { DEFAULT_NARRATOR, type Narrator } from '#domain/narrators.ts';
import type { ContentKey } from '#server/platform/db/content-changes.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { enqueueEach } from '#server/platform/jobs/enqueue.ts';
import type { Job, Task } from '#server/platform/jobs/job.ts';
import type { NarrationService } from './narration-service.ts';
import { listNarrators } from './repository.ts';

const HOUR = 60 * 60;

/** Records an article that was published or has changed, before anybody presses play. */
export const NARRATE = {
  id: 'narrate',
  payload: z.strictObject({ articleId: uuid() }),
  // Long enough for all narrators with a neural model that is no faster than speech.
  timeLimit: HOUR,
  // If no process may take the job, the first press on play records the article.
  retention: 7 * 24 * HOUR,
} satisfies Task;

/** The change that fills an empty library: recording it would keep a machine busy for half an hour, before any visit. */
const FIRST_CHANGE = 1;
const KEY_OF_ARTICLE = 'article:';

/**
 * Enqueues the narration of every article among the keys of a content change: an article that is new, has another text, or
 * whose author has another name. `version` is the version of the content that the change made.
 */
export async function enqueueNarrations(
  transaction: Queries,
  keys: readonly ContentKey[],
  version: number,
): Promise<void> {
  if (version === FIRST_CHANGE) return;
  const articleIds = keys.flatMap((key) =>
    key.startsWith(KEY_OF_ARTICLE) ? key.slice(KEY_OF_ARTICLE.length) : [],
  );
  await enqueueEach(
    transaction,
    NARRATE,
    articleIds.map((articleId) => ({ key: articleId, payload: { articleId } })),
  );
}

/**
 * Creates the job that records an article by the default narrator, and by the narrators who have read it before, so that
 * their listeners find it. Existing recordings stay, and a withdrawn article is not recorded. It needs a process with
 * access to the files that readers get.
 */
export function narrateJob(
  queries: Queries,
  narrations: Pick<NarrationService, 'record'>,
): Job<typeof NARRATE.payload> {
  return {
    ...NARRATE,
    async work({ articleId }, signal) {
      const narrators = new Set([DEFAULT_NARRATOR, ...(await listNarrators(queries, articleId))]);
      const recorded: Narrator[] = [];
      for (const narrator of narrators) {
        signal.throwIfAborted();
        if (await narrations.record(articleId, narrator, signal)) recorded.push(narrator);
      }
      return { articleId, narrators: recorded };
    },
  };
}
