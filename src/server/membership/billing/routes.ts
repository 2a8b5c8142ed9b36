import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { redirectTarget } from '#domain/redirect-target.ts';
import { BILLING_CYCLES } from '#domain/tiers.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ForbiddenError } from '#server/platform/errors.ts';
import { dataOf, errorSchema } from '#server/platform/http/schemas.ts';
import { openCheckout } from './checkout.ts';
import { customerOf } from './customers.ts';
import { type Billing, WAITED_FOR } from './stripe.ts';

/** Milliseconds: Stripe is asked some things one after the other. */
const LONGEST_ANSWER = 20_000;
/** Characters of an address within the product. */
const LONGEST_PATH = 500;

/** How often one address may begin to pay, in a minute: each makes something at Stripe. */
const RATE = { max: 20, timeWindow: '1 minute' };

/**
 * `POST /subscriptions/checkout` and `POST /subscriptions/customer-portal` (spec 7): where a reader pays for Premium,
 * and where they manage it. Without `billing` neither is open.
 */
export function subscriptionRoutes(
  app: FastifyInstance,
  database: Database,
  billing: Billing | undefined,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const options = { handlerTimeout: LONGEST_ANSWER, config: { rateLimit: RATE } };

  typed.post(
    '/subscriptions/checkout',
    {
      ...options,
      schema: {
        summary: 'Open a checkout for Premium',
        description:
          'The reader pays at `sessionUrl`, and is led back to `returnTo`. 409: they have a subscription already.',
        tags: ['Membership'],
        body: z.strictObject({
          billingCycle: z.enum(BILLING_CYCLES, {
            error: `must be one of ${BILLING_CYCLES.join(', ')}`,
          }),
          returnTo: z
            .string()
            .max(LONGEST_PATH, `must be at most ${LONGEST_PATH} characters`)
            .default('/plans'),
        }),
        response: { 200: dataOf(z.object({ sessionUrl: z.url() })), '4xx': errorSchema },
      },
    },
    async ({ reader: { user }, body }) => {
      if (!billing?.isOpen) throw new ForbiddenError('Premium cannot be bought at the moment.');
      const order = { cycle: body.billingCycle, returnTo: redirectTarget(body.returnTo) };
      return { data: { sessionUrl: await openCheckout(database, billing, user, order) } };
    },
  );

  typed.post(
    '/subscriptions/customer-portal',
    {
      ...options,
      schema: {
        summary: 'Open the customer portal, where a subscription is managed',
        tags: ['Membership'],
        body: z.strictObject({}),
        response: { 200: dataOf(z.object({ portalUrl: z.url() })), '4xx': errorSchema },
      },
    },
    async ({ reader: { user } }) => {
      if (!billing) throw new ForbiddenError('There is nothing to manage: Premium is not open.');
      const customer = await customerOf(database, billing, user);
      const { url } = await billing.stripe.billingPortal.sessions.create(
        { customer, return_url: `${billing.origin}/subscriptions/return?to=/settings` },
        WAITED_FOR,
      );
      return { data: { portalUrl: url } };
    },
  );
}
