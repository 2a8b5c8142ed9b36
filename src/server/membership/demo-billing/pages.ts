import { formatPrice } from '#domain/tiers.ts';
import { demonstrationPage, escapeHtml } from '#server/platform/demonstration/service.ts';
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
    `<p class="lead">This is a demonstration: no money moves, and no card is asked for. Choose how it goes.</p>
<dl class="facts">
<div><dt>To pay today</dt><dd><b>${formatPrice(price.unit_amount)}</b> ${per(price)}</dd></div>
<div><dt>Receipt to</dt><dd>${escapeHtml(customer.email)}</dd></div>
</dl>
${slip ? `<p class="slip" role="alert">${escapeHtml(slip)}</p>` : ''}
<form method="post">
${cardChoice('works')}
<p class="hint">It goes on each ${price.recurring.interval} until you cancel, which you can at any time.</p>
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
    `<p class="lead">This is a demonstration of where a subscription is managed. No money moves.</p>
${said ? `<p class="${said.isFault ? 'slip' : 'said'}" role="${said.isFault ? 'alert' : 'status'}">${escapeHtml(said.sentence)}</p>` : ''}
${subscription ? managed(customer, subscription, prices) : '<p class="lead">There is none. Octavo has a page of its plans.</p>'}
<p><a class="button text" href="${escapeHtml(session.return_url)}">Back to Octavo</a></p>`,
  );
}

function managed(customer: Customer, subscription: Subscription, prices: readonly Price[]): string {
  const { price, current_period_end } = subscription.items.data[0];
  const { ended_at, cancel_at_period_end, status } = subscription;
  const facts = `<dl class="facts">
<div><dt>Octavo Premium</dt><dd><b>${formatPrice(price.unit_amount)}</b> ${per(price)}</dd></div>
<div><dt>It is</dt><dd>${STATES[status]}</dd></div>
<div><dt>${ended_at ? 'Ended' : cancel_at_period_end ? 'Ends' : 'Next payment'}</dt><dd>${dateOf(ended_at ?? current_period_end)}</dd></div>
<div><dt>Today, for it</dt><dd>${dateOf(Math.floor(Date.now() / 1000) + customer.ahead)}</dd></div>
<div><dt>Paid with</dt><dd>${customer.card ? CARDS[customer.card].name : 'no card'}</dd></div>
</dl>`;
  if (ended_at) return facts;
  const others = prices.filter(({ id }) => id !== price.id);
  return `${facts}
<form method="post">
${
  cancel_at_period_end
    ? '<button class="button red" type="submit" name="act" value="resume">Resume the subscription</button>'
    : '<button class="button line" type="submit" name="act" value="cancel">Cancel at the end of the period</button>'
}
</form>
${status === 'active' && !cancel_at_period_end ? planChoice(price, others) : ''}
<h2>The card</h2>
<form method="post">
${cardChoice(customer.card ?? 'works')}
<button class="button line" type="submit" name="act" value="card">Use this card from now on</button>
</form>
<h2>The clock</h2>
<form method="post">
<p class="hint">Nobody waits a ${price.recurring.interval} to see what happens then.</p>
<button class="button line" type="submit" name="act" value="pass">Go to ${dateOf(current_period_end)}</button>
</form>`;
}

/** For a checkout or a portal that is over, or never was. */
export function overPage(): string {
  return page(
    'There is nothing here',
    `<p class="lead">This was paid already, or is over. Start again from Octavo.</p>
<p><a class="button red" href="/plans">Back to Octavo</a></p>`,
  );
}

/** For whoever comes from another machine, or through a proxy that may speak for one. */
export function elsewherePage(): string {
  return page(
    'Not from here',
    `<p class="lead">The demonstration of payments gives Premium away, so it opens only on the machine Octavo runs on.</p>
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
  return `<h2>The plan</h2>
<form method="post">
<input type="hidden" name="act" value="plan">
<p class="hint">The change counts at once. What is left of the ${interval} is taken off.</p>
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
