import { escapeHtml } from '#domain/escape-html.ts';
import { formatPrice } from '#domain/tiers.ts';
import { renderDemoPage } from '../shared/demo-page.ts';
import {
  type CheckoutSession,
  type Customer,
  type PortalSession,
  type Price,
  type Subscription,
  TEST_CARDS,
  type TestCardKey,
} from './stripe-objects.ts';

/** The path prefix of the demo billing pages. */
export const DEMO_BILLING_PATH = '/billing/demo';

/** Renders the demo's checkout page. `error` is the reason why the last payment attempt failed. */
export function renderCheckoutPage(
  session: CheckoutSession,
  customer: Customer,
  error?: string,
): string {
  const { price } = session;
  return renderPage(
    'Octavo Premium',
    `<p class="lead">This is a demo: you won’t be charged, and you don’t need a card. Choose what happens.</p>
<dl class="facts">
<div><dt>Due today</dt><dd><b>${formatPrice(price.unit_amount)}</b> ${formatInterval(price)}</dd></div>
<div><dt>Receipt to</dt><dd>${escapeHtml(customer.email)}</dd></div>
</dl>
${error ? `<p class="slip" role="alert">${escapeHtml(error)}</p>` : ''}
<form method="post">
${renderCardChoice('works')}
<p class="hint">Renews every ${price.recurring.interval} until you cancel. Cancel any time.</p>
<button class="button red" type="submit" name="act" value="pay">Subscribe</button>
</form>
<form method="post">
<button class="button text" type="submit" name="act" value="leave">Back to Octavo</button>
</form>`,
  );
}

/** Renders the customer portal, where a subscription is managed. `notice` is the result of the last action. */
export function renderPortalPage(
  session: PortalSession,
  customer: Customer,
  subscription: Subscription | undefined,
  prices: readonly Price[],
  notice?: { sentence: string; isError: boolean },
): string {
  return renderPage(
    'Your subscription',
    `<p class="lead">This is a demo of the page where you manage your subscription. You won’t be charged.</p>
${notice ? `<p class="${notice.isError ? 'slip' : 'said'}" role="${notice.isError ? 'alert' : 'status'}">${escapeHtml(notice.sentence)}</p>` : ''}
${subscription ? renderSubscription(customer, subscription, prices) : '<p class="lead">You don’t have a subscription. You can start one on Octavo’s plans page.</p>'}
<p><a class="button text" href="${escapeHtml(session.return_url)}">Back to Octavo</a></p>`,
  );
}

function renderSubscription(
  customer: Customer,
  subscription: Subscription,
  prices: readonly Price[],
): string {
  const { price, current_period_end } = subscription.items.data[0];
  const { ended_at, cancel_at_period_end, status } = subscription;
  const facts = `<dl class="facts">
<div><dt>Octavo Premium</dt><dd><b>${formatPrice(price.unit_amount)}</b> ${formatInterval(price)}</dd></div>
<div><dt>Status</dt><dd>${STATUS_LABELS[status]}</dd></div>
<div><dt>${ended_at ? 'Ended' : cancel_at_period_end ? 'Ends' : 'Next payment'}</dt><dd>${formatDate(ended_at ?? current_period_end)}</dd></div>
<div><dt>Demo date</dt><dd>${formatDate(Math.floor(Date.now() / 1000) + customer.ahead)}</dd></div>
<div><dt>Paid with</dt><dd>${customer.card ? TEST_CARDS[customer.card].name : 'No card'}</dd></div>
</dl>`;
  if (ended_at) return facts;
  const otherPrices = prices.filter(({ id }) => id !== price.id);
  return `${facts}
<form method="post">
${
  cancel_at_period_end
    ? '<button class="button red" type="submit" name="act" value="resume">Resume subscription</button>'
    : '<button class="button line" type="submit" name="act" value="cancel">Cancel at the end of the billing period</button>'
}
</form>
${status === 'active' && !cancel_at_period_end ? renderPlanChoice(price, otherPrices) : ''}
<h2>Payment method</h2>
<form method="post">
${renderCardChoice(customer.card ?? 'works')}
<button class="button line" type="submit" name="act" value="card">Use this card</button>
</form>
<h2>Demo clock</h2>
<form method="post">
<p class="hint">Skip ahead to see what happens at the end of the ${price.recurring.interval}.</p>
<button class="button line" type="submit" name="act" value="pass">Skip to ${formatDate(current_period_end)}</button>
</form>`;
}

/** Renders the page for a checkout or portal session that has expired or never existed. */
export function renderExpiredSessionPage(): string {
  return renderPage(
    'This page has expired',
    `<p class="lead">It was already paid, or it has expired. Go back to Octavo and start again.</p>
<p><a class="button red" href="/plans">Back to Octavo</a></p>`,
  );
}

/** Renders the page for requests that are rejected because they come from another machine or through a proxy. */
export function renderLocalOnlyPage(): string {
  return renderPage(
    'Only on this machine',
    `<p class="lead">The payment demo gives Premium away, so it only works on the machine that runs Octavo.</p>
<p class="hint">To let others try it, start Octavo with <code>ALLOW_DEMO=1</code>.</p>
<p><a class="button red" href="/">Back to Octavo</a></p>`,
  );
}

function renderPage(title: string, main: string): string {
  return renderDemoPage({ title, badge: 'Demo billing', prefix: DEMO_BILLING_PATH, main });
}

const STATUS_LABELS: Readonly<Record<Subscription['status'], string>> = {
  active: 'Active',
  past_due: 'Past due: the last payment failed',
  canceled: 'Canceled',
};

function renderCardChoice(selected: TestCardKey): string {
  const cards = Object.entries(TEST_CARDS).map(
    ([id, { name, last4 }]) =>
      `<label class="choice"><input type="radio" name="card" value="${id}"${id === selected ? ' checked' : ''}><span>${name}</span><span class="kind">•••• ${last4}</span></label>`,
  );
  return `<fieldset class="cards"><legend>Pay with</legend>${cards.join('\n')}</fieldset>`;
}

function renderPlanChoice(
  { recurring: { interval } }: Price,
  otherPrices: readonly Price[],
): string {
  const buttons = otherPrices.map(
    ({ id, ...price }) =>
      `<button class="button line" type="submit" name="price" value="${id}">Change to ${formatRecurringPrice(price)}</button>`,
  );
  return `<h2>Plan</h2>
<form method="post">
<input type="hidden" name="act" value="plan">
<p class="hint">The change takes effect right away. We’ll credit the rest of the ${interval}.</p>
${buttons.join('\n')}
</form>`;
}

/** Formats a price, such as "$2.99 per month". */
export function formatRecurringPrice(price: Pick<Price, 'unit_amount' | 'recurring'>): string {
  return `${formatPrice(price.unit_amount)} ${formatInterval(price)}`;
}

function formatInterval({ recurring: { interval } }: Pick<Price, 'recurring'>): string {
  return `per ${interval}`;
}

function formatDate(unixTime: number): string {
  return new Date(unixTime * 1000).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
}
