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
 * Acts with the customer a reader is at Stripe. Should Stripe not know them, what was bought is over, the reader is made
 * another one, and it is tried once more. Throws as {@link findOrCreateCustomer} does.
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
 * The customer a reader is at Stripe, made with their first checkout, or instead of `gone`, whom Stripe does not know.
 * Throws {@link UnauthenticatedError} when the account was deleted meanwhile.
 */
export async function findOrCreateCustomer(
  database: Database,
  billing: Pick<Billing, 'stripe'>,
  user: User,
  missing?: string,
): Promise<string> {
  const known = await findCustomerId(database.queries, user);
  if (known) return known;
  // One after the other: of two calls at once that have the same key, Stripe refuses one.
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
  // Whoever asks again after a call broke off is told of the same one (Stripe keeps keys for a day, with what was sent
  // under them).
  const sent = createHash('sha256')
    .update(JSON.stringify([id, email, name, missing]))
    .digest('hex');
  const { id: created } = await stripe.customers.create(
    { email, name, metadata: { reader: id } },
    { ...INTERACTIVE_CALL, idempotencyKey: `customer ${sent}` },
  );
  const bound = await bindCustomer(queries, user, created);
  // Stripe knows who they are: no customer may stay there whom nobody here knows of.
  if (bound !== created)
    await queries.transaction((transaction) => enqueueCustomerDeletion(transaction, created));
  if (!bound) throw new UnauthenticatedError();
  return bound;
}

/** A job may have found out before. */
function ignoreUnknownCustomer(error: unknown): void {
  if (!(error instanceof UnknownCustomerError)) throw error;
}

/** Makes a reader that customer, unless they are one already; who they are now. `undefined` once the account is deleted. */
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
