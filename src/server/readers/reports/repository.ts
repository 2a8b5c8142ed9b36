import { and, eq, gt, ne, sql } from 'drizzle-orm';
import {
  REPORT_REASON_DETAILS,
  type ReportReason,
  TOO_MANY_REPORTS_MESSAGE,
} from '#domain/report.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { TooManyRequestsError } from '#server/platform/errors.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { lockAccountOrThrow } from '#server/readers/accounts/service.ts';
import { reports } from './schema.ts';

const MAX_REPORTS_PER_HOUR = 10;
/** Maximum number of times that a reader can reopen a resolved report. */
const MAX_REOPENED = 2;

/**
 * Stores a reader's report about an article. A second report about the same article replaces the first one and reopens
 * it (transition `reportAgain`). Throws {@link TooManyRequestsError} if the reader has reported too many other articles
 * within an hour, or if editors have resolved the report three times.
 */
export async function saveReport(
  queries: Queries,
  user: User,
  articleId: string,
  { reason, explanation }: { reason: ReportReason; explanation: string },
): Promise<void> {
  const changes = { reason: REPORT_REASON_DETAILS[reason].code, explanation };
  await queries.transaction(async (transaction) => {
    await lockAccountOrThrow(transaction, user);
    const recentReportCount = await transaction.$count(
      reports,
      and(
        eq(reports.userId, user.id),
        ne(reports.articleId, articleId),
        gt(reports.updatedAt, sql`now() - interval '1 hour'`),
      ),
    );
    if (recentReportCount >= MAX_REPORTS_PER_HOUR)
      throw new TooManyRequestsError(TOO_MANY_REPORTS_MESSAGE);
    const [existing] = await transaction
      .select()
      .from(reports)
      .where(and(eq(reports.userId, user.id), eq(reports.articleId, articleId)))
      .for('no key update');
    const isResolved = existing !== undefined && existing.status !== 'open';
    if (isResolved && existing.reopened >= MAX_REOPENED)
      throw new TooManyRequestsError(
        'Our editors have already reviewed your reports of this article. Thank you. There’s no need to send another.',
      );
    const reopened = (existing?.reopened ?? 0) + Number(isResolved);
    await transaction
      .insert(reports)
      .values({ userId: user.id, articleId, ...changes })
      .onConflictDoUpdate({
        target: [reports.userId, reports.articleId],
        set: { ...changes, status: 'open', reopened, updatedAt: sql`now()` },
      });
  });
}
