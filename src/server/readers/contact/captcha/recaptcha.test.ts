import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CAPTCHA_UNAVAILABLE_MESSAGE } from '#domain/captcha.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { sendContactMessage } from '../testing/contact-form.ts';
import { createRecaptcha } from './recaptcha.ts';

const HUMAN_VERDICT = { success: true, score: 0.9, action: 'contact', hostname: 'octavo.example' };

/** The response that the mock Google server sends. */
let googleResponse: { status?: number; body: string } | undefined;
let verifyRequests: Record<string, string>[] = [];
let google: Server;
let verifyUrl: string;
let database: Database;
let test: TestApp;

beforeAll(async () => {
  database = await pgliteTestEngine.open();
  google = createServer(async (request, response) => {
    verifyRequests.push(
      Object.fromEntries(new URLSearchParams((await request.toArray()).join(''))),
    );
    // Without a response, the request to Google times out.
    if (googleResponse) response.writeHead(googleResponse.status ?? 200).end(googleResponse.body);
  }).listen(0, '127.0.0.1');
  await once(google, 'listening');
  verifyUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`;
});
afterAll(() => {
  google.closeAllConnections();
  google.close();
  return database.close();
});
beforeEach(async () => {
  verifyRequests = [];
  test = await openApp(verifyUrl);
});
afterEach(() => test.close());

async function openApp(url: string): Promise<TestApp> {
  const keys = { siteKey: 'a-site', secret: 'a-secret' };
  const captcha = createRecaptcha({
    ...keys,
    hostname: 'octavo.example',
    verifyUrl: url,
    timeout: 300,
  });
  return createTestApp(shareDatabase(), {}, undefined, undefined, { captcha });
}

const shareDatabase = () => ({ ...database, close: async () => {} });

const respondWithVerdict = (verdict: object) => {
  googleResponse = { body: JSON.stringify(verdict) };
};
const send = () =>
  sendContactMessage(test, { recaptchaToken: 'a-token' }, { remoteAddress: '203.0.113.7' }).then(
    (response) => [response.statusCode, response.body && (response.json().error as string)],
  );

describe('reCAPTCHA', () => {
  it('gives browsers its site key', async () => {
    const { data } = (await test.app.inject('/api/v1/contact/challenge')).json();
    expect(data).toEqual({ kind: 'recaptcha', siteKey: 'a-site' });
  });

  it('sends Google the token, the secret and the IP address', async () => {
    respondWithVerdict(HUMAN_VERDICT);
    expect(await send()).toEqual([204, '']);
    expect(verifyRequests).toEqual([
      { secret: 'a-secret', response: 'a-token', remoteip: '203.0.113.7' },
    ]);
  });

  it.each([
    [
      'that is invalid or was already used',
      { success: false, 'error-codes': ['timeout-or-duplicate'] },
    ],
    ['for another form', { ...HUMAN_VERDICT, action: 'login' }],
    ['for no form', { ...HUMAN_VERDICT, action: undefined }],
    ['for another site', { ...HUMAN_VERDICT, hostname: 'elsewhere.example' }],
    ['with a low score', { ...HUMAN_VERDICT, score: 0.4 }],
    ['without a score', { ...HUMAN_VERDICT, score: undefined }],
  ])('rejects a token %s', async (_, verdict) => {
    respondWithVerdict(verdict);
    expect(await send()).toEqual([400, expect.stringMatching(/reCAPTCHA .*\. Please/)]);
  });

  it('accepts a score of exactly the threshold', async () => {
    respondWithVerdict({ ...HUMAN_VERDICT, score: 0.5 });
    expect(await send()).toEqual([204, '']);
  });

  it.each([
    ['a failed response', { status: 500, body: '{}' }],
    ['a response that is not JSON', { body: '<html>' }],
    ['a missing response', undefined],
    [
      'a response that rejects the secret',
      {
        body: JSON.stringify({ success: false, 'error-codes': ['invalid-input-secret'] }),
      },
    ],
  ])('treats %s as unavailability, which is not the writer’s error', async (_, response) => {
    googleResponse = response;
    expect(await send()).toEqual([503, CAPTCHA_UNAVAILABLE_MESSAGE]);
  });

  it('is unavailable if Google cannot be reached', async () => {
    await test.close();
    test = await openApp('http://127.0.0.1:1/siteverify');
    expect(await send()).toEqual([503, CAPTCHA_UNAVAILABLE_MESSAGE]);
  });
});

describe('if reCAPTCHA is configured', () => {
  const fetchPolicy = async (env: Record<string, string>) => {
    const app = await createTestApp(shareDatabase(), env);
    const { headers } = await app.app.inject('/health/live');
    const { data } = (await app.app.inject('/api/v1/contact/challenge')).json();
    await app.close();
    return { policy: String(headers['content-security-policy']), kind: data.kind };
  };

  it('allows its script and frame in the policy, and nothing else of Google', async () => {
    const keys = { RECAPTCHA_SITE_KEY: 'a-site', RECAPTCHA_SECRET: 'a-secret' };
    const { policy, kind } = await fetchPolicy(keys);
    expect(kind).toBe('recaptcha');
    expect(policy).toMatch(
      /script-src 'self' https:\/\/www\.google\.com\/recaptcha\/ https:\/\/www\.gstatic\.com\/recaptcha\/;/,
    );
    expect(policy).toMatch(/frame-src https:\/\/www\.google\.com\/recaptcha\/ /);
  });

  it('changes no other policy', async () => {
    const { policy, kind } = await fetchPolicy({});
    expect(kind).toBe('proof-of-work');
    expect(policy).not.toMatch(/google|gstatic|frame-src/);
  });
});
