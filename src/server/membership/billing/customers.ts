import { createHash } from 'node:crypto';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { withLock } from '#server/platform/db/locks.ts';
import { UnauthenticatedError } from '#server/platform/errors.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { requireLockedAccount } from '#server/readers/accounts/service.ts';
import { enqueueCustomerDeletion } from './jobs.ts';
import { findCustomerId, insertCustomer, unbindCustomer } from './repository.ts';
import { type Billing, INTERACTIVE_CALL, isMissingCustomer } from './stripe.ts';
import { syncCustomer, UnknownCustomerError } from './sync.ts';

/**
 * Calls `act` with the reader's Stripe customer. If Stripe does not know the customer, its subscription has ended: the
 * reader gets a new customer, and `act` is called once more. Throws as {@link findOrCreateCustomer} does.
 */
export async function withCustomer<Outcome>(
  database: Database,
  billing: Billing,
  user: User,
  act: (customer: string) => Promise<Outcome>,
): Promise<Outcome> {
  const customer = await findOrCreateCustomer(database, billing, user);
  try {
    return await act(customer);
  } catch (error) {
    if (!isMissingCustomer(error)) throw error;
    await syncCustomer(database, billing.stripe, customer).catch(ignoreUnknownCustomer);
    await unbindCustomer(database.queries, customer);
    return act(await findOrCreateCustomer(database, billing, user, customer));
  }
}

/**
 * Returns the reader's Stripe customer. Creates it before the first checkout, or to replace `missing`, which Stripe
 * does not know. Throws {@link UnauthenticatedError} if the account was deleted meanwhile.
 */
export async function findOrCreateCustomer(
  database: Database,
  billing: Pick<Billing, 'stripe'>,
  user: User,
  missing?: string,
): Promise<string> {
  const known = await findCustomerId(database.queries, user);
  if (known) return known;
  // Serialized, since Stripe refuses one of two concurrent calls with the same idempotency key.
  return withLock(
    database,
    `customer of ${user.id}`,
    async () =>
      (await findCustomerId(database.queries, user)) ??
      createCustomer(database, billing, user, missing),
  );
}

async function createCustomer(
  { queries }: Database,
  { stripe }: Pick<Billing, 'stripe'>,
  user: User,
  missing: string | undefined,
): Promise<string> {
  const { id, email, name } = user;
  // A retry after a broken connection gets the same customer. Stripe keeps idempotency keys for a day, with the request
  // they were used for.
  const sent = createHash('sha256')
    .update(JSON.stringify([id, email, name, missing]))
    .digest('hex');
  const { id: created } = await stripe.customers.create(
    { email, name, metadata: { reader: id } },
    { ...INTERACTIVE_CALL, idempotencyKey: `customer ${sent}` },
  );
  const bound = await bindCustomer(queries, user, created);
  // The customer contains personal data, so it must not remain at Stripe without an account here.
  if (bound !== created)
    await queries.transaction((transaction) => enqueueCustomerDeletion(transaction, created));
  if (!bound) throw new UnauthenticatedError();
  return bound;
}

/** A job may have handled the missing customer before. */
function ignoreUnknownCustomer(error: unknown): void {
  if (!(error instanceof UnknownCustomerError)) throw error;
}

/**
 * Stores the customer of a reader, unless there is one. Returns the reader's customer, or `undefined` if the account
 * was deleted.
 */
async function bindCustomer(
  queries: Queries,
  user: User,
  customerId: string,
): Promise<string | undefined> {
  try {
    return await queries.transaction(async (transaction) => {
      await requireLockedAccount(transaction, user);
      await insertCustomer(transaction, user, customerId);
      return findCustomerId(transaction, user);
    });
  } catch (error) {
    if (error instanceof UnauthenticatedError) return undefined;
    throw error;
  }
}
