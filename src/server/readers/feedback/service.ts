import { gte } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { FEEDBACK_TYPES } from '#domain/feedback.ts';
import { namesOf, type ReadersRows } from '#server/readers/accounts/readers-rows.ts';
import { feedback } from './schema.ts';

export const FEEDBACK_ROWS: ReadersRows = {
  table: feedback,
  changedAt: feedback.updatedAt,
  goesAtOnce: true,
  names: { type: namesOf(FEEDBACK_TYPES) },
};

/** What readers said of articles and when, from a moment on, by the short code: a subquery, for whoever counts it. */
export function feedbackSince(from: Date) {
  return new QueryBuilder()
    .select({ articleId: feedback.articleId, type: feedback.type, at: feedback.updatedAt })
    .from(feedback)
    .where(gte(feedback.updatedAt, from))
    .as('feedback_given');
}
