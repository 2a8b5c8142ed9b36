import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { createApiCaller, type TestReader } from '#server/testing/reader.ts';
import {
  openTestBillingApp,
  replaceReadersWithOne,
  type TestBillingApp,
} from '../testing/billing-app.ts';

let shop: TestBillingApp;
let ada: TestReader;

beforeAll(async () => {
  shop = await openTestBillingApp(await pgliteTestEngine.open());
});
afterAll(async () => {
  await shop.close();
});
beforeEach(async () => {
  ada = await replaceReadersWithOne(shop);
});

const come = (query: string) =>
  shop.app.inject({
    url: `/subscriptions/return?to=/settings${query}`,
    cookies: ada.cookies,
    remoteAddress: ada.remoteAddress!,
  });

it('queries Stripe only for readers who return from a checkout or the portal', async () => {
  await shop.portal(ada);
  const asks = vi.spyOn(shop.membership.billing!.stripe.subscriptions, 'list');
  for (const [query, times] of [
    ['', 0],
    ['&given-up=1', 0],
    ['&portal=1', 1],
    ['&checkout=cs_1', 2],
  ] as const) {
    expect((await come(query)).statusCode).toBe(303);
    expect(asks).toHaveBeenCalledTimes(times);
  }
  asks.mockRestore();
});

it('recognizes readers who return from the portal', async () => {
  const portal = await shop.portal(ada);
  const { body } = await shop.app.inject({
    url: new URL(portal).pathname,
    headers: { host: 'localhost:3000' },
  });
  expect(body).toContain('/subscriptions/return?to=/settings&amp;portal=1');
});

it('redirects everyone, but limits queries to Stripe per IP address', async () => {
  await shop.portal(ada);
  const asks = vi.spyOn(shop.membership.billing!.stripe.subscriptions, 'list');
  for (let times = 0; times < 22; times++) {
    const { statusCode, headers } = await come('&checkout=cs_1');
    expect([statusCode, headers.location]).toEqual([303, '/settings?checkout=pending']);
  }
  expect(asks).toHaveBeenCalledTimes(20);
  asks.mockRestore();
});

it('replaces a return path that is too long for Stripe with the plans page', async () => {
  // A search URL with a Cyrillic sentence is long, since its letters are percent-encoded.
  const query = encodeURIComponent('как устроены мосты и почему они стоят так долго над водой');
  const from = encodeURIComponent(`/articles?q=${query}`);
  const returnTo = `/plans?from=${from}`;
  expect(returnTo.length).toBeGreaterThan(500);
  const response = await createApiCaller(shop, ada)('POST', '/subscriptions/checkout', {
    billingCycle: 'monthly',
    returnTo,
  });
  expect(response.statusCode).toBe(200);
  const { to } = await shop.press(response.json().data.sessionUrl, { act: 'leave' });
  const { pathname, search } = new URL(to!);
  const back = await shop.app.inject({ url: pathname + search, cookies: ada.cookies });
  expect(back.headers.location).toBe('/plans?checkout=given-up');
});
