import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sanitizeRedirectPath } from '#domain/redirect-target.ts';
import { signInPagePath } from '#domain/sign-in.ts';
import { CHECKOUT_OUTCOME_PARAMETER, type CheckoutOutcome } from '#domain/subscription.ts';
import { getEffectiveTier } from '#domain/tiers.ts';
import type { Database } from '#server/platform/db/database.ts';
import { TooManyRequestsError } from '#server/platform/errors.ts';
import type { CountAction } from '#server/platform/http/rate-limits.ts';
import type { Sessions } from '#server/readers/sessions/sessions.ts';
import { findCustomerId } from './repository.ts';
import type { BillingConnection } from './stripe.ts';
import { syncCustomer } from './sync.ts';

/**
 * Timeout, in milliseconds, for updating the account from Stripe. After the timeout, the account is updated when
 * Stripe's webhook event arrives.
 */
const SYNC_TIMEOUT = 3000;

const parameterSchema = z.string().max(600).optional().catch(undefined);

interface ReturnOptions {
  database: Database;
  billing: BillingConnection;
  sessions: Sessions;
  count: CountAction;
}

/**
 * Registers `GET /subscriptions/return`, to which Stripe redirects readers from the checkout and
 * the customer portal. Updates the account without waiting for Stripe's webhook event, so that the
 * next page shows the purchase. If the rate limit is exceeded, skips the update. If the reader has
 * completed a checkout but the session has ended, redirects to the sign-in page.
 */
export function checkoutReturnRoute(
  app: FastifyInstance,
  { database, billing, sessions, count }: ReturnOptions,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/subscriptions/return',
    {
      schema: {
        hide: true,
        querystring: z.object({
          to: parameterSchema,
          checkout: parameterSchema,
          portal: parameterSchema,
          'given-up': parameterSchema,
        }),
      },
    },
    async (request, reply) => {
      const { query } = request;
      const initialSession = await sessions.findForPage(request, reply);
      if (initialSession && (query.checkout || query.portal)) {
        const customer = await findCustomerId(database.queries, initialSession.user);
        if (customer && (await isWithinRateLimit(count, request)))
          await syncWithTimeout(app, database, billing, customer);
      }
      // Loads the session again, because the sync with Stripe may have updated the reader's account. Loading the
      // session also sets cookies that match the account.
      const session = initialSession && (await sessions.findForPage(request, reply));
      const outcome = findOutcome(query, session && getEffectiveTier(session.user) === 'premium');
      const to = addOutcome(sanitizeRedirectPath(query.to ?? '/plans'), outcome);
      // A reader whose session has ended must sign in to see the purchase, because it belongs to the account that
      // started the checkout.
      const needsSignIn = outcome === 'pending' && !session;
      return reply
        .header('cache-control', 'no-store')
        .redirect(needsSignIn ? addOutcome(signInPagePath(to), 'signed-out') : to, 303);
    },
  );
}

/**
 * Returns false if the IP address has exceeded the rate limit. Without this limit, any site could cause too many calls
 * to Stripe by redirecting its visitors to this route.
 */
async function isWithinRateLimit(count: CountAction, request: FastifyRequest): Promise<boolean> {
  try {
    await count('paymentProcessorQuery', request);
    return true;
  } catch (error) {
    if (error instanceof TooManyRequestsError) return false;
    throw error;
  }
}

async function syncWithTimeout(
  app: FastifyInstance,
  database: Database,
  { stripe }: BillingConnection,
  customer: string,
): Promise<void> {
  const signal = AbortSignal.timeout(SYNC_TIMEOUT);
  const timeout = new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const sync = syncCustomer(database, stripe, customer, signal);
  await Promise.race([sync, timeout]).catch((error: unknown) =>
    app.log.warn(
      { err: error, customer },
      'The subscription could not be synced when a reader returned from Stripe',
    ),
  );
  sync.catch(() => {});
}

function findOutcome(
  query: { checkout?: string | undefined; 'given-up'?: string | undefined },
  isPremium: boolean | undefined,
): CheckoutOutcome | undefined {
  if (query['given-up']) return 'given-up';
  if (!query.checkout) return undefined;
  return isPremium ? 'done' : 'pending';
}

/** Adds the outcome of the checkout to a path, as a query parameter that only the page's script reads. */
function addOutcome(path: string, outcome: CheckoutOutcome | undefined): string {
  if (!outcome) return path;
  const url = new URL(path, 'https://octavo.example');
  url.searchParams.set(CHECKOUT_OUTCOME_PARAMETER, outcome);
  return url.pathname + url.search + url.hash;
}
