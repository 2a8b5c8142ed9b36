import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import { customers } from './schema.ts';

/** Who a reader is at the payment processor. They leave it with their account (`leaveWith`). */
export const customersPersonalData: PersonalDataTable = {
  table: customers,
  changedAt: customers.createdAt,
  deleteImmediately: true,
  hiddenColumns: ['asked', 'answered'],
};
