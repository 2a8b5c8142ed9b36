import type { ArticleMeta } from '#domain/article.ts';
import type { Report } from '#domain/report.ts';
import { articleApiPath, put } from '#ui/lib/api.ts';

/** What of an article is needed to report it. */
export type ReportedArticle = Pick<ArticleMeta, 'authorAlias' | 'id' | 'title'>;

/** Reports an article; reporting it again changes the report. Throws as calls do. */
export function sendReport(article: ReportedArticle, report: Report): Promise<void> {
  return put<void>(articleApiPath(article, 'report'), report);
}
