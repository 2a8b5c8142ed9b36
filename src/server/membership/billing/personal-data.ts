import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import { customers } from './schema.ts';

/**
 * The reader's Stripe customer. When the account is deleted, the customer is also deleted in Stripe
 * (`recordSubscriptionEndAndEnqueueCustomerDeletion`).
 */
export const customersPersonalDataTable: PersonalDataTable = {
  table: customers,
  changedAt: customers.createdAt,
  deleteImmediately: true,
  hiddenColumns: ['startedQueryCount', 'lastAnsweredQuery'],
};
