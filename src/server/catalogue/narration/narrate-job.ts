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

/** An article is read aloud before anybody presses play: as it was published, or as it reads now. */
export const NARRATE = {
  id: 'narrate',
  payload: z.strictObject({ articleId: uuid() }),
  // All narrators, by a neural model that is no faster than speech.
  timeLimit: HOUR,
  // Where nobody may take it, whoever presses play first has it made.
  retention: 7 * 24 * HOUR,
} satisfies Task;

/** The change that fills empty shelves: they would keep a machine busy for half an hour, for nobody yet. */
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
 * Makes an article's narration by the default narrator, and by those who had read it before: whoever listens to them
 * finds it. What is there already stays, and of an article that is withdrawn nothing is made. For a process that has
 * the files readers are served from.
 */
export function narrateJob(
  queries: Queries,
  narrations: Pick<NarrationService, 'record'>,
): Job<typeof NARRATE.payload> {
  return {
    ...NARRATE,
    async work({ articleId }, signal) {
      const narrators = new Set([DEFAULT_NARRATOR, ...(await listNarrators(queries, articleId))]);
      const there: Narrator[] = [];
      for (const narrator of narrators) {
        signal.throwIfAborted();
        if (await narrations.record(articleId, narrator, signal)) there.push(narrator);
      }
      return { articleId, narrators: there };
    },
  };
}
