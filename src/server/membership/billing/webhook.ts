import type { FastifyInstance } from 'fastify';
import type { Queries } from '#server/platform/db/database.ts';
import { InvalidError } from '#server/platform/errors.ts';
import { eventOf, isEvent, isOfCustomer } from './events.ts';
import { takeEvent } from './jobs.ts';
import type { Billing } from './stripe.ts';

/** Where Stripe sends what happens. */
export const WEBHOOK = '/webhooks/stripe';

/** Seconds an event may have been on its way: older ones are somebody's who recorded it (Stripe's own default). */
const OLDEST = 300;
/** Bytes: an invoice with all its lines is the largest. */
const LARGEST_EVENT = 512 * 1024;

/**
 * `POST /webhooks/stripe`: takes an event, whatever it says, as a sign that something is new about a customer. It is kept
 * and answered; a job works it off. What is not signed by Stripe, too old, or no event is refused with 400.
 */
export async function webhookRoutes(
  app: FastifyInstance,
  queries: Queries,
  billing: Billing,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // As it was signed: not a byte may be read and written anew.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      WEBHOOK,
      { bodyLimit: LARGEST_EVENT, schema: { hide: true } },
      async ({ body, headers }, reply) => {
        const event = verified(billing, body, headers['stripe-signature']);
        if (!isEvent(event)) throw new InvalidError('The body is not a Stripe event.');
        if (isOfCustomer(event)) await takeEvent(queries, eventOf(event));
        return reply.header('cache-control', 'no-store').send({ received: true });
      },
    );
  });
}

function verified(
  { stripe, webhookSecrets }: Billing,
  body: unknown,
  signature: string | string[] | undefined,
): unknown {
  if (Buffer.isBuffer(body) && typeof signature === 'string')
    for (const secret of webhookSecrets)
      try {
        return stripe.webhooks.constructEvent(body, signature, secret, OLDEST);
      } catch {
        // It may be signed with the other one.
      }
  throw new InvalidError('The Stripe signature is missing, invalid, or too old.');
}
