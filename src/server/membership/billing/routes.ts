import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sanitizeRedirectPath } from '#domain/redirect-target.ts';
import { BILLING_CYCLES } from '#domain/tiers.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ForbiddenError } from '#server/platform/errors.ts';
import { createDataResponseSchema, errorResponseSchema } from '#server/platform/http/schemas.ts';
import { getOrCreateCheckoutUrl } from './checkout.ts';
import { withStripeCustomerId } from './customers.ts';
import {
  BILLING_RATE_LIMIT,
  type BillingConnection,
  INTERACTIVE_STRIPE_CALL_OPTIONS,
} from './stripe.ts';

/** Timeout of the checkout and portal routes in milliseconds. A request makes several calls to Stripe in sequence. */
const HANDLER_TIMEOUT = 20_000;
/** Maximum number of characters that Stripe stores in a metadata field. */
const MAX_PATH_LENGTH = 500;

/**
 * Registers `POST /subscriptions/checkout`, which returns the URL of a checkout, and `POST
 * /subscriptions/customer-portal`, which returns the URL of the customer portal (spec 7). Without `billing`, the routes
 * respond with 403.
 */
export function subscriptionRoutes(
  app: FastifyInstance,
  database: Database,
  billing: BillingConnection | undefined,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const options = { handlerTimeout: HANDLER_TIMEOUT, config: { rateLimit: BILLING_RATE_LIMIT } };

  typed.post(
    '/subscriptions/checkout',
    {
      ...options,
      schema: {
        summary: 'Start a Premium checkout',
        description:
          'The reader pays at `sessionUrl` and then returns to `returnTo`, or to `/plans` if that URL is too long. 409: the reader already has a subscription.',
        tags: ['Membership'],
        body: z.strictObject({
          billingCycle: z.enum(BILLING_CYCLES, {
            error: `must be one of ${BILLING_CYCLES.join(', ')}`,
          }),
          returnTo: z.string().default('/plans'),
        }),
        response: {
          200: createDataResponseSchema(z.object({ sessionUrl: z.url() })),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ reader: { user }, body }) => {
      if (!billing?.isPremiumForSale)
        throw new ForbiddenError('Premium isn’t available right now.');
      // Replaces a return path that is too long with `/plans`. Stripe would reject the long path, and the reader could
      // not buy Premium.
      const isLong = body.returnTo.length > MAX_PATH_LENGTH;
      const returnTo = isLong ? '/plans' : sanitizeRedirectPath(body.returnTo);
      const order = { cycle: body.billingCycle, returnTo };
      return { data: { sessionUrl: await getOrCreateCheckoutUrl(database, billing, user, order) } };
    },
  );

  typed.post(
    '/subscriptions/customer-portal',
    {
      ...options,
      schema: {
        summary: 'Open the customer portal to manage a subscription',
        tags: ['Membership'],
        body: z.strictObject({}),
        response: {
          200: createDataResponseSchema(z.object({ portalUrl: z.url() })),
          '4xx': errorResponseSchema,
        },
      },
    },
    async ({ reader: { user } }) => {
      if (!billing) throw new ForbiddenError('Subscriptions aren’t available right now.');
      const return_url = `${billing.origin}/subscriptions/return?to=/settings&portal=1`;
      const { url } = await withStripeCustomerId(database, billing, user, (customer) =>
        billing.stripe.billingPortal.sessions.create(
          { customer, return_url },
          INTERACTIVE_STRIPE_CALL_OPTIONS,
        ),
      );
      return { data: { portalUrl: url } };
    },
  );
}
