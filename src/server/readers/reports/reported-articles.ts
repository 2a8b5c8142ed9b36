import { and, countDistinct, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import { REPORT_REASON_DETAILS, type ReportReason } from '#domain/report.ts';
import { REPORT_STATE_MACHINE, type ReportStatus } from '#domain/statuses/inbox-states.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  createPageFromRows,
  decodePageToken,
  timestampAndIdKeySchema,
} from '#server/platform/db/page-token.ts';
import { reports } from './schema.ts';

/*
 * Queries for editors about readers' reports. Reports are grouped by article, and the results do not identify the
 * readers who made the reports.
 */

const REASONS_BY_CODE = new Map(
  Object.entries(REPORT_REASON_DETAILS).map(([reason, { code }]) => [
    code as string,
    reason as ReportReason,
  ]),
);

/** All reports about one article that have the same status. */
export interface ReportGroup {
  articleId: string;
  count: number;
  reasons: { reason: ReportReason; count: number }[];
  latestAt: Date;
  /** The newest reports in the group. `listReportGroups` limits their number to `shown`. */
  reports: Report[];
}

interface Report {
  reason: ReportReason;
  explanation: string;
  at: Date;
}

/**
 * Returns a page of articles that have reports with `status`. The article with the latest report is first. Each group
 * contains the `shown` newest reports about its article.
 */
export async function listReportGroups(
  queries: Queries,
  { status, limit, shown }: { status: ReportStatus; limit: number; shown: number },
  token?: string,
): Promise<{ articles: ReportGroup[]; nextToken: string | null }> {
  const context = `reported ${status}`;
  const [lastReportedAt, lastId] = token
    ? decodePageToken(context, token, timestampAndIdKeySchema)
    : [];
  const latest = sql`max(${reports.updatedAt})`.mapWith(reports.updatedAt);
  const rows = await queries
    .select({ articleId: reports.articleId, count: sql<number>`count(*)::int`, latest })
    .from(reports)
    .where(eq(reports.status, status))
    .groupBy(reports.articleId)
    .having(
      lastReportedAt === undefined
        ? undefined
        : sql`(${latest}, ${reports.articleId}) < (${lastReportedAt}::timestamptz, ${lastId}::uuid)`,
    )
    .orderBy(desc(latest), desc(reports.articleId))
    .limit(limit + 1);
  const { page, nextToken } = createPageFromRows(rows, limit, context, (last) => [
    last.latest.toISOString(),
    last.articleId,
  ]);
  const ids = page.map(({ articleId }) => articleId);
  const reasons = await countReasons(queries, status, ids);
  const newestReports = await Promise.all(
    ids.map((each) => listReportsOfArticle(queries, { articleId: each, status, limit: shown })),
  );
  const articles = page.map(({ latest: latestAt, ...row }, index) => ({
    ...row,
    latestAt,
    reasons: reasons.get(row.articleId) ?? [],
    reports: newestReports[index]!,
  }));
  return { articles, nextToken };
}

/**
 * Counts the reports about the given articles by reason, most frequent reason first. Returns the counts by article ID.
 */
async function countReasons(queries: Queries, status: ReportStatus, ids: readonly string[]) {
  const reasons = new Map<string, ReportGroup['reasons']>();
  if (!ids.length) return reasons;
  const rows = await queries
    .select({
      articleId: reports.articleId,
      reason: reports.reason,
      count: sql<number>`count(*)::int`,
    })
    .from(reports)
    .where(and(eq(reports.status, status), inArray(reports.articleId, [...ids])))
    .groupBy(reports.articleId, reports.reason)
    .orderBy(desc(sql`count(*)`), reports.reason);
  for (const { articleId, reason, count } of rows) {
    const articleReasons = reasons.get(articleId) ?? [];
    reasons.set(articleId, [
      ...articleReasons,
      { reason: REASONS_BY_CODE.get(reason) ?? 'OTHER', count },
    ]);
  }
  return reasons;
}

/** Lists up to `limit` reports about an article that have the given status, newest first. */
export async function listReportsOfArticle(
  queries: Queries,
  { articleId, status, limit }: { articleId: string; status: ReportStatus; limit: number },
): Promise<Report[]> {
  const rows = await queries
    .select({
      reason: reports.reason,
      explanation: reports.explanation,
      at: reports.updatedAt,
    })
    .from(reports)
    .where(and(eq(reports.articleId, articleId), eq(reports.status, status)))
    .orderBy(desc(reports.updatedAt), desc(reports.userId))
    .limit(limit);
  return rows.map(({ reason, ...row }) => ({
    ...row,
    reason: REASONS_BY_CODE.get(reason) ?? 'OTHER',
  }));
}

/** Counts the articles that have reports with each status. */
export async function countReportedArticlesByStatus(
  queries: Queries,
): Promise<Record<ReportStatus, number>> {
  const rows = await queries
    .select({ status: reports.status, count: countDistinct(reports.articleId) })
    .from(reports)
    .groupBy(reports.status);
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  const states = Object.keys(REPORT_STATE_MACHINE.states) as ReportStatus[];
  return Object.fromEntries(states.map((status) => [status, counts.get(status) ?? 0])) as Record<
    ReportStatus,
    number
  >;
}

/** Returns the status of an article's newest report, or `undefined` if the article was never reported. */
export async function findLatestReportStatus(
  queries: Queries,
  articleId: string,
): Promise<ReportStatus | undefined> {
  const [row] = await queries
    .select({ status: reports.status })
    .from(reports)
    .where(eq(reports.articleId, articleId))
    .orderBy(desc(reports.updatedAt))
    .limit(1);
  return row?.status;
}

/**
 * Resolves the open reports about an article. With `until`, reports that were made after that time stay open. Returns
 * the number of resolved reports.
 */
export async function resolveReports(
  transaction: Queries,
  articleId: string,
  status: Exclude<ReportStatus, 'open'>,
  until?: Date,
): Promise<number> {
  const isSelected = and(
    eq(reports.articleId, articleId),
    eq(reports.status, 'open'),
    until && lte(reports.updatedAt, until),
  );
  // Rows are locked in a fixed order. Otherwise, two editors who resolve the same reports at the same time could cause
  // a deadlock.
  await transaction
    .select({ userId: reports.userId })
    .from(reports)
    .where(isSelected)
    .orderBy(reports.userId)
    .for('update');
  const resolved = await transaction
    .update(reports)
    .set({ status })
    .where(isSelected)
    .returning({ articleId: reports.articleId });
  return resolved.length;
}
