import { z } from 'zod';
import { CATEGORY_IDS } from '../categories.ts';
import { createUuidSchema } from '../ids.ts';
import { REPORT_REASON_DETAILS, type ReportReason } from '../report.ts';
import { ARTICLE_STATE_MACHINE } from '../statuses/article-states.ts';
import { REPORT_STATE_MACHINE, type ReportStatus } from '../statuses/inbox-states.ts';
import type { MachineEventName } from '../statuses/state-machine.ts';
import { createTimestampSchema } from '../timestamps.ts';

/** Decisions with which an editor can resolve the open reports about an article. */
export const REPORT_DECISIONS = ['dismiss', 'edit', 'archive'] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number] &
  MachineEventName<typeof REPORT_STATE_MACHINE>;

/**
 * Maximum number of reports that a list of reported articles contains for each article. The list contains the newest
 * reports, and the studio loads older ones separately.
 */
export const REPORTS_PER_LISTED_ARTICLE = 5;

/**
 * The maximum number of reports in the response for one article. A decision about the article also resolves reports
 * beyond this limit.
 */
export const MAX_RETURNED_REPORTS_OF_ARTICLE = 200;

export const REPORT_STATUSES = Object.keys(REPORT_STATE_MACHINE.states) as [ReportStatus];
const reasonSchema = z.enum(Object.keys(REPORT_REASON_DETAILS) as [ReportReason]);

/** A reader's report about an article. The studio does not identify the reader. */
export const articleReportSchema = z.object({
  reason: reasonSchema,
  explanation: z.string(),
  at: z.iso.datetime(),
});
export type ArticleReport = z.infer<typeof articleReportSchema>;

/** An article and its reports with a given status. */
export const reportedArticleSchema = z.object({
  article: z.object({
    id: createUuidSchema(),
    title: z.string(),
    path: z.string(),
    authorAlias: z.string(),
    category: z.enum(CATEGORY_IDS),
    status: z.enum(
      Object.keys(ARTICLE_STATE_MACHINE.states) as [keyof typeof ARTICLE_STATE_MACHINE.states],
    ),
  }),
  count: z.int(),
  reasons: z.array(z.object({ reason: reasonSchema, count: z.int() })),
  latestAt: z.iso.datetime(),
  /** The newest reports about the article, at most {@link REPORTS_PER_LISTED_ARTICLE}. */
  reports: z.array(articleReportSchema),
});
export type ReportedArticle = z.infer<typeof reportedArticleSchema>;

/** Number of reported articles by report status. */
export const reportedArticleCountsByStatusSchema = z.record(z.enum(REPORT_STATUSES), z.int());
export type ReportedArticleCountsByStatus = Record<ReportStatus, number>;

export const reportDecisionRequestSchema = z.strictObject({
  decision: z.enum(REPORT_DECISIONS),
  /**
   * Time of the newest report that the editor has seen. Later reports stay open, unless the decision archives the
   * article.
   */
  seenUntil: createTimestampSchema(),
});
