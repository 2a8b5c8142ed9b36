import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { pgliteTestEngine, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import {
  createTestBillingApp,
  deleteReadersAndBillingRows,
  type TestBillingApp,
} from '../testing/billing-app.ts';
import { chooseBilling } from './choose-billing.ts';
import { billingEvents } from './schema.ts';

const EVENT = {
  id: 'evt_1',
  object: 'event',
  type: 'customer.subscription.updated',
  created: 1_800_000_000,
  data: { object: { id: 'sub_1', object: 'subscription', customer: 'cus_nobody' } },
};

/** Signs an event as Stripe does: HMAC-SHA256 of the time, a dot and the body, in hexadecimal. */
function createSignature(
  payload: string,
  secret: string,
  timestamp = Math.floor(Date.now() / 1000),
): string {
  const v1 = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${v1}`;
}

describe.each(await selectTestDatabaseEngines())('the webhook, on $name', ({ open }) => {
  let test: TestBillingApp;

  beforeAll(async () => {
    test = await createTestBillingApp(await open());
  });
  afterAll(async () => {
    await test.close();
  });
  beforeEach(() => deleteReadersAndBillingRows(test.database));

  const send = (payload: string, signature?: string) =>
    test.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(signature && { 'stripe-signature': signature }),
      },
      payload,
    });
  const getSecret = () => test.membership.billing!.webhookSecrets[0]!;
  const listStoredEvents = () => test.database.queries.select().from(billingEvents);

  it('stores an event once, and waits if the customer is unknown', async () => {
    const payload = JSON.stringify(EVENT);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => send(payload, createSignature(payload, getSecret()))),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(responses[0]!.json()).toEqual({ received: true });
    expect(await listStoredEvents()).toMatchObject([
      { id: 'evt_1', customerId: 'cus_nobody', doneAt: null },
    ]);
    await expect
      .poll(async () => (await test.queue.jobs('billing-sync')).at(-1))
      .toMatchObject({
        state: 'retry',
        output: {
          message: expect.stringContaining('No account matches the Stripe customer "cus_nobody"'),
        },
      });
  });

  it('accepts any signed bytes', async () => {
    const beginning = '{ "id":"evt_odd" ,"type":"invoice.paid", "created":1.8e9,\n';
    const payload = `${beginning}"data":{"object":{"customer":"cus_\\u0031","note":"Zo\\u00eb \\/"}} }`;
    expect(JSON.stringify(JSON.parse(payload))).not.toBe(payload);
    expect((await send(payload, createSignature(payload, getSecret()))).statusCode).toBe(200);
    expect(await listStoredEvents()).toMatchObject([{ id: 'evt_odd', customerId: 'cus_1' }]);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['an empty object', {}],
    ['no id', { ...EVENT, id: undefined }],
    ['an empty id', { ...EVENT, id: '' }],
    ['NUL in the id', { ...EVENT, id: 'evt_\0' }],
    ['a very long id', { ...EVENT, id: 'x'.repeat(10_000) }],
    ['a number as the type', { ...EVENT, type: 1 }],
    ['NUL in the type', { ...EVENT, type: 'a\0b' }],
    ['text as the time', { ...EVENT, created: 'yesterday' }],
    ['a time after the year 9999', { ...EVENT, created: 1e300 }],
    ['a negative time', { ...EVENT, created: -1e11 }],
    ['null as the data', { ...EVENT, data: null }],
    ['no object', { ...EVENT, data: {} }],
    ['null as the object', { ...EVENT, data: { object: null } }],
    ['NUL in the customer', { ...EVENT, data: { object: { customer: 'cus_\0' } } }],
    ['a very long customer', { ...EVENT, data: { object: { customer: 'x'.repeat(10_000) } } }],
  ])('rejects a signed payload that is not an event: %s', async (_, event) => {
    const payload = JSON.stringify(event);
    const response = await send(payload, createSignature(payload, getSecret()));
    expect([response.statusCode, response.json()]).toEqual([400, { error: expect.any(String) }]);
    expect(await listStoredEvents()).toEqual([]);
  });

  it.each<[string, (payload: string, secret: string) => string | undefined]>([
    ['no signature', () => undefined],
    ['text as the signature', () => 'let me in'],
    ['a signature by another secret', (payload) => createSignature(payload, 'whsec_other')],
    ['a signature of another body', (_payload, key) => createSignature('{}', key)],
    [
      'a signature from six minutes ago',
      (payload, key) => createSignature(payload, key, Date.now() / 1000 - 360),
    ],
    [
      'a signature of an older scheme',
      (payload, key) => createSignature(payload, key).replace('v1=', 'v0='),
    ],
  ])('rejects an event with %s', async (_how, sign) => {
    const payload = JSON.stringify(EVENT);
    const response = await send(payload, sign(payload, getSecret()));
    expect(response.statusCode).toBe(400);
    expect(await listStoredEvents()).toEqual([]);
  });

  it('accepts events without a customer and does not store them', async () => {
    const productEvent = { ...EVENT, type: 'product.updated', data: { object: { id: 'prod_1' } } };
    const payload = JSON.stringify(productEvent);
    expect((await send(payload, createSignature(payload, getSecret()))).statusCode).toBe(200);
    expect(await listStoredEvents()).toEqual([]);
  });

  it('rejects a body larger than any event', async () => {
    const payload = JSON.stringify({ ...EVENT, padding: 'x'.repeat(600_000) });
    expect((await send(payload, createSignature(payload, getSecret()))).statusCode).toBe(413);
  });
});

describe('the webhook during a secret rotation', () => {
  const SECRETS = ['whsec_former', 'whsec_next'] as const;
  /** An event without a customer, which the webhook accepts and ignores. */
  const EVENT_WITHOUT_CUSTOMER = JSON.stringify({
    ...EVENT,
    type: 'product.updated',
    data: { object: {} },
  });
  let test: TestApp;

  beforeAll(async () => {
    const env = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: SECRETS.join(',') };
    const database = await pgliteTestEngine.open();
    const membership = await chooseBilling(readConfig(env), database.queries);
    test = await createTestApp(database, env, undefined, undefined, { membership });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(() => test.close());

  const send = async (payload: string, signature: string) => {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const url = '/webhooks/stripe';
    return (await test.app.inject({ method: 'POST', url, headers, payload })).statusCode;
  };

  it.each([
    ...SECRETS.map((secret) => [secret, 200] as const),
    ['whsec_former,whsec_next', 400] as const,
    ['whsec_third', 400] as const,
  ])('responds to an event signed with %s with %i', async (secret, status) => {
    expect(
      await send(EVENT_WITHOUT_CUSTOMER, createSignature(EVENT_WITHOUT_CUSTOMER, secret)),
    ).toBe(status);
  });

  it('accepts an event signed with both secrets, as sent by Stripe', async () => {
    const [time, invalid] = createSignature(EVENT_WITHOUT_CUSTOMER, 'whsec_of_somebody').split(',');
    const valid = createSignature(EVENT_WITHOUT_CUSTOMER, 'whsec_next').split(',')[1];
    expect(await send(EVENT_WITHOUT_CUSTOMER, [time, invalid, valid].join(','))).toBe(200);
  });

  it('verifies a signature created by OpenSSL', async () => {
    // This command created the signature: printf '%s' "1492774577.$BODY" | openssl dgst -sha256 -hmac whsec_next
    const body =
      '{ "id" : "evt_pinned",  "object":"event", "type":"product.updated","created":1.8e9,"data":{"object":{"id":"prod_1","name":"Zo\\u00eb \\/ caf\\u00E9"}}}';
    const v1 = '2405ee49b6c67386948c1b59c105272140663b628d8ca3f077a0d382ae6a49de';
    vi.useFakeTimers({ now: 1_492_774_577_000, toFake: ['Date'] });
    expect(await send(body, `t=1492774577,v1=${v1}`)).toBe(200);
    expect(await send(`${body} `, `t=1492774577,v1=${v1}`)).toBe(400);
  });
});

describe('a client that sends too many events without a valid signature', () => {
  const SECRET = 'whsec_x';
  const event = JSON.stringify({ ...EVENT, type: 'product.updated', data: { object: {} } });
  let test: TestApp;

  beforeEach(async () => {
    const env = {
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: SECRET,
      TRUST_PROXY: 'loopback',
    };
    const database = await pgliteTestEngine.open();
    const membership = await chooseBilling(readConfig(env), database.queries);
    const limits = { unsignedEvents: 3 };
    test = await createTestApp(database, env, undefined, undefined, { membership, limits });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await test.close();
  });

  const send = (caller: string, secret: string) =>
    test.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': caller,
        'stripe-signature': createSignature(event, secret),
      },
      payload: event,
    });
  const sendAndGetStatus = async (caller: string, secret: string) =>
    (await send(caller, secret)).statusCode;
  const sendTooMany = async (caller: string) => {
    for (let sent = 0; sent < 3; sent++)
      expect(await sendAndGetStatus(caller, 'whsec_y')).toBe(400);
    expect(await sendAndGetStatus(caller, 'whsec_y')).toBe(429);
  };

  it('is rejected for a minute, without affecting other clients', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] });
    await sendTooMany('192.0.2.1');
    const refusal = await send('192.0.2.1', SECRET);
    expect([refusal.statusCode, refusal.headers['retry-after']]).toEqual([429, '60']);
    expect(await sendAndGetStatus('192.0.2.2', SECRET)).toBe(200);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await sendAndGetStatus('192.0.2.1', SECRET)).toBe(200);
  });

  it('is rejected before it has sent a body', async () => {
    const { port } = new URL(await test.app.listen());
    await sendTooMany('192.0.2.3');
    const socket = connect(Number(port), 'localhost');
    const head = [
      'POST /webhooks/stripe HTTP/1.1',
      'host: localhost',
      'x-forwarded-for: 192.0.2.3',
      'content-type: application/json',
      'content-length: 500000',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 429 .*^connection: close/ms);
  });
});
