import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sanitizeRedirect } from '#domain/redirect-target.ts';
import { signInPagePath } from '#domain/sign-in.ts';
import { CHECKOUT_OUTCOME, type CheckoutOutcome } from '#domain/subscription.ts';
import { tierInForce } from '#domain/tiers.ts';
import type { Database } from '#server/platform/db/database.ts';
import { TooManyError } from '#server/platform/errors.ts';
import type { CountRequest } from '#server/platform/http/rate-limits.ts';
import type { Sessions } from '#server/readers/sessions/sessions.ts';
import { findCustomerId } from './repository.ts';
import type { Billing } from './stripe.ts';
import { syncCustomer } from './sync.ts';

/** Milliseconds Stripe has to say how things are; the event it sends will say so too. */
const SYNC_TIMEOUT = 3000;

const parameter = z.string().max(600).optional().catch(undefined);

interface ReturnOptions {
  database: Database;
  billing: Billing;
  sessions: Sessions;
  count: CountRequest;
}

/**
 * `GET /subscriptions/return`: where Stripe leads a reader back to, from a checkout or the customer portal. Their account
 * is brought in line first, without waiting for the event, so that the page they come to is already what they paid for;
 * where Stripe was asked too often it waits after all. Whoever was signed out while they paid is led to sign in first.
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
          to: parameter,
          checkout: parameter,
          portal: parameter,
          'given-up': parameter,
        }),
      },
    },
    async (request, reply) => {
      const { query } = request;
      const before = await sessions.findForPage(request, reply);
      if (before && (query.checkout || query.portal)) {
        const customer = await findCustomerId(database.queries, before.user);
        if (customer && (await isWithinRateLimit(count, request)))
          await syncWithTimeout(app, database, billing, customer);
      }
      // Once more: this gives the browser what the account is by now.
      const session = before && (await sessions.findForPage(request, reply));
      const outcome = findOutcome(query, session && tierInForce(session.user) === 'premium');
      const to = addOutcome(sanitizeRedirect(query.to ?? '/plans'), outcome);
      // Their account has what they bought, whoever this browser is by now: signed in, they see it.
      const needsSignIn = outcome === 'pending' && !session;
      return reply
        .header('cache-control', 'no-store')
        .redirect(needsSignIn ? addOutcome(signInPagePath(to), 'signed-out') : to, 303);
    },
  );
}

/** Whether Stripe may be asked: another site may lead a reader here, as often as it likes. */
async function isWithinRateLimit(count: CountRequest, request: FastifyRequest): Promise<boolean> {
  try {
    await count('returning', request);
    return true;
  } catch (error) {
    if (error instanceof TooManyError) return false;
    throw error;
  }
}

async function syncWithTimeout(
  app: FastifyInstance,
  database: Database,
  { stripe }: Billing,
  customer: string,
): Promise<void> {
  const signal = AbortSignal.timeout(SYNC_TIMEOUT);
  const tooLate = new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const synced = syncCustomer(database, stripe, customer, signal);
  await Promise.race([synced, tooLate]).catch((error: unknown) =>
    app.log.warn(
      { err: error, customer },
      'A reader returned from checkout before Stripe confirmed it',
    ),
  );
  synced.catch(() => {});
}

function findOutcome(
  query: { checkout?: string | undefined; 'given-up'?: string | undefined },
  isPremium: boolean | undefined,
): CheckoutOutcome | undefined {
  if (query['given-up']) return 'given-up';
  if (!query.checkout) return undefined;
  return isPremium ? 'done' : 'pending';
}

/** A path that says how the checkout ended, to the page alone: it is no other page for it. */
function addOutcome(path: string, outcome: CheckoutOutcome | undefined): string {
  if (!outcome) return path;
  const url = new URL(path, 'https://octavo.example');
  url.searchParams.set(CHECKOUT_OUTCOME, outcome);
  return url.pathname + url.search + url.hash;
}
