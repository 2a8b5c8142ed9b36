import { gte } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { FEEDBACK_TYPES } from '#domain/feedback.ts';
import {
  mapCodesToNames,
  type PersonalDataTable,
} from '#server/readers/accounts/personal-data-table.ts';
import { feedback } from './schema.ts';

export const feedbackPersonalData: PersonalDataTable = {
  table: feedback,
  changedAt: feedback.updatedAt,
  deleteImmediately: true,
  codeNames: { type: mapCodesToNames(FEEDBACK_TYPES) },
};

/** Selects the article, short code and time of each feedback given or changed since `from`, for statistics. */
export function selectFeedbackSince(from: Date) {
  return new QueryBuilder()
    .select({ articleId: feedback.articleId, type: feedback.type, at: feedback.updatedAt })
    .from(feedback)
    .where(gte(feedback.updatedAt, from))
    .as('feedback_given');
}
