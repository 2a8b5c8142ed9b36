import { NARRATORS_BY_ID } from '#domain/narrators.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import { findPublishedArticleMetasByIds } from '#server/catalogue/articles/repository.ts';
import { removeFailedNarrationJobs } from '#server/catalogue/narration/narration-report.ts';
import { RECORD_NARRATION_JOB_DEFINITION } from '#server/catalogue/narration/record-narration-job.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { enqueueEach } from '#server/platform/jobs/enqueue.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';

/** The maximum number of failed recordings that one call requests again. */
const MAX_RETRIED = 200;

/**
 * Requests the failed recording with the ID `recording` again. If `recording` is undefined,
 * requests all failed recordings again, up to {@link MAX_RETRIED}. Returns the number of requested
 * recordings. Throws {@link NotFoundError} if `recording` is not in the list of failures, for
 * example because another editor has already retried it.
 */
export async function retryRecordings(
  queries: Queries,
  member: StudioMember,
  recording: string | undefined,
): Promise<number> {
  return queries.transaction(async (transaction) => {
    const removed = await removeFailedNarrationJobs(transaction, recording, MAX_RETRIED);
    if (recording && !removed.length)
      throw new NotFoundError('This recording is no longer in the list of failures.');
    await enqueueEach(
      transaction,
      RECORD_NARRATION_JOB_DEFINITION,
      removed.map((each) => ({ key: `${each.articleId}.${each.narrator}`, payload: each })),
    );
    const [firstJob, ...otherJobs] = removed;
    if (firstJob && !otherJobs.length) {
      const { articleId: id, narrator } = firstJob;
      const [article] = await findPublishedArticleMetasByIds(transaction, [id]);
      const name = article?.title ?? 'a withdrawn article';
      const after = { narrator: NARRATORS_BY_ID[narrator].name };
      await recordAuditEvent(transaction, member, { action: 'narrator.retry', id, name, after });
    } else if (firstJob)
      await recordAuditEvent(transaction, member, {
        action: 'narrator.retryAll',
        id: 'all',
        name: `${removed.length} narrations`,
      });
    return removed.length;
  });
}
