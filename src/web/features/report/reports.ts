import type { ArticleMeta } from '#domain/article.ts';
import type { ReaderReport } from '#domain/report.ts';
import { articleActionApiPath, sendPut } from '#ui/lib/api.ts';

/** The article fields that a report needs. */
export type ReportableArticle = Pick<ArticleMeta, 'authorAlias' | 'id' | 'title'>;

/**
 * Sends a reader's report of an article. A second report of the same article replaces the first one. Rejects if the API
 * request fails.
 */
export function sendReaderReport(article: ReportableArticle, report: ReaderReport): Promise<void> {
  return sendPut<void>(articleActionApiPath(article, 'report'), report);
}
