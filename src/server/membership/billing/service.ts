import type { ReadersRows } from '#server/readers/accounts/readers-rows.ts';
import { customers } from './schema.ts';

/** Who a reader is at the payment processor. They leave it with their account (`leaveWith`). */
export const CUSTOMER_ROWS: ReadersRows = {
  table: customers,
  changedAt: customers.createdAt,
  goesAtOnce: true,
  secrets: ['asked', 'answered'],
};
