import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '#server/testing/databases.ts';
import { emptyShop, openShop, type Shop } from '../testing/shop.ts';
import { billingEvents } from './schema.ts';

const EVENT = {
  id: 'evt_1',
  object: 'event',
  type: 'customer.subscription.updated',
  created: 1_800_000_000,
  data: { object: { id: 'sub_1', object: 'subscription', customer: 'cus_nobody' } },
};

/** As Stripe documents it: HMAC-SHA256 of the time, a dot and the body, in hex. */
function signatureOf(payload: string, secret: string, at = Math.floor(Date.now() / 1000)): string {
  const v1 = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
  return `t=${at},v1=${v1}`;
}

describe.each(await testDatabases())('the webhook, on $name', ({ open }) => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop(await open());
  });
  afterAll(async () => {
    await shop.queue.stop();
    await shop.close();
  });
  beforeEach(() => emptyShop(shop.database));

  const send = (payload: string, signature?: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(signature && { 'stripe-signature': signature }),
      },
      payload,
    });
  const secret = () => shop.membership.billing!.webhookSecrets[0]!;
  const kept = () => shop.database.queries.select().from(billingEvents);

  it('signs as Stripe documents it', () => {
    const { stripe } = shop.membership.billing!;
    const payload = JSON.stringify(EVENT);
    const options = { payload, secret: 'whsec_test_secret', timestamp: 1_492_774_577 };
    expect(stripe.webhooks.generateTestHeaderString(options)).toBe(
      signatureOf(payload, options.secret, options.timestamp),
    );
  });

  it('keeps an event once, however often it comes, and waits where the customer is unknown', async () => {
    const payload = JSON.stringify(EVENT);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send(payload, signatureOf(payload, secret()))),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(answers[0]!.json()).toEqual({ received: true });
    expect(await kept()).toMatchObject([{ id: 'evt_1', customerId: 'cus_nobody', doneAt: null }]);
    await expect
      .poll(async () => (await shop.queue.jobs('billing-sync')).at(-1), { timeout: 8000 })
      .toMatchObject({
        state: 'retry',
        output: { message: expect.stringContaining('"cus_nobody" is nobody here') },
      });
  });

  it.each<[string, (payload: string, secret: string) => string | undefined]>([
    ['nothing', () => undefined],
    ['words', () => 'let me in'],
    ['another secret', (payload) => signatureOf(payload, 'whsec_other')],
    ['another body', (_payload, key) => signatureOf('{}', key)],
    [
      'a time six minutes ago',
      (payload, key) => signatureOf(payload, key, Date.now() / 1000 - 360),
    ],
    ['an older scheme', (payload, key) => signatureOf(payload, key).replace('v1=', 'v0=')],
  ])('refuses what is signed with %s', async (_how, sign) => {
    const payload = JSON.stringify(EVENT);
    const answer = await send(payload, sign(payload, secret()));
    expect(answer.statusCode).toBe(400);
    expect(await kept()).toEqual([]);
  });

  it('takes what is about nobody, and keeps none of it', async () => {
    const about = { ...EVENT, type: 'product.updated', data: { object: { id: 'prod_1' } } };
    const payload = JSON.stringify(about);
    expect((await send(payload, signatureOf(payload, secret()))).statusCode).toBe(200);
    expect(await kept()).toEqual([]);
  });

  it('refuses what is larger than any event', async () => {
    const payload = JSON.stringify({ ...EVENT, padding: 'x'.repeat(600_000) });
    expect((await send(payload, signatureOf(payload, secret()))).statusCode).toBe(413);
  });
});
