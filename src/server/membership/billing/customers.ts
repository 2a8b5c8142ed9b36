import { createHash } from 'node:crypto';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { UnauthenticatedError } from '#server/platform/errors.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { lockAccountOrThrow } from '#server/readers/accounts/service.ts';
import { enqueueCustomerDeletion } from './jobs.ts';
import { findCustomerId, insertCustomer, unbindCustomer } from './repository.ts';
import {
  type BillingConnection,
  INTERACTIVE_STRIPE_CALL_OPTIONS,
  isMissingCustomerError,
} from './stripe.ts';
import { syncCustomer, UnknownCustomerError } from './sync.ts';

/**
 * Calls `callback` with the ID of the reader's Stripe customer. If Stripe does not know the customer, ends the reader's
 * subscription, creates a new customer, and calls `callback` again. Throws the same errors as
 * {@link findOrCreateStripeCustomerId}.
 */
export async function withStripeCustomerId<Outcome>(
  database: Database,
  billing: BillingConnection,
  user: User,
  callback: (customer: string) => Promise<Outcome>,
): Promise<Outcome> {
  const customer = await findOrCreateStripeCustomerId(database, billing, user);
  try {
    return await callback(customer);
  } catch (error) {
    if (!isMissingCustomerError(error)) throw error;
    await syncCustomer(database, billing.stripe, customer).catch(ignoreUnknownCustomer);
    await unbindCustomer(database.queries, customer);
    return callback(await findOrCreateStripeCustomerId(database, billing, user, customer));
  }
}

/**
 * Returns the ID of the reader's Stripe customer. Creates a customer if the reader has none. `missingId` is the ID of a
 * previous customer that Stripe no longer knows. Throws {@link UnauthenticatedError} if the account has been deleted.
 */
export async function findOrCreateStripeCustomerId(
  database: Database,
  billing: Pick<BillingConnection, 'stripe'>,
  user: User,
  missingId?: string,
): Promise<string> {
  const existingId = await findCustomerId(database.queries, user);
  if (existingId) return existingId;
  // Concurrent calls are serialized, since Stripe rejects one of two concurrent calls with the same idempotency key.
  return withLock(
    database,
    `customer of ${user.id}`,
    async () =>
      (await findCustomerId(database.queries, user)) ??
      createCustomer(database, billing, user, missingId),
  );
}

async function createCustomer(
  { queries }: Database,
  { stripe }: Pick<BillingConnection, 'stripe'>,
  user: User,
  missingId: string | undefined,
): Promise<string> {
  const { id, email, name } = user;
  // With the same idempotency key, a retry after a broken connection returns the customer that the first call created.
  // Stripe stores a key for a day and rejects its reuse with other parameters, so the key contains a hash of the
  // parameters.
  const parametersHash = createHash('sha256')
    .update(JSON.stringify([id, email, name, missingId]))
    .digest('hex');
  const { id: createdId } = await stripe.customers.create(
    { email, name, metadata: { reader: id } },
    { ...INTERACTIVE_STRIPE_CALL_OPTIONS, idempotencyKey: `customer ${parametersHash}` },
  );
  const storedId = await bindCustomer(queries, user, createdId);
  // If the new customer could not be stored in the account, it is deleted in Stripe, because it contains personal data.
  if (storedId !== createdId)
    await queries.transaction((transaction) => enqueueCustomerDeletion(transaction, createdId));
  if (!storedId) throw new UnauthenticatedError();
  return storedId;
}

/**
 * Ignores {@link UnknownCustomerError}, which means that a job has already removed the customer from the account.
 * Rethrows all other errors.
 */
function ignoreUnknownCustomer(error: unknown): void {
  if (!(error instanceof UnknownCustomerError)) throw error;
}

/**
 * Stores the ID of a Stripe customer in a reader's account, unless the account already has one. Returns the ID that is
 * now stored in the account, or `undefined` if the account has been deleted.
 */
async function bindCustomer(
  queries: Queries,
  user: User,
  customerId: string,
): Promise<string | undefined> {
  try {
    return await queries.transaction(async (transaction) => {
      await lockAccountOrThrow(transaction, user);
      await insertCustomer(transaction, user, customerId);
      return findCustomerId(transaction, user);
    });
  } catch (error) {
    if (error instanceof UnauthenticatedError) return undefined;
    throw error;
  }
}
