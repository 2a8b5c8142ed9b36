import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { z } from 'zod';
import { isOngoingStatus } from '#domain/subscription.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobDefinition, JobWithHandler } from '#server/platform/jobs/job.ts';
import { listReaderIdsPastSubscriptionExpiry } from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { storeEventAndEnqueueSync } from './events.ts';
import {
  deleteOldBillingRows,
  dismissOldEventsOfUnknownCustomers,
  findCustomerId,
  findReconciledUntil,
  listCustomerIdsOfReaders,
  listCustomerIdsToDelete,
  listCustomerIdsWithPendingEvents,
  markCustomerDeletedAndDeleteEvents,
  markCustomerForDeletion,
  recordSubscriptionStartOrEnd,
  saveReconciledUntil,
} from './repository.ts';
import { listStripeSubscriptions, rethrowUnlessMissingResource } from './stripe.ts';
import { createCustomerSyncJob, enqueueCustomerSync } from './sync.ts';

/**
 * The job that deletes a customer in Stripe after the account has been deleted, or if the customer was created but not
 * stored in an account.
 */
export const DELETE_CUSTOMER_JOB_DEFINITION = {
  id: 'billing-leave',
  payload: z.strictObject({ customer: z.string() }),
  timeLimit: 60,
  retries: { limit: 11, delay: 5 },
} satisfies JobDefinition;

const DAY = 24 * 60 * 60 * 1000;
/** Maximum age, in milliseconds, of the Stripe events that are fetched. Stripe stores events for 30 days. */
const MAX_FETCHED_EVENT_AGE = 29 * DAY;

/**
 * Length, in milliseconds, of a period whose Stripe events are fetched in one step. Progress is stored after each step.
 */
const RECONCILIATION_SLICE = DAY / 4;

/** Milliseconds for which events of unknown customers stay pending. The nightly job discards older events. */
const UNKNOWN_CUSTOMER_RETENTION = 30 * DAY;

/**
 * Milliseconds for which rows of processed events and deleted customers are stored. Stripe does not send older events
 * again.
 */
const ROW_RETENTION = 90 * DAY;

/**
 * Records the end of the reader's subscription if it is ongoing, and enqueues the deletion of the reader's customer in
 * Stripe. Call this function in the transaction that deletes the account, before the reader's rows are deleted.
 */
export async function recordSubscriptionEndAndEnqueueCustomerDeletion(
  transaction: Queries,
  user: User,
): Promise<void> {
  const customer = await findCustomerId(transaction, user);
  if (isOngoingStatus(user.subscriptionStatus))
    await recordSubscriptionStartOrEnd(transaction, 'ended');
  if (customer) await enqueueCustomerDeletion(transaction, customer);
}

/** Marks a customer for deletion in Stripe, and enqueues the job that deletes the customer. */
export async function enqueueCustomerDeletion(
  transaction: Queries,
  customer: string,
): Promise<void> {
  await markCustomerForDeletion(transaction, customer);
  await enqueue(transaction, DELETE_CUSTOMER_JOB_DEFINITION, { customer }, { key: customer });
}

/**
 * Creates the billing jobs: a job that syncs a customer, {@link DELETE_CUSTOMER_JOB_DEFINITION}, and two nightly jobs.
 * The first nightly job fetches missed events from Stripe. The second one deletes old rows and enqueues unfinished
 * work.
 */
export function createBillingJobs(
  database: Database,
  stripe: Stripe,
  log: Pick<Logger, 'warn'>,
): JobWithHandler[] {
  const { queries } = database;
  return [
    createCustomerSyncJob(database, stripe),
    {
      ...DELETE_CUSTOMER_JOB_DEFINITION,
      work: async ({ customer }) => ({
        ended: await deleteStripeCustomer(queries, stripe, customer as string),
      }),
    },
    {
      id: 'billing-reconciliation',
      payload: z.strictObject({}),
      cron: '43 2 * * *',
      timeLimit: 60 * 60,
      work: async (_payload, signal) => ({
        missed: await fetchMissedEvents(queries, stripe, signal),
      }),
    },
    {
      // This job is separate from the job that fetches missed events, so that old rows are deleted even if Stripe's
      // events cannot be fetched.
      id: 'billing-upkeep',
      payload: z.strictObject({}),
      cron: '13 3 * * *',
      work: () => enqueueOpenWork(queries, log),
    },
  ];
}

/**
 * Cancels all subscriptions of a customer and deletes the customer in Stripe. Stripe keeps only payment records.
 * Returns the number of canceled subscriptions. If any step fails, the call can be repeated.
 */
async function deleteStripeCustomer(
  queries: Queries,
  stripe: Stripe,
  customer: string,
): Promise<number> {
  const subscriptions =
    (await listStripeSubscriptions(stripe, customer).catch(rethrowUnlessMissingResource)) ?? [];
  const ongoing = subscriptions.filter(({ ended_at }) => ended_at === null);
  for (const { id } of ongoing)
    await stripe.subscriptions.cancel(id).catch(rethrowUnlessMissingResource);
  await stripe.customers.del(customer).catch(rethrowUnlessMissingResource);
  await markCustomerDeletedAndDeleteEvents(queries, customer);
  return ongoing.length;
}

/**
 * Fetches all Stripe events since the last complete reconciliation. Also fetches the events from the day before it,
 * because the clocks of Stripe and Octavo may differ. Returns the number of new events.
 *
 * Stripe lists the newest events first. To store the progress between steps, the events are fetched one period at a
 * time, oldest period first. A retry starts one day before the period that failed.
 */
async function fetchMissedEvents(
  queries: Queries,
  stripe: Stripe,
  signal: AbortSignal,
): Promise<number> {
  const now = Date.now();
  const reconciledUntil = (await findReconciledUntil(queries))?.getTime() ?? 0;
  let missed = 0;
  for (
    let from = Math.max(reconciledUntil - DAY, now - MAX_FETCHED_EVENT_AGE);
    from < now;
    from += RECONCILIATION_SLICE
  ) {
    const until = Math.min(from + RECONCILIATION_SLICE, now);
    const created = { gte: Math.floor(from / 1000), lte: Math.floor(until / 1000) };
    for await (const event of stripe.events.list({ created, limit: 100 })) {
      signal.throwIfAborted();
      if (await storeEventAndEnqueueSync(queries, event)) missed += 1;
    }
    if (until > reconciledUntil) await saveReconciledUntil(queries, new Date(until));
  }
  return missed;
}

/**
 * Enqueues a sync for every customer with pending events or an overdue subscription. Also enqueues unfinished customer
 * deletions. Before that, deletes old rows and dismisses old events of unknown customers.
 */
async function enqueueOpenWork(queries: Queries, log: Pick<Logger, 'warn'>) {
  const now = Date.now();
  await deleteOldBillingRows(queries, new Date(now - ROW_RETENTION));
  const discardedCustomers = await dismissOldEventsOfUnknownCustomers(
    queries,
    new Date(now - UNKNOWN_CUSTOMER_RETENTION),
  );
  if (discardedCustomers.length)
    log.warn(
      { customers: discardedCustomers },
      'No account matched these Stripe customers within 30 days; their events were discarded',
    );
  const waiting = await listCustomerIdsWithPendingEvents(queries);
  const overdue = await listCustomerIdsOfReaders(
    queries,
    await listReaderIdsPastSubscriptionExpiry(queries, new Date(now - DAY)),
  );
  const leaving = await listCustomerIdsToDelete(queries);
  await queries.transaction(async (transaction) => {
    for (const customer of new Set([...waiting, ...overdue]))
      await enqueueCustomerSync(transaction, customer);
    for (const customer of leaving)
      await enqueue(transaction, DELETE_CUSTOMER_JOB_DEFINITION, { customer }, { key: customer });
  });
  return { waiting: waiting.length, overdue: overdue.length, leaving: leaving.length };
}
