import type { FastifyInstance } from 'fastify';
import type { Queries } from '#server/platform/db/database.ts';
import { createIdFromIdempotencyKey, IdempotencyKeysInUse } from './idempotency.ts';
import {
  findStripeObject,
  listCustomerObjects,
  listStripeEvents,
  saveStripeObject,
} from './repository.ts';
import {
  type CheckoutSession,
  type Customer,
  createRandomId,
  type PortalSession,
  type Price,
} from './stripe-objects.ts';
import {
  CustomerNotFoundError,
  cancelSubscription,
  deleteCustomer,
  InvalidTransitionError,
  runLockedTransition,
} from './transitions.ts';

export interface DemoStripeApiRouteOptions {
  queries: Queries;
  prices: readonly Price[];
  /** The URLs of the checkout and portal pages, to which a session ID is appended. */
  pages: { checkout: string; portal: string };
  /** A callback that is called after every API call that creates an event. */
  onEvent: () => void;
}

type Params = { Params: { id: string } };
type RequestFields = Record<string, string | undefined>;

/** Registers the Stripe API endpoints that Octavo calls. Their responses have Stripe's format. */
export function demoStripeApiRoutes(
  api: FastifyInstance,
  { queries, prices, pages, onEvent }: DemoStripeApiRouteOptions,
): void {
  priceRoute(api, prices);
  customerRoutes(api, queries, onEvent);
  subscriptionRoutes(api, queries, onEvent);
  checkoutSessionRoutes(api, queries, prices, pages.checkout);
  portalSessionRoute(api, queries, pages.portal);
  eventRoute(api, queries);
}

/** Registers the endpoint that lists prices. */
function priceRoute(api: FastifyInstance, prices: readonly Price[]): void {
  api.get('/v1/prices', async ({ query }) => {
    const { lookup_keys: keys = [] } = query as { lookup_keys?: string[] };
    return paginate(
      prices.filter(({ lookup_key }) => keys.includes(lookup_key)),
      query,
    );
  });
}

/** Registers the endpoints that create, return and delete customers. */
function customerRoutes(api: FastifyInstance, queries: Queries, onEvent: () => void): void {
  const keys = new IdempotencyKeysInUse();
  api.post('/v1/customers', ({ headers, body }) =>
    keys.runOnce(headers, async (key) => {
      const id = createIdFromIdempotencyKey('cus', key);
      // If an earlier call with the same idempotency key created a customer, that customer is returned.
      const existing = await findStripeObject(queries, 'customer', id);
      if (existing) return existing;
      const {
        email = '',
        name = '',
        metadata = {},
      } = body as RequestFields & { metadata?: Record<string, string> };
      const customer: Customer = {
        id,
        object: 'customer',
        customer: id,
        created: unixNow(),
        email,
        name,
        metadata,
        ahead: 0,
        card: null,
      };
      await saveStripeObject(queries, customer);
      return customer;
    }),
  );

  api.get<Params>('/v1/customers/:id', async ({ params: { id } }) => {
    const customer = await findStripeObject(queries, 'customer', id);
    if (!customer) throw new CustomerNotFoundError(id);
    return customer.deleted ? { id, object: 'customer', deleted: true } : customer;
  });

  api.delete<Params>('/v1/customers/:id', async ({ params: { id } }) => {
    await runLockedTransition(queries, id, deleteCustomer);
    onEvent();
    return { id, object: 'customer', deleted: true };
  });
}

/** Registers the endpoints that list a customer's subscriptions and cancel a subscription. */
function subscriptionRoutes(api: FastifyInstance, queries: Queries, onEvent: () => void): void {
  api.get('/v1/subscriptions', async ({ query }) => {
    const { customer = '' } = query as RequestFields;
    if (!(await findStripeObject(queries, 'customer', customer)))
      throw new CustomerNotFoundError(customer);
    return paginate(await listCustomerObjects(queries, 'subscription', customer), query);
  });

  api.delete<Params>('/v1/subscriptions/:id', async ({ params: { id } }) => {
    const subscription = await findStripeObject(queries, 'subscription', id);
    if (!subscription || subscription.ended_at)
      throw new InvalidTransitionError(`No such subscription: '${id}'`);
    const canceled = await runLockedTransition(
      queries,
      subscription.customer,
      (customer, context) => cancelSubscription(customer, context, subscription),
    );
    onEvent();
    return canceled;
  });
}

/**
 * Registers the endpoints that list, return, create and expire checkout sessions. `pageUrl` is the URL of the checkout
 * page without the session ID at the end.
 */
function checkoutSessionRoutes(
  api: FastifyInstance,
  queries: Queries,
  prices: readonly Price[],
  pageUrl: string,
): void {
  api.get('/v1/checkout/sessions', async ({ query }) => {
    const { customer = '', status } = query as RequestFields;
    const sessions = await listCustomerObjects(queries, 'checkout.session', customer);
    return paginate(
      sessions.filter((session) => !status || session.status === status),
      query,
    );
  });

  api.get<Params>('/v1/checkout/sessions/:id', ({ params: { id } }) =>
    requireCheckoutSession(queries, id),
  );

  api.post('/v1/checkout/sessions', async ({ body }) => {
    const fields = body as CheckoutFields;
    const price = prices.find(({ id }) => id === fields.line_items[0]?.price);
    if (!price) throw new InvalidTransitionError('No such price.');
    const session = createCheckoutSession(fields, price, pageUrl);
    await runLockedTransition(queries, session.customer, (_customer, { save }) => save(session));
    return session;
  });

  api.post<Params>('/v1/checkout/sessions/:id/expire', async ({ params: { id } }) => {
    const { customer } = await requireCheckoutSession(queries, id);
    return runLockedTransition(queries, customer, async (_customer, context) => {
      const session = await findStripeObject(context.queries, 'checkout.session', id);
      if (session?.status !== 'open')
        throw new InvalidTransitionError('This checkout is no longer open.');
      const expired: CheckoutSession = { ...session, status: 'expired' };
      await context.save(expired);
      return expired;
    });
  });
}

async function requireCheckoutSession(queries: Queries, id: string): Promise<CheckoutSession> {
  const session = await findStripeObject(queries, 'checkout.session', id);
  if (!session) throw new InvalidTransitionError(`No such checkout.session: '${id}'`);
  return session;
}

type CheckoutFields = RequestFields & {
  line_items: { price: string }[];
  metadata?: Record<string, string>;
  subscription_data?: { metadata?: Record<string, string> };
};

function createCheckoutSession(
  fields: CheckoutFields,
  price: Price,
  pageUrl: string,
): CheckoutSession {
  const id = createRandomId('cs');
  return {
    id,
    object: 'checkout.session',
    customer: fields.customer!,
    created: unixNow(),
    mode: 'subscription',
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: fields.client_reference_id ?? null,
    subscription: null,
    metadata: fields.metadata ?? {},
    url: `${pageUrl}/${id}`,
    success_url: fields.success_url!.replace('{CHECKOUT_SESSION_ID}', id),
    cancel_url: fields.cancel_url!,
    price,
    subscription_metadata: fields.subscription_data?.metadata ?? {},
  };
}

/**
 * Registers the endpoint that creates a portal session. `pageUrl` is the URL of the portal page without the session ID
 * at the end.
 */
function portalSessionRoute(api: FastifyInstance, queries: Queries, pageUrl: string): void {
  api.post('/v1/billing_portal/sessions', async ({ body }) => {
    const { customer = '', return_url = '' } = body as RequestFields;
    const id = createRandomId('bps');
    const session: PortalSession = {
      id,
      object: 'billing_portal.session',
      customer,
      created: unixNow(),
      url: `${pageUrl}/${id}`,
      return_url,
    };
    await runLockedTransition(queries, customer, (_customer, { save }) => save(session));
    return session;
  });
}

/** Registers the endpoint that lists events, newest first. */
function eventRoute(api: FastifyInstance, queries: Queries): void {
  api.get('/v1/events', async ({ query }) => {
    const { created = {} } = query as { created?: { gte?: string; lte?: string } };
    const since = Number(created.gte ?? 0);
    const until = Number(created.lte ?? Number.MAX_SAFE_INTEGER);
    const events = await listStripeEvents(queries, { since, until });
    return paginate(events.toReversed(), query);
  });
}

/**
 * Returns one page of `items` in the format of Stripe's list endpoints. `items` is the whole list, in order. A page has
 * ten items by default.
 */
function paginate(items: readonly { id: string }[], query: unknown) {
  const { limit = '10', starting_after: lastId } = query as RequestFields;
  const from = lastId === undefined ? 0 : items.findIndex(({ id }) => id === lastId) + 1;
  if (lastId !== undefined && !from)
    throw new InvalidTransitionError(`No such object: '${lastId}'`);
  const to = from + Number(limit);
  return { object: 'list', has_more: to < items.length, data: items.slice(from, to) };
}

function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}
