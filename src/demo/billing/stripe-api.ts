import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import qs from 'qs';
import type { Queries } from '#server/platform/db/database.ts';
import { createIdFromKey, IdempotencyKeyInUseError, IdempotencyKeysInUse } from './idempotency.ts';
import { findObject, listObjects, listStripeEvents, saveObject } from './repository.ts';
import {
  type CheckoutSession,
  type Customer,
  createRandomId,
  type Price,
} from './stripe-objects.ts';
import {
  CustomerNotFoundError,
  cancelSubscription,
  deleteCustomer,
  InvalidTransitionError,
  runLockedTransition,
} from './transitions.ts';

export interface StripeApiOptions {
  queries: Queries;
  /** API key that every call must contain. */
  key: string;
  prices: readonly Price[];
  /** URLs of the checkout and portal pages, without the session ID at the end. */
  pages: { checkout: string; portal: string };
  /** Called after every API call that creates an event. */
  onEvent: () => void;
}

type Params = { Params: { id: string } };
type RequestFields = Record<string, string | undefined>;

const MAX_BODY_BYTES = 64 * 1024;
/** Stripe's error type for an invalid request. */
const INVALID_REQUEST = { type: 'invalid_request_error' } as const;
/** Stripe's error for a missing object. */
const RESOURCE_MISSING = { ...INVALID_REQUEST, code: 'resource_missing' } as const;

/**
 * Creates an application that implements the parts of Stripe's API that Octavo calls. Responses and errors have
 * Stripe's format. Octavo injects requests without using the network. Tests can make the application listen on a port
 * and call it with the real client library.
 */
export function createStripeApi({
  queries,
  key,
  prices,
  pages,
  onEvent,
}: StripeApiOptions): FastifyInstance {
  const api = fastify({
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { querystringParser: parseQuery },
  });
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, parseQuery(String(body))),
  );
  api.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === `Bearer ${key}`) return;
    return sendError(reply, 401, INVALID_REQUEST, 'Invalid API Key provided.');
  });
  api.setErrorHandler((error, _request, reply) => {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof CustomerNotFoundError)
      return sendError(reply, 404, { ...RESOURCE_MISSING, param: 'customer' }, message);
    if (error instanceof IdempotencyKeyInUseError)
      return sendError(reply, 409, { ...INVALID_REQUEST, code: 'idempotency_key_in_use' }, message);
    if (error instanceof InvalidTransitionError)
      return sendError(reply, 404, RESOURCE_MISSING, message);
    return sendError(reply, 500, { type: 'api_error' }, message);
  });
  const now = () => Math.floor(Date.now() / 1000);
  const notifyChange = <Result>(result: Result): Result => {
    onEvent();
    return result;
  };

  api.get('/v1/prices', async ({ query }) => {
    const { lookup_keys: keys = [] } = query as { lookup_keys?: string[] };
    return paginate(
      prices.filter(({ lookup_key }) => keys.includes(lookup_key)),
      query,
    );
  });

  const keys = new IdempotencyKeysInUse();
  api.post('/v1/customers', ({ headers, body }) =>
    keys.runOnce(headers, async (key) => {
      const id = createIdFromKey('cus', key);
      // If an earlier call with the same idempotency key created a customer, returns that customer.
      const known = await findObject(queries, 'customer', id);
      if (known) return known;
      const {
        email = '',
        name = '',
        metadata = {},
      } = body as RequestFields & { metadata?: Record<string, string> };
      const customer: Customer = {
        id,
        object: 'customer',
        customer: id,
        created: now(),
        email,
        name,
        metadata,
        ahead: 0,
        card: null,
      };
      await saveObject(queries, customer);
      return customer;
    }),
  );

  api.get<Params>('/v1/customers/:id', async ({ params: { id } }) => {
    const found = await findObject(queries, 'customer', id);
    if (!found) throw new CustomerNotFoundError(id);
    return found.deleted ? { id, object: 'customer', deleted: true } : found;
  });

  api.delete<Params>('/v1/customers/:id', async ({ params: { id } }) => {
    await runLockedTransition(queries, id, deleteCustomer);
    return notifyChange({ id, object: 'customer', deleted: true });
  });

  api.get('/v1/subscriptions', async ({ query }) => {
    const { customer = '' } = query as RequestFields;
    if (!(await findObject(queries, 'customer', customer)))
      throw new CustomerNotFoundError(customer);
    return paginate(await listObjects(queries, 'subscription', customer), query);
  });

  api.delete<Params>('/v1/subscriptions/:id', async ({ params: { id } }) => {
    const found = await findObject(queries, 'subscription', id);
    if (!found || found.ended_at) throw new InvalidTransitionError(`No such subscription: '${id}'`);
    return notifyChange(
      await runLockedTransition(queries, found.customer, (customer, scene) =>
        cancelSubscription(customer, scene, found),
      ),
    );
  });

  api.get('/v1/checkout/sessions', async ({ query }) => {
    const { customer = '', status } = query as RequestFields;
    const all = await listObjects(queries, 'checkout.session', customer);
    return paginate(
      all.filter((session) => !status || session.status === status),
      query,
    );
  });

  api.get<Params>('/v1/checkout/sessions/:id', async ({ params: { id } }) => {
    const found = await findObject(queries, 'checkout.session', id);
    if (!found) throw new InvalidTransitionError(`No such checkout.session: '${id}'`);
    return found;
  });

  api.post('/v1/checkout/sessions', async ({ body }) => {
    const sent = body as RequestFields & {
      line_items: { price: string }[];
      metadata?: Record<string, string>;
      subscription_data?: { metadata?: Record<string, string> };
    };
    const price = prices.find(({ id }) => id === sent.line_items[0]?.price);
    if (!price) throw new InvalidTransitionError('No such price.');
    const id = createRandomId('cs');
    const session: CheckoutSession = {
      id,
      object: 'checkout.session',
      customer: sent.customer!,
      created: now(),
      mode: 'subscription',
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: sent.client_reference_id ?? null,
      subscription: null,
      metadata: sent.metadata ?? {},
      url: `${pages.checkout}/${id}`,
      success_url: sent.success_url!.replace('{CHECKOUT_SESSION_ID}', id),
      cancel_url: sent.cancel_url!,
      price,
      subscription_metadata: sent.subscription_data?.metadata ?? {},
    };
    await runLockedTransition(queries, sent.customer!, (_customer, { save }) => save(session));
    return session;
  });

  api.post<Params>('/v1/checkout/sessions/:id/expire', async ({ params: { id } }) => {
    const found = await findObject(queries, 'checkout.session', id);
    if (!found) throw new InvalidTransitionError(`No such checkout.session: '${id}'`);
    return runLockedTransition(queries, found.customer, async (_customer, scene) => {
      const session = await findObject(scene.queries, 'checkout.session', id);
      if (session?.status !== 'open')
        throw new InvalidTransitionError('This checkout is no longer open.');
      const expired: CheckoutSession = { ...session, status: 'expired' };
      await scene.save(expired);
      return expired;
    });
  });

  api.post('/v1/billing_portal/sessions', async ({ body }) => {
    const { customer = '', return_url = '' } = body as RequestFields;
    const id = createRandomId('bps');
    const url = `${pages.portal}/${id}`;
    const session = {
      id,
      object: 'billing_portal.session' as const,
      customer,
      created: now(),
      url,
      return_url,
    };
    await runLockedTransition(queries, customer, (_customer, { save }) => save(session));
    return session;
  });

  api.get('/v1/events', async ({ query }) => {
    const { created = {} } = query as { created?: { gte?: string; lte?: string } };
    const since = Number(created.gte ?? 0);
    const until = Number(created.lte ?? Number.MAX_SAFE_INTEGER);
    const events = await listStripeEvents(queries, { since, until });
    return paginate(events.toReversed(), query);
  });

  return api;
}

function parseQuery(text: string): Record<string, unknown> {
  return qs.parse(text, { depth: 4, parameterLimit: 200 });
}

/**
 * Returns one page of a list in Stripe's format, with ten items by default. `all` contains all items in the order of
 * the list.
 */
function paginate(all: readonly { id: string }[], query: unknown) {
  const { limit = '10', starting_after: last } = query as RequestFields;
  const from = last === undefined ? 0 : all.findIndex(({ id }) => id === last) + 1;
  if (last !== undefined && !from) throw new InvalidTransitionError(`No such object: '${last}'`);
  const to = from + Number(limit);
  return { object: 'list', has_more: to < all.length, data: all.slice(from, to) };
}

function sendError(
  reply: FastifyReply,
  status: number,
  error: { type: string; code?: string; param?: string },
  message: string,
): FastifyReply {
  return reply.code(status).send({ error: { ...error, message } });
}
