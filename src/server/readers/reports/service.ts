import { REPORT_REASON_DETAILS } from '#domain/report.ts';
import {
  createCodeToNameMap,
  type PersonalDataTable,
} from '#server/readers/accounts/personal-data-table.ts';
import { reports } from './schema.ts';

export const reportsPersonalDataTable: PersonalDataTable = {
  table: reports,
  changedAt: reports.updatedAt,
  deleteImmediately: false,
  codeNames: { reason: createCodeToNameMap(REPORT_REASON_DETAILS) },
};
