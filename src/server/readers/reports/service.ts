import { REPORT_REASONS } from '#domain/report.ts';
import {
  mapCodesToNames,
  type PersonalDataTable,
} from '#server/readers/accounts/personal-data-table.ts';
import { reports } from './schema.ts';

export const reportsPersonalDataTable: PersonalDataTable = {
  table: reports,
  changedAt: reports.updatedAt,
  deleteImmediately: false,
  codeNames: { reason: mapCodesToNames(REPORT_REASONS) },
};
