import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Queries } from '#server/platform/db/database.ts';
import {
  changeCard,
  changePrice,
  happenTo,
  Impossible,
  passPeriod,
  payCheckout,
  setEnding,
} from './happenings.ts';
import {
  CARDS,
  type Card,
  type Customer,
  type PortalSession,
  type Price,
  type Subscription,
} from './objects.ts';
import { checkoutPage, overPage, portalPage, sumOf } from './pages.ts';
import { findObject, objectsOf } from './storage.ts';

/** Bytes of a form. */
const LARGEST_FORM = 4 * 1024;

type Screen = { Params: { id: string } };

/** The pages of the demonstration, and what becomes of what is pressed there. Whoever has an address may, as at Stripe. */
export function billingScreens(
  app: FastifyInstance,
  queries: Queries,
  prices: readonly Price[],
  onEvent: () => void,
): void {
  const showPortal = (
    { session, customer, subscription }: OpenPortal,
    said?: Parameters<typeof portalPage>[4],
  ) => portalPage(session, customer, subscription, prices, said);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LARGEST_FORM },
    (_request, body, done) => done(null, new URLSearchParams(body)),
  );

  app.get<Screen>('/checkout/:id', { schema: { hide: true } }, async ({ params }, reply) => {
    const open = await openCheckout(queries, params.id);
    return open
      ? sendPage(reply, 200, checkoutPage(open.session, open.customer))
      : sendPage(reply, 404, overPage());
  });

  app.post<Screen>('/checkout/:id', { schema: { hide: true } }, async ({ params, body }, reply) => {
    const open = await openCheckout(queries, params.id);
    if (!open) return sendPage(reply, 404, overPage());
    const { session, customer } = open;
    const form = formOf(body);
    if (form.get('act') !== 'pay') return leave(reply, session.cancel_url);
    try {
      await happenTo(queries, customer.id, (now, scene) =>
        payCheckout(now, scene, session.id, cardOf(form)),
      );
    } catch (error) {
      if (error instanceof Impossible)
        return sendPage(reply, 402, checkoutPage(session, customer, error.message));
      throw error;
    }
    onEvent();
    return leave(reply, session.success_url);
  });

  app.get<Screen>('/portal/:id', { schema: { hide: true } }, async ({ params }, reply) => {
    const open = await openPortal(queries, params.id);
    return open ? sendPage(reply, 200, showPortal(open)) : sendPage(reply, 404, overPage());
  });

  app.post<Screen>('/portal/:id', { schema: { hide: true } }, async ({ params, body }, reply) => {
    const open = await openPortal(queries, params.id);
    const form = formOf(body);
    const act = open?.subscription && ACTS[form.get('act') ?? ''];
    if (!open || !act) return sendPage(reply, 404, overPage());
    try {
      const sentence = await happenTo(queries, open.customer.id, async (customer, scene) => {
        const [subscription] = await objectsOf(scene.queries, 'subscription', customer.id);
        if (!subscription || subscription.ended_at)
          throw new Impossible('This subscription has already ended.');
        return act({ customer, scene, subscription, prices, form });
      });
      onEvent();
      const now = (await openPortal(queries, params.id)) ?? open;
      return sendPage(reply, 200, showPortal(now, { sentence, isFault: false }));
    } catch (error) {
      if (!(error instanceof Impossible)) throw error;
      return sendPage(reply, 402, showPortal(open, { sentence: error.message, isFault: true }));
    }
  });
}

interface Act {
  customer: Customer;
  scene: Parameters<typeof setEnding>[1];
  subscription: Subscription;
  prices: readonly Price[];
  form: URLSearchParams;
}

/** What can be pressed in the portal; each says what came of it. */
const ACTS: Readonly<Record<string, (act: Act) => Promise<string>>> = {
  async cancel({ customer, scene, subscription }) {
    await setEnding(customer, scene, subscription, true);
    return 'Canceled. Your subscription ends with the current billing period.';
  },
  async resume({ customer, scene, subscription }) {
    await setEnding(customer, scene, subscription, false);
    return 'Resumed. Your subscription will renew as usual.';
  },
  async plan({ customer, scene, subscription, prices, form }) {
    const price = prices.find(({ id }) => id === form.get('price'));
    if (!price) throw new Impossible('Choose a plan.');
    await changePrice(customer, scene, subscription, price);
    return `Changed. Your plan is now ${sumOf(price)}.`;
  },
  async card({ customer, scene, form }) {
    await changeCard(customer, scene, cardOf(form));
    return 'Saved. We’ll use this card for future payments.';
  },
  async pass({ customer, scene }) {
    await passPeriod(customer, scene);
    return 'The billing period has ended.';
  },
};

async function openCheckout(queries: Queries, id: string) {
  const session = await findObject(queries, 'checkout.session', id);
  const customer = session && (await findObject(queries, 'customer', session.customer));
  return session?.status === 'open' && customer && !customer.deleted
    ? { session, customer }
    : undefined;
}

interface OpenPortal {
  session: PortalSession;
  customer: Customer;
  subscription: Subscription | undefined;
}

async function openPortal(queries: Queries, id: string): Promise<OpenPortal | undefined> {
  const session = await findObject(queries, 'billing_portal.session', id);
  const customer = session && (await findObject(queries, 'customer', session.customer));
  if (!customer || customer.deleted) return undefined;
  const [subscription] = await objectsOf(queries, 'subscription', customer.id);
  return { session, customer, subscription };
}

function formOf(body: unknown): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

function cardOf(form: URLSearchParams): Card {
  const card = form.get('card') ?? '';
  if (!Object.hasOwn(CARDS, card)) throw new Impossible('Choose a card.');
  return card as Card;
}

function leave(reply: FastifyReply, to: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(to, 303);
}

function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}
