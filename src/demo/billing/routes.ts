import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Queries } from '#server/platform/db/database.ts';
import { sendDemoPage } from '../shared/demo-page.ts';
import {
  formatRecurringPrice,
  renderCheckoutPage,
  renderExpiredSessionPage,
  renderPortalPage,
} from './pages.ts';
import { findStripeObject, listCustomerObjects } from './repository.ts';
import {
  type Customer,
  type PortalSession,
  type Price,
  type Subscription,
  TEST_CARDS,
  type TestCardKey,
} from './stripe-objects.ts';
import {
  advanceClockToPeriodEnd,
  changeCardAndChargePastDue,
  changeSubscriptionPrice,
  InvalidTransitionError,
  payCheckout,
  runLockedTransition,
  setCancelAtPeriodEnd,
} from './transitions.ts';

const MAX_FORM_BYTES = 4 * 1024;

type PageRoute = { Params: { id: string } };

/**
 * Registers the demo pages and handles their forms. As with Stripe, anyone who knows the URL of a page can open the
 * page.
 */
export function demoBillingRoutes(
  app: FastifyInstance,
  queries: Queries,
  prices: readonly Price[],
  onEvent: () => void,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(body)),
  );
  checkoutPageRoutes(app, queries, onEvent);
  portalPageRoutes(app, queries, prices, onEvent);
}

/** Registers the checkout page and the form that pays or cancels the checkout. */
function checkoutPageRoutes(app: FastifyInstance, queries: Queries, onEvent: () => void): void {
  app.get<PageRoute>('/checkout/:id', { schema: { hide: true } }, async ({ params }, reply) => {
    const checkout = await findOpenCheckout(queries, params.id);
    return checkout
      ? sendDemoPage(reply, 200, renderCheckoutPage(checkout.session, checkout.customer))
      : sendDemoPage(reply, 404, renderExpiredSessionPage());
  });

  app.post<PageRoute>(
    '/checkout/:id',
    { schema: { hide: true } },
    async ({ params, body }, reply) => {
      const checkout = await findOpenCheckout(queries, params.id);
      if (!checkout) return sendDemoPage(reply, 404, renderExpiredSessionPage());
      const { session, customer } = checkout;
      const form = parseForm(body);
      if (form.get('act') !== 'pay') return redirectUncached(reply, session.cancel_url);
      try {
        await runLockedTransition(queries, customer.id, (lockedCustomer, context) =>
          payCheckout(lockedCustomer, context, session.id, parseCard(form)),
        );
      } catch (error) {
        if (error instanceof InvalidTransitionError)
          return sendDemoPage(reply, 402, renderCheckoutPage(session, customer, error.message));
        throw error;
      }
      onEvent();
      return redirectUncached(reply, session.success_url);
    },
  );
}

/** Registers the customer portal's page and forms. */
function portalPageRoutes(
  app: FastifyInstance,
  queries: Queries,
  prices: readonly Price[],
  onEvent: () => void,
): void {
  const showPortal = (
    { session, customer, subscription }: PortalContext,
    notice?: Parameters<typeof renderPortalPage>[4],
  ) => renderPortalPage(session, customer, subscription, prices, notice);

  app.get<PageRoute>('/portal/:id', { schema: { hide: true } }, async ({ params }, reply) => {
    const portal = await findPortal(queries, params.id);
    return portal
      ? sendDemoPage(reply, 200, showPortal(portal))
      : sendDemoPage(reply, 404, renderExpiredSessionPage());
  });

  app.post<PageRoute>(
    '/portal/:id',
    { schema: { hide: true } },
    async ({ params, body }, reply) => {
      const portal = await findPortal(queries, params.id);
      const form = parseForm(body);
      const action = portal?.subscription && PORTAL_ACTIONS[form.get('act') ?? ''];
      if (!portal || !action) return sendDemoPage(reply, 404, renderExpiredSessionPage());
      try {
        const sentence = await runLockedTransition(
          queries,
          portal.customer.id,
          async (customer, context) => {
            const [subscription] = await listCustomerObjects(
              context.queries,
              'subscription',
              customer.id,
            );
            if (!subscription || subscription.ended_at)
              throw new InvalidTransitionError('This subscription has already ended.');
            return action({ customer, context, subscription, prices, form });
          },
        );
        onEvent();
        const updatedPortal = (await findPortal(queries, params.id)) ?? portal;
        return sendDemoPage(reply, 200, showPortal(updatedPortal, { sentence, isError: false }));
      } catch (error) {
        if (!(error instanceof InvalidTransitionError)) throw error;
        return sendDemoPage(
          reply,
          402,
          showPortal(portal, { sentence: error.message, isError: true }),
        );
      }
    },
  );
}

interface PortalAction {
  customer: Customer;
  context: Parameters<typeof setCancelAtPeriodEnd>[1];
  subscription: Subscription;
  prices: readonly Price[];
  form: URLSearchParams;
}

/** The actions in the customer portal. Each action returns a message for the user. */
const PORTAL_ACTIONS: Readonly<Record<string, (action: PortalAction) => Promise<string>>> = {
  async cancel({ customer, context, subscription }) {
    await setCancelAtPeriodEnd(customer, context, subscription, true);
    return 'Canceled. Your subscription ends with the current billing period.';
  },
  async resume({ customer, context, subscription }) {
    await setCancelAtPeriodEnd(customer, context, subscription, false);
    return 'Resumed. Your subscription will renew as usual.';
  },
  async plan({ customer, context, subscription, prices, form }) {
    const price = prices.find(({ id }) => id === form.get('price'));
    if (!price) throw new InvalidTransitionError('Choose a plan.');
    await changeSubscriptionPrice(customer, context, subscription, price);
    return `Changed. Your plan is now ${formatRecurringPrice(price)}.`;
  },
  async card({ customer, context, form }) {
    await changeCardAndChargePastDue(customer, context, parseCard(form));
    return 'Saved. We’ll use this card for future payments.';
  },
  async pass({ customer, context }) {
    await advanceClockToPeriodEnd(customer, context);
    return 'The billing period has ended.';
  },
};

async function findOpenCheckout(queries: Queries, id: string) {
  const session = await findStripeObject(queries, 'checkout.session', id);
  const customer = session && (await findStripeObject(queries, 'customer', session.customer));
  return session?.status === 'open' && customer && !customer.deleted
    ? { session, customer }
    : undefined;
}

interface PortalContext {
  session: PortalSession;
  customer: Customer;
  subscription: Subscription | undefined;
}

async function findPortal(queries: Queries, id: string): Promise<PortalContext | undefined> {
  const session = await findStripeObject(queries, 'billing_portal.session', id);
  const customer = session && (await findStripeObject(queries, 'customer', session.customer));
  if (!customer || customer.deleted) return undefined;
  const [subscription] = await listCustomerObjects(queries, 'subscription', customer.id);
  return { session, customer, subscription };
}

function parseForm(body: unknown): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

function parseCard(form: URLSearchParams): TestCardKey {
  const card = form.get('card') ?? '';
  if (!Object.hasOwn(TEST_CARDS, card)) throw new InvalidTransitionError('Choose a card.');
  return card as TestCardKey;
}

function redirectUncached(reply: FastifyReply, url: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(url, 303);
}
