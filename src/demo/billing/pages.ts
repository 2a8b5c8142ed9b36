import { escapeHtml } from '#domain/escape-html.ts';
import { formatPrice } from '#domain/tiers.ts';
import { demonstrationPage } from '../site/page.ts';
import {
  CARDS,
  type Card,
  type CheckoutSession,
  type Customer,
  type PortalSession,
  type Price,
  type Subscription,
} from './objects.ts';

/** Where the demonstration's pages live below the application's origin. */
export const PREFIX = '/billing/demo';

/** Where a checkout is paid. `slip` says why the last try came to nothing. */
export function checkoutPage(session: CheckoutSession, customer: Customer, slip?: string): string {
  const { price } = session;
  return page(
    'Octavo Premium',
    `<p class="lead">This is a demo: you won’t be charged, and you don’t need a card. Choose what happens.</p>
<dl class="facts">
<div><dt>Due today</dt><dd><b>${formatPrice(price.unit_amount)}</b> ${per(price)}</dd></div>
<div><dt>Receipt to</dt><dd>${escapeHtml(customer.email)}</dd></div>
</dl>
${slip ? `<p class="slip" role="alert">${escapeHtml(slip)}</p>` : ''}
<form method="post">
${cardChoice('works')}
<p class="hint">Renews every ${price.recurring.interval} until you cancel. Cancel any time.</p>
<button class="button red" type="submit" name="act" value="pay">Subscribe</button>
</form>
<form method="post">
<button class="button text" type="submit" name="act" value="leave">Back to Octavo</button>
</form>`,
  );
}

/** Where a subscription is managed, and may have another of the prices. `said` is what the last press came to. */
export function portalPage(
  session: PortalSession,
  customer: Customer,
  subscription: Subscription | undefined,
  prices: readonly Price[],
  said?: { sentence: string; isFault: boolean },
): string {
  return page(
    'Your subscription',
    `<p class="lead">This is a demo of the page where you manage your subscription. You won’t be charged.</p>
${said ? `<p class="${said.isFault ? 'slip' : 'said'}" role="${said.isFault ? 'alert' : 'status'}">${escapeHtml(said.sentence)}</p>` : ''}
${subscription ? managed(customer, subscription, prices) : '<p class="lead">You don’t have a subscription. You can start one on Octavo’s plans page.</p>'}
<p><a class="button text" href="${escapeHtml(session.return_url)}">Back to Octavo</a></p>`,
  );
}

function managed(customer: Customer, subscription: Subscription, prices: readonly Price[]): string {
  const { price, current_period_end } = subscription.items.data[0];
  const { ended_at, cancel_at_period_end, status } = subscription;
  const facts = `<dl class="facts">
<div><dt>Octavo Premium</dt><dd><b>${formatPrice(price.unit_amount)}</b> ${per(price)}</dd></div>
<div><dt>Status</dt><dd>${STATES[status]}</dd></div>
<div><dt>${ended_at ? 'Ended' : cancel_at_period_end ? 'Ends' : 'Next payment'}</dt><dd>${dateOf(ended_at ?? current_period_end)}</dd></div>
<div><dt>Demo date</dt><dd>${dateOf(Math.floor(Date.now() / 1000) + customer.ahead)}</dd></div>
<div><dt>Paid with</dt><dd>${customer.card ? CARDS[customer.card].name : 'No card'}</dd></div>
</dl>`;
  if (ended_at) return facts;
  const others = prices.filter(({ id }) => id !== price.id);
  return `${facts}
<form method="post">
${
  cancel_at_period_end
    ? '<button class="button red" type="submit" name="act" value="resume">Resume subscription</button>'
    : '<button class="button line" type="submit" name="act" value="cancel">Cancel at the end of the billing period</button>'
}
</form>
${status === 'active' && !cancel_at_period_end ? planChoice(price, others) : ''}
<h2>Payment method</h2>
<form method="post">
${cardChoice(customer.card ?? 'works')}
<button class="button line" type="submit" name="act" value="card">Use this card</button>
</form>
<h2>Demo clock</h2>
<form method="post">
<p class="hint">Skip ahead to see what happens at the end of the ${price.recurring.interval}.</p>
<button class="button line" type="submit" name="act" value="pass">Skip to ${dateOf(current_period_end)}</button>
</form>`;
}

/** For a checkout or a portal that is over, or never was. */
export function overPage(): string {
  return page(
    'This page has expired',
    `<p class="lead">It was already paid, or it has expired. Go back to Octavo and start again.</p>
<p><a class="button red" href="/plans">Back to Octavo</a></p>`,
  );
}

/** For whoever comes from another machine, or through a proxy that may speak for one. */
export function elsewherePage(): string {
  return page(
    'Only on this machine',
    `<p class="lead">The payment demo gives Premium away, so it only works on the machine that runs Octavo.</p>
<p class="hint">To let others try it, start Octavo with <code>ALLOW_DEMO=1</code>.</p>
<p><a class="button red" href="/">Back to Octavo</a></p>`,
  );
}

function page(title: string, main: string): string {
  return demonstrationPage({ title, badge: 'Demo billing', prefix: PREFIX, main });
}

const STATES: Readonly<Record<Subscription['status'], string>> = {
  active: 'Active',
  past_due: 'Past due: the last payment failed',
  canceled: 'Canceled',
};

function cardChoice(chosen: Card): string {
  const cards = Object.entries(CARDS).map(
    ([id, { name, last4 }]) =>
      `<label class="choice"><input type="radio" name="card" value="${id}"${id === chosen ? ' checked' : ''}><span>${name}</span><span class="kind">•••• ${last4}</span></label>`,
  );
  return `<fieldset class="cards"><legend>Pay with</legend>${cards.join('\n')}</fieldset>`;
}

function planChoice({ recurring: { interval } }: Price, others: readonly Price[]): string {
  const buttons = others.map(
    ({ id, ...price }) =>
      `<button class="button line" type="submit" name="price" value="${id}">Change to ${sumOf(price)}</button>`,
  );
  return `<h2>Plan</h2>
<form method="post">
<input type="hidden" name="act" value="plan">
<p class="hint">The change takes effect right away. We’ll credit the rest of the ${interval}.</p>
${buttons.join('\n')}
</form>`;
}

/** A price in words: "$2.99 per month". */
export function sumOf(price: Pick<Price, 'unit_amount' | 'recurring'>): string {
  return `${formatPrice(price.unit_amount)} ${per(price)}`;
}

function per({ recurring: { interval } }: Pick<Price, 'recurring'>): string {
  return `per ${interval}`;
}

function dateOf(unixTime: number): string {
  return new Date(unixTime * 1000).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
}
