import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { z } from 'zod';
import { isOngoing } from '#domain/subscription.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { Job, Task } from '#server/platform/jobs/job.ts';
import { listReadersPastExpiry } from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { isCustomerEvent, toBillingEvent } from './events.ts';
import {
  type BillingEvent,
  deleteOldBillingRows,
  dismissEventsOfUnknownCustomers,
  findCustomerId,
  findReconciledUntil,
  insertEvent,
  listCustomerIds,
  listCustomersToDelete,
  listCustomersWithPendingEvents,
  markCustomerDeleted,
  markCustomerForDeletion,
  recordSubscriptionChange,
  saveReconciledUntil,
} from './repository.ts';
import { ignoreMissingResource, listSubscriptions, syncCustomer } from './sync.ts';

const customerPayload = z.strictObject({ customer: z.string() });

/** What was told of a customer is worked off: their account becomes what their subscriptions are. */
const SYNC_CUSTOMER_TASK = {
  id: 'billing-sync',
  payload: customerPayload,
  within: 60,
  // For three hours; the nightly reconciliation goes on.
  retries: { most: 11, after: 5 },
} satisfies Task;

/** A customer whose account was deleted is told to Stripe, until Stripe has said yes. */
export const DELETE_CUSTOMER_TASK = {
  id: 'billing-leave',
  payload: customerPayload,
  within: 60,
  retries: { most: 11, after: 5 },
} satisfies Task;

const DAY = 24 * 60 * 60 * 1000;
/** Milliseconds: Stripe remembers events for thirty days. */
const STRIPE_EVENT_RETENTION = 29 * DAY;

/** Milliseconds of events that are read at a time: progress is kept after each of them. */
const RECONCILIATION_SLICE = DAY / 4;

/** Milliseconds for which what was told of a customer whom nobody knows is tried again, night by night. */
const UNKNOWN_CUSTOMER_PATIENCE = 30 * DAY;

/** Milliseconds for which what is done with is kept: longer than Stripe may tell it again. */
const ROW_RETENTION = 90 * DAY;

/** Keeps an event and has it worked off, once, however often it comes; whether it was news. */
export async function recordEvent(queries: Queries, event: BillingEvent): Promise<boolean> {
  return queries.transaction(async (transaction) => {
    const isNew = await insertEvent(transaction, event);
    if (isNew) await enqueueSync(transaction, event.customerId);
    return isNew;
  });
}

function enqueueSync(transaction: Queries, customer: string): Promise<void> {
  return enqueue(transaction, SYNC_CUSTOMER_TASK, { customer }, { key: customer });
}

/** Has a reader's customer leave with them: to be called in the transaction that deletes the account, before its rows go. */
export async function enqueueReaderDeletion(transaction: Queries, user: User): Promise<void> {
  const customer = await findCustomerId(transaction, user);
  if (isOngoing(user.subscriptionStatus)) await recordSubscriptionChange(transaction, 'ended');
  if (customer) await enqueueCustomerDeletion(transaction, customer);
}

/** Has a customer leave, whom nobody here is to be. */
export async function enqueueCustomerDeletion(
  transaction: Queries,
  customer: string,
): Promise<void> {
  await markCustomerForDeletion(transaction, customer);
  await enqueue(transaction, DELETE_CUSTOMER_TASK, { customer }, { key: customer });
}

/** {@link SYNC_CUSTOMER_TASK}, {@link DELETE_CUSTOMER_TASK}, and each night the reconciliation with Stripe's events and the upkeep of our own rows. */
export function createBillingJobs(
  database: Database,
  stripe: Stripe,
  log: Pick<Logger, 'warn'>,
): Job[] {
  const { queries } = database;
  return [
    {
      ...SYNC_CUSTOMER_TASK,
      work: async ({ customer }, signal) => ({
        outcome: await syncCustomer(database, stripe, customer as string, signal),
      }),
    },
    {
      ...DELETE_CUSTOMER_TASK,
      work: async ({ customer }) => ({
        ended: await deleteStripeCustomer(queries, stripe, customer as string),
      }),
    },
    {
      id: 'billing-reconciliation',
      payload: z.strictObject({}),
      cron: '43 2 * * *',
      within: 60 * 60,
      work: async (_nothing, signal) => ({
        missed: await fetchMissedEvents(queries, stripe, signal),
      }),
    },
    {
      // By itself, since Stripe may not let its events be listed.
      id: 'billing-upkeep',
      payload: z.strictObject({}),
      cron: '13 3 * * *',
      work: () => enqueueOpenWork(queries, log),
    },
  ];
}

/**
 * Ends all of a customer's subscriptions at once, and has Stripe delete the customer, which keeps nothing but what was
 * paid. How many subscriptions there were. It may be done again from any point.
 */
async function deleteStripeCustomer(
  queries: Queries,
  stripe: Stripe,
  customer: string,
): Promise<number> {
  const all = (await listSubscriptions(stripe, customer).catch(ignoreMissingResource)) ?? [];
  const live = all.filter(({ ended_at }) => ended_at === null);
  for (const { id } of live) await stripe.subscriptions.cancel(id).catch(ignoreMissingResource);
  await stripe.customers.del(customer).catch(ignoreMissingResource);
  await markCustomerDeleted(queries, customer);
  return live.length;
}

/**
 * Asks Stripe for all events since its list was last read to the end, and for those of a day before that, since clocks
 * differ. Returns how many were news. The list has the newest first, so it is read by slices of time, the oldest first:
 * what breaks off goes on with the slice it was at.
 */
async function fetchMissedEvents(
  queries: Queries,
  stripe: Stripe,
  signal: AbortSignal,
): Promise<number> {
  const now = Date.now();
  const last = (await findReconciledUntil(queries))?.getTime() ?? 0;
  let missed = 0;
  for (
    let from = Math.max(last - DAY, now - STRIPE_EVENT_RETENTION);
    from < now;
    from += RECONCILIATION_SLICE
  ) {
    const until = Math.min(from + RECONCILIATION_SLICE, now);
    const created = { gte: Math.floor(from / 1000), lte: Math.floor(until / 1000) };
    for await (const event of stripe.events.list({ created, limit: 100 })) {
      signal.throwIfAborted();
      if (isCustomerEvent(event) && (await recordEvent(queries, toBillingEvent(event))))
        missed += 1;
    }
    if (until > last) await saveReconciledUntil(queries, new Date(until));
  }
  return missed;
}

/** Has everybody looked after of whom something is still open, and gives up whom nobody has come to know. */
async function enqueueOpenWork(queries: Queries, log: Pick<Logger, 'warn'>) {
  const now = Date.now();
  await deleteOldBillingRows(queries, new Date(now - ROW_RETENTION));
  const givenUp = await dismissEventsOfUnknownCustomers(
    queries,
    new Date(now - UNKNOWN_CUSTOMER_PATIENCE),
  );
  if (givenUp.length)
    log.warn(
      { customers: givenUp },
      'No account matched these Stripe customers within 30 days; their events were discarded',
    );
  const waiting = await listCustomersWithPendingEvents(queries);
  const overdue = await listCustomerIds(
    queries,
    await listReadersPastExpiry(queries, new Date(now - DAY)),
  );
  const leaving = await listCustomersToDelete(queries);
  await queries.transaction(async (transaction) => {
    for (const customer of new Set([...waiting, ...overdue]))
      await enqueueSync(transaction, customer);
    for (const customer of leaving)
      await enqueue(transaction, DELETE_CUSTOMER_TASK, { customer }, { key: customer });
  });
  return { waiting: waiting.length, overdue: overdue.length, leaving: leaving.length };
}
