import { createHash } from 'node:crypto';
import type { Database } from '#server/platform/db/database.ts';
import { takeTurn, type User } from '#server/readers/accounts/service.ts';
import { findCustomer, insertCustomer } from './repository.ts';
import { type Billing, WAITED_FOR } from './stripe.ts';

/** The customer a reader is at Stripe, made with their first checkout. Throws when the account was deleted meanwhile. */
export async function customerOf(
  { queries }: Database,
  { stripe }: Billing,
  user: User,
): Promise<string> {
  const known = await findCustomer(queries, user);
  if (known) return known;
  const { id, email, name } = user;
  // Whoever asks twice at once is told of the same one (Stripe keeps keys for a day, with what was sent under them).
  const sent = createHash('sha256')
    .update(JSON.stringify([id, email, name]))
    .digest('hex');
  const { id: customerId } = await stripe.customers.create(
    { email, name, metadata: { reader: id } },
    { ...WAITED_FOR, idempotencyKey: `customer ${sent}` },
  );
  return queries.transaction(async (transaction) => {
    await takeTurn(transaction, user);
    await insertCustomer(transaction, user, customerId);
    return (await findCustomer(transaction, user))!;
  });
}
