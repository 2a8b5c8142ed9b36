import { REPORT_STATE_MACHINE } from '#domain/statuses/inbox-states.ts';
import { describeForbiddenTransition } from '#domain/statuses/state-machine.ts';
import {
  REPORTS_PER_LISTED_ARTICLE,
  type ReportDecision,
  type ReportedArticle,
} from '#domain/studio/reports.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import { findArticlesForFigures } from '#server/catalogue/articles/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, NotFoundError } from '#server/platform/errors.ts';
import {
  findLatestReportStatus,
  listReportGroups,
  resolveReports,
} from '#server/readers/reports/reported-articles.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import { rejectReviewOfArticle } from '#server/studio/reviews/review-decisions.ts';
import { getNextStateOrThrow } from '#server/studio/states/get-next-state-or-throw.ts';
import { transitionArticle } from '../publication/transition-article.ts';

type ReportListing = Pick<Parameters<typeof listReportGroups>[1], 'status' | 'limit'>;

/**
 * Returns a page of the articles that have reader reports with the given status. The article with the most recent
 * report comes first.
 */
export async function listReportedArticles(
  queries: Queries,
  listing: ReportListing,
  token?: string,
): Promise<{ articles: ReportedArticle[]; nextToken: string | null }> {
  const page = await listReportGroups(
    queries,
    { ...listing, shown: REPORTS_PER_LISTED_ARTICLE },
    token,
  );
  const articlesById = await findArticlesForFigures(
    queries,
    page.articles.map(({ articleId }) => articleId),
  );
  const articles = page.articles.flatMap(({ articleId, latestAt, reports, ...rest }) => {
    const article = articlesById.get(articleId);
    if (!article) return [];
    const serializedReports = reports.map(({ at, ...report }) => ({
      ...report,
      at: at.toISOString(),
    }));
    return { article, ...rest, latestAt: latestAt.toISOString(), reports: serializedReports };
  });
  return { articles, nextToken: page.nextToken };
}

interface ReportDecisionInput {
  decision: ReportDecision;
  /**
   * The time of the newest report that the editor has seen. Newer reports stay open, unless the decision is `archive`.
   */
  seenUntil: Date;
}

/**
 * Applies an editor's decision to an article's open reports, and returns the number of resolved reports. The decision
 * `archive` resolves all open reports, and archives the article. Other decisions do not resolve reports that are newer
 * than `seenUntil`. Throws {@link NotFoundError} if the article was never reported. Throws {@link ConflictError} if
 * another editor has already decided, or if all open reports are newer than `seenUntil`.
 */
export async function resolveArticleReports(
  queries: Queries,
  member: StudioMember,
  articleId: string,
  { decision, seenUntil }: ReportDecisionInput,
): Promise<number> {
  return queries.transaction(async (transaction) => {
    const article = (await findArticlesForFigures(transaction, [articleId])).get(articleId);
    if (!article) throw new NotFoundError('There is no such article.');
    const status = getNextStateOrThrow(
      REPORT_STATE_MACHINE,
      'open',
      decision,
      member.role,
    ) as ResolvedReports;
    const until = decision === 'archive' ? undefined : seenUntil;
    const count = await resolveReports(transaction, articleId, status, until);
    if (!count) throw await createResolutionError(transaction, articleId, decision);
    await recordAuditEvent(transaction, member, {
      action: `report.${decision}`,
      id: articleId,
      name: article.title,
      before: { status: 'open', reports: count },
      after: { status, reports: count },
    });
    if (decision === 'archive' && article.status !== 'archived') {
      await rejectReviewOfArticle(transaction, member, articleId);
      await transitionArticle(transaction, articleId, 'archive', {
        actor: member,
        role: member.role,
      });
    }
    return count;
  });
}

type ResolvedReports = Parameters<typeof resolveReports>[2];

/**
 * Creates the error for a decision that resolved no reports. There are three possible reasons: the article has no
 * reports, the editor has not seen its open reports yet, or another editor has already decided.
 */
async function createResolutionError(
  transaction: Queries,
  articleId: string,
  decision: ReportDecision,
): Promise<Error> {
  const latest = await findLatestReportStatus(transaction, articleId);
  if (!latest) return new NotFoundError('Nobody has reported this article.');
  if (latest === 'open')
    return new ConflictError('All its reports have changed since. Look at them again.');
  return new ConflictError(describeForbiddenTransition(REPORT_STATE_MACHINE, latest, decision));
}
