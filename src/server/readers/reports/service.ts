import { REPORT_REASONS } from '#domain/report.ts';
import { namesOf, type ReadersRows } from '#server/readers/accounts/readers-rows.ts';
import { reports } from './schema.ts';

export const REPORT_ROWS: ReadersRows = {
  table: reports,
  changedAt: reports.updatedAt,
  goesAtOnce: false,
  names: { reason: namesOf(REPORT_REASONS) },
};
