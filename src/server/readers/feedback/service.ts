import { FEEDBACK_TYPES } from '#domain/feedback.ts';
import {
  mapCodesToNames,
  type PersonalDataTable,
} from '#server/readers/accounts/personal-data-table.ts';
import { feedback } from './schema.ts';

export const feedbackPersonalDataTable: PersonalDataTable = {
  table: feedback,
  changedAt: feedback.updatedAt,
  deleteImmediately: true,
  codeNames: { type: mapCodesToNames(FEEDBACK_TYPES) },
};
