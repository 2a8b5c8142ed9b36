import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ReportStatus } from '#domain/statuses/inbox-states.ts';
import type {
  ArticleReport,
  ReportDecision,
  ReportedArticle,
  ReportedArticleCountsByStatus,
} from '#domain/studio/reports.ts';
import { studioApi } from '../../lib/studio-api.ts';

interface ReportsPage {
  articles: ReportedArticle[];
  counts: ReportedArticleCountsByStatus;
  nextToken: string | null;
}

export const reportedArticlesQuery = (status: ReportStatus) =>
  infiniteQueryOptions({
    queryKey: ['reports', status],
    queryFn: ({ pageParam, signal }) =>
      studioApi.get<ReportsPage>('/reports', { status, nextToken: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextToken }) => nextToken,
  });

/**
 * Returns the query for one article's newest reports, up to 200. The list of reported articles contains only a few
 * reports for each article.
 */
export const reportsOfArticleQuery = (articleId: string, status: ReportStatus) =>
  queryOptions({
    queryKey: ['reports', status, articleId],
    queryFn: ({ signal }) =>
      studioApi.get<{ reports: ArticleReport[] }>(`/reports/${articleId}`, { status }, signal),
  });

export function decideReportsOfArticle(
  { article, latestAt }: ReportedArticle,
  decision: ReportDecision,
): Promise<{ answered: number }> {
  const body = { decision, seenUntil: latestAt };
  return studioApi.post(`/reports/${article.id}/decision`, body);
}
