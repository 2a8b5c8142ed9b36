import { FEEDBACK_TYPES } from '#domain/feedback.ts';
import { namesOf, type ReadersRows } from '#server/readers/accounts/service.ts';
import { feedback } from './schema.ts';

export const FEEDBACK_ROWS: ReadersRows = {
  table: feedback,
  changedAt: feedback.updatedAt,
  goesAtOnce: true,
  names: { type: namesOf(FEEDBACK_TYPES) },
};
