import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { MESSAGES } from '#domain/messages.ts';
import { REPORT_REASONS, type ReportReason } from '#domain/report.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { TooManyError } from '#server/platform/errors.ts';
import { takeTurn, type User } from '#server/readers/accounts/service.ts';
import { reports } from './schema.ts';

/** Articles a reader can report in an hour. */
const PER_HOUR = 10;

/**
 * A reader's report of an article; reporting it again changes the report, and opens it (`reportAgain`). Throws {@link TooManyError} when
 * the reader has reported too many others within the hour.
 */
export async function setReport(
  queries: Queries,
  user: User,
  articleId: string,
  { reason, explanation }: { reason: ReportReason; explanation: string },
): Promise<void> {
  const changes = { reason: REPORT_REASONS[reason].code, explanation };
  await queries.transaction(async (transaction) => {
    await takeTurn(transaction, user);
    const others = await transaction.$count(
      reports,
      and(
        eq(reports.userId, user.id),
        ne(reports.articleId, articleId),
        gt(reports.updatedAt, sql`now() - interval '1 hour'`),
      ),
    );
    if (others >= PER_HOUR) throw new TooManyError(MESSAGES.reportTooMany);
    await transaction
      .insert(reports)
      .values({ userId: user.id, articleId, ...changes })
      .onConflictDoUpdate({
        target: [reports.userId, reports.articleId],
        set: { ...changes, status: 'open', updatedAt: sql`now()` },
      });
  });
}
