import { FEEDBACK_TYPE_DETAILS } from '#domain/feedback.ts';
import {
  createCodeToNameMap,
  type PersonalDataTable,
} from '#server/readers/accounts/personal-data-table.ts';
import { feedback } from './schema.ts';

export const feedbackPersonalDataTable: PersonalDataTable = {
  table: feedback,
  changedAt: feedback.updatedAt,
  deleteImmediately: true,
  codeNames: { type: createCodeToNameMap(FEEDBACK_TYPE_DETAILS) },
};
