import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '#server/platform/db/database.ts';
import { InvalidError, TooManyError } from '#server/platform/errors.ts';
import { type CountRequest, clientKeyOf, LIMITS } from '#server/platform/http/rate-limits.ts';
import { isCustomerEvent, isStripeEvent, toBillingEvent } from './events.ts';
import { recordEvent } from './jobs.ts';
import type { Billing } from './stripe.ts';

/** The path to which Stripe sends events. */
export const WEBHOOK_PATH = '/webhooks/stripe';

/** Seconds after which a signed event is refused as a replay (Stripe's default). */
const MAX_EVENT_AGE = 300;
/** Bytes: the largest event is an invoice with all its lines. */
const MAX_EVENT_BYTES = 512 * 1024;

/**
 * `POST /webhooks/stripe`: stores an event as a sign that something about a customer has changed, and responds; a job does
 * the rest. Refuses with 400 what Stripe has not signed, what is too old, and what is not an event. A caller with too many
 * bad signatures is refused with 429 before its events are read: checking one costs reading half a megabyte.
 */
export async function webhookRoutes(
  app: FastifyInstance,
  queries: Queries,
  billing: Billing,
  count: CountRequest,
): Promise<void> {
  const senders = new BlockedSenders(count);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The raw bytes, since the signature covers them.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      WEBHOOK_PATH,
      {
        bodyLimit: MAX_EVENT_BYTES,
        schema: { hide: true },
        onRequest: async (request, reply) => senders.refuse(request, reply),
      },
      async (request, reply) => {
        const { body, headers } = request;
        const event = verifyEvent(billing, body, headers['stripe-signature']);
        if (event === undefined) {
          await senders.add(request);
          throw new InvalidError('The Stripe signature is missing, invalid, or too old.');
        }
        if (!isStripeEvent(event)) throw new InvalidError('The body is not a Stripe event.');
        if (isCustomerEvent(event)) await recordEvent(queries, toBillingEvent(event));
        return reply.header('cache-control', 'no-store').send({ received: true });
      },
    );
  });
}

/** Callers that sent too many events without a valid signature, each for the window of the rate limit. */
class BlockedSenders {
  readonly #count: CountRequest;
  /** By address: when the block ends, in milliseconds since the process started. */
  readonly #ends = new Map<string, number>();

  constructor(count: CountRequest) {
    this.#count = count;
  }

  /** Counts a bad signature. Blocks its sender and throws {@link TooManyError} beyond the limit. */
  async add(request: FastifyRequest): Promise<void> {
    try {
      await this.#count('unsignedEvents', request);
    } catch (error) {
      if (error instanceof TooManyError) this.#block(clientKeyOf(request), error.retryAfter ?? 0);
      throw error;
    }
  }

  /** Throws {@link TooManyError} if the sender is blocked, and closes the connection, so that its body is not read. */
  refuse(request: FastifyRequest, reply: FastifyReply): void {
    const end = this.#ends.get(clientKeyOf(request));
    if (end === undefined) return;
    reply.header('connection', 'close');
    const seconds = Math.ceil((end - performance.now()) / 1000);
    throw new TooManyError(LIMITS.unsignedEvents.sentence, Math.max(1, seconds));
  }

  #block(address: string, seconds: number): void {
    this.#ends.set(address, performance.now() + seconds * 1000);
    setTimeout(() => this.#ends.delete(address), seconds * 1000).unref();
  }
}

/** Returns the event, or `undefined` if none of the secrets has signed it. */
function verifyEvent(
  { stripe, webhookSecrets }: Billing,
  body: unknown,
  signature: string | string[] | undefined,
): unknown {
  if (Buffer.isBuffer(body) && typeof signature === 'string')
    for (const secret of webhookSecrets)
      try {
        return stripe.webhooks.constructEvent(body, signature, secret, MAX_EVENT_AGE);
      } catch {
        // It may be signed with the other secret.
      }
  return undefined;
}
