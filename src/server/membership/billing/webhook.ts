import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '#server/platform/db/database.ts';
import { InvalidRequestError, TooManyRequestsError } from '#server/platform/errors.ts';
import {
  ACTION_RATE_LIMITS,
  type CountAction,
  getClientKey,
} from '#server/platform/http/rate-limits.ts';
import { isStripeEvent, storeEventAndEnqueueSync } from './events.ts';
import type { BillingConnection } from './stripe.ts';

/** Path to which Stripe sends events. */
export const STRIPE_WEBHOOK_PATH = '/webhooks/stripe';

/** Maximum age of a signed event in seconds. The value is Stripe's default. Older events are rejected as replays. */
const MAX_EVENT_AGE = 300;
/** Maximum size of an event in bytes. The largest events are invoices with all their line items. */
const MAX_EVENT_BYTES = 512 * 1024;

/**
 * Registers `POST /webhooks/stripe`. Stores an event about a customer and enqueues a sync of the customer. Responds
 * with 400 if the body is not an event, or if its signature is invalid or too old.
 *
 * A client that has sent too many invalid signatures gets 429 before its body is read. Otherwise, the server would have
 * to read up to 512 KB to check each signature.
 */
export async function stripeWebhookRoutes(
  app: FastifyInstance,
  queries: Queries,
  billing: BillingConnection,
  count: CountAction,
): Promise<void> {
  const blockedSenders = new BlockedSenders(count);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Bodies are not parsed, since the signature covers the raw bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      STRIPE_WEBHOOK_PATH,
      {
        bodyLimit: MAX_EVENT_BYTES,
        schema: { hide: true },
        onRequest: async (request, reply) => blockedSenders.throwIfBlocked(request, reply),
      },
      async (request, reply) => {
        const { body, headers } = request;
        const event = verifyEvent(billing, body, headers['stripe-signature']);
        if (event === undefined) {
          await blockedSenders.countInvalidSignature(request);
          throw new InvalidRequestError('The Stripe signature is missing, invalid, or too old.');
        }
        if (!isStripeEvent(event)) throw new InvalidRequestError('The body is not a Stripe event.');
        await storeEventAndEnqueueSync(queries, event);
        return reply.header('cache-control', 'no-store').send({ received: true });
      },
    );
  });
}

/**
 * The clients that have sent too many events with an invalid signature. A client is blocked until its rate-limit window
 * ends.
 */
class BlockedSenders {
  readonly #count: CountAction;
  /**
   * The time at which each client's block ends, by client key ({@link getClientKey}). The time is in milliseconds since
   * the process started.
   */
  readonly #blockEnds = new Map<string, number>();

  constructor(count: CountAction) {
    this.#count = count;
  }

  /**
   * Counts an event with an invalid signature. Above the limit, blocks the client and throws {@link
   * TooManyRequestsError}.
   */
  async countInvalidSignature(request: FastifyRequest): Promise<void> {
    try {
      await this.#count('unsignedEvents', request);
    } catch (error) {
      if (error instanceof TooManyRequestsError)
        this.#block(getClientKey(request), error.retryAfter ?? 0);
      throw error;
    }
  }

  /**
   * Throws {@link TooManyRequestsError} if the client is blocked, and closes the connection, so that the body is not
   * read.
   */
  throwIfBlocked(request: FastifyRequest, reply: FastifyReply): void {
    const end = this.#blockEnds.get(getClientKey(request));
    if (end === undefined) return;
    reply.header('connection', 'close');
    const seconds = Math.ceil((end - performance.now()) / 1000);
    throw new TooManyRequestsError(ACTION_RATE_LIMITS.unsignedEvents.message, Math.max(1, seconds));
  }

  #block(clientKey: string, seconds: number): void {
    this.#blockEnds.set(clientKey, performance.now() + seconds * 1000);
    setTimeout(() => this.#blockEnds.delete(clientKey), seconds * 1000).unref();
  }
}

/** Returns the event in a request body, or `undefined` if the signature matches no secret. */
function verifyEvent(
  { stripe, webhookSecrets }: BillingConnection,
  body: unknown,
  signature: string | string[] | undefined,
): unknown {
  if (Buffer.isBuffer(body) && typeof signature === 'string')
    for (const secret of webhookSecrets)
      try {
        return stripe.webhooks.constructEvent(body, signature, secret, MAX_EVENT_AGE);
      } catch {
        // Errors are ignored here, because the signature may match the next secret.
      }
  return undefined;
}
