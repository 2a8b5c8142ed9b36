import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { createApiCaller, type TestReader } from '#server/testing/reader.ts';
import {
  createTestBillingApp,
  replaceReadersWithOne,
  type TestBillingApp,
} from '../testing/billing-app.ts';

let test: TestBillingApp;
let ada: TestReader;

beforeAll(async () => {
  test = await createTestBillingApp(await pgliteTestEngine.open());
});
afterAll(async () => {
  await test.close();
});
beforeEach(async () => {
  ada = await replaceReadersWithOne(test);
});

const requestReturn = (query: string) =>
  test.app.inject({
    url: `/subscriptions/return?to=/settings${query}`,
    cookies: ada.cookies,
    remoteAddress: ada.remoteAddress!,
  });

it('queries Stripe only for readers who return from a checkout or the portal', async () => {
  await test.portal(ada);
  const listSpy = vi.spyOn(test.membership.billing!.stripe.subscriptions, 'list');
  for (const [query, times] of [
    ['', 0],
    ['&given-up=1', 0],
    ['&portal=1', 1],
    ['&checkout=cs_1', 2],
  ] as const) {
    expect((await requestReturn(query)).statusCode).toBe(303);
    expect(listSpy).toHaveBeenCalledTimes(times);
  }
  listSpy.mockRestore();
});

it('recognizes readers who return from the portal', async () => {
  const portal = await test.portal(ada);
  const { body } = await test.app.inject({
    url: new URL(portal).pathname,
    headers: { host: 'localhost:3000' },
  });
  expect(body).toContain('/subscriptions/return?to=/settings&amp;portal=1');
});

it('redirects everyone, but limits queries to Stripe per IP address', async () => {
  await test.portal(ada);
  const listSpy = vi.spyOn(test.membership.billing!.stripe.subscriptions, 'list');
  for (let times = 0; times < 22; times++) {
    const { statusCode, headers } = await requestReturn('&checkout=cs_1');
    expect([statusCode, headers.location]).toEqual([303, '/settings?checkout=pending']);
  }
  expect(listSpy).toHaveBeenCalledTimes(20);
  listSpy.mockRestore();
});

it('replaces a return path that is too long for Stripe with the plans page', async () => {
  // A search URL with a Cyrillic sentence is long, because each Cyrillic letter is percent-encoded.
  const query = encodeURIComponent('как устроены мосты и почему они стоят так долго над водой');
  const from = encodeURIComponent(`/articles?q=${query}`);
  const returnTo = `/plans?from=${from}`;
  expect(returnTo.length).toBeGreaterThan(500);
  const response = await createApiCaller(test, ada)('POST', '/subscriptions/checkout', {
    billingCycle: 'monthly',
    returnTo,
  });
  expect(response.statusCode).toBe(200);
  const { to } = await test.press(response.json().data.sessionUrl, { act: 'leave' });
  const { pathname, search } = new URL(to!);
  const returnResponse = await test.app.inject({ url: pathname + search, cookies: ada.cookies });
  expect(returnResponse.headers.location).toBe('/plans?checkout=given-up');
});
