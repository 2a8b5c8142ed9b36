import { createHash, randomUUID } from 'node:crypto';
import { type APIRequestContext, type APIResponse, request } from '@playwright/test';

/**
 * The path to which a sign-in through the API redirects. The server responds with a text file, so it does not have to
 * render a page.
 */
const SIGN_IN_REDIRECT_PATH = '/robots.txt';

/** Returns a new email address that does not belong to any account. */
export function createEmailAddress(name = 'reader'): string {
  return `${name}.${randomUUID().slice(0, 8)}@example.org`;
}

/**
 * Signs in with HTTP requests to the demo's identity provider, without a browser page. Throws if the identity provider
 * or the server rejects the sign-in.
 */
export async function signInByApi(client: APIRequestContext, email: string): Promise<void> {
  const form = await client.get(
    `/auth/signin?${new URLSearchParams({ redirect: SIGN_IN_REDIRECT_PATH })}`,
  );
  const response = await client.post(form.url(), { form: { email } });
  if (new URL(response.url()).pathname !== SIGN_IN_REDIRECT_PATH || !response.ok())
    throw new Error(`The sign-in ended at ${response.url()} with ${response.status()}.`);
}

/**
 * Creates an account on the server at `origin`, and buys Premium in the demo's checkout, with HTTP requests. Returns
 * the account's email address. Tests that do not change the plan should use the fixture `premiumReader` instead,
 * because the server confirms at most 20 checkouts per minute for each client without waiting for a webhook event.
 */
export async function createPremiumAccount(origin: string): Promise<string> {
  const client = await request.newContext({ baseURL: origin });
  const email = createEmailAddress('premium');
  await signInByApi(client, email);
  const order = { billingCycle: 'monthly', returnTo: SIGN_IN_REDIRECT_PATH };
  const checkout = await callApi(client, 'POST', '/subscriptions/checkout', order);
  const { data } = (await checkout.json()) as { data: { sessionUrl: string } };
  await client.post(data.sessionUrl, { form: { card: 'works', act: 'pay' } });
  const profile = await (await client.get('/api/v1/user/profile')).text();
  await client.dispose();
  if (!profile.includes('"premium"')) throw new Error(`${email} has no Premium: ${profile}`);
  return email;
}

const premiumReaders = new Map<string, Promise<string>>();

/**
 * Returns the email address of this test worker's Premium reader on the server at `origin`. The first call creates the
 * account.
 */
export function getOrCreatePremiumReader(origin: string): Promise<string> {
  const reader = premiumReaders.get(origin) ?? createPremiumAccount(origin);
  premiumReaders.set(origin, reader);
  return reader;
}

/** Calls Octavo's API with the client's session and an optional JSON body. `path` is relative to `/api/v1`. */
export function callApi(
  client: APIRequestContext,
  method: 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<APIResponse> {
  const data = body && JSON.stringify(body);
  const headers = {
    'x-content-sha256': createHash('sha256')
      .update(data ?? '')
      .digest('hex'),
    ...(data && { 'content-type': 'application/json' }),
  };
  return client.fetch(`/api/v1${path}`, { method, headers, ...(data && { data }) });
}
