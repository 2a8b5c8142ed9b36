import type { ReadersRows } from '#server/readers/accounts/service.ts';
import { customers } from './schema.ts';

export { type ChosenBilling, chooseBilling } from './choose-billing.ts';
export { billingJobs, leaveWith } from './jobs.ts';
export { subscriptionTurnsSince } from './repository.ts';
export { returnRoute } from './return.ts';
export { subscriptionRoutes } from './routes.ts';
export { webhookRoutes } from './webhook.ts';

/** Who a reader is at the payment processor. They leave it with their account (`leaveWith`). */
export const CUSTOMER_ROWS: ReadersRows = {
  table: customers,
  changedAt: customers.createdAt,
  goesAtOnce: true,
  secrets: ['asked', 'answered'],
};
