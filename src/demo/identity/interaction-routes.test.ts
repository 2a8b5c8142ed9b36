import { readFile } from 'node:fs/promises';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_ACCOUNTS } from './accounts.ts';
import {
  renderAccountsPage,
  renderErrorPage,
  renderExpiredPage,
  renderLocalOnlyPage,
} from './pages.ts';
import { type PageResponse, TestBrowser } from './testing/browser.ts';
import {
  listOfferedSubjects,
  type RunningDemoIdentityProvider,
  startDemoIdentityProvider,
  startSignIn,
} from './testing/relying-party.ts';

const PAGES = {
  'the accounts': renderAccountsPage(),
  'the accounts after invalid input': renderAccountsPage({ input: '"><script>alert(1)</script>' }),
  'an expired sign-in': renderExpiredPage(),
  'a request from another machine': renderLocalOnlyPage(),
  'an error': renderErrorPage('<img src=x>'),
};

let provider: RunningDemoIdentityProvider;
beforeAll(async () => {
  provider = await startDemoIdentityProvider();
});
afterAll(() => provider.app.close());

async function openAccounts(browser = new TestBrowser(provider.issuer)): Promise<PageResponse> {
  const { url } = await startSignIn(provider);
  return browser.open(url);
}

test.each(Object.entries(PAGES))(
  'renders the page for %s as valid HTML without inline code',
  async (_name, html) => {
    const validator = new HtmlValidate(
      new StaticConfigLoader({ extends: ['html-validate:standard'] }),
    );
    const { results } = await validator.validateString(html);
    expect(results.flatMap(({ messages }) => messages)).toEqual([]);
    expect(html).not.toMatch(/<script|<style|style=|<img| on\w+=/);
  },
);

test('offers the four accounts and says that no password is needed', async () => {
  const page = await openAccounts();
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(listOfferedSubjects(page)).toEqual(DEMO_ACCOUNTS.map(({ subject }) => subject));
  for (const { name, email } of DEMO_ACCOUNTS) {
    expect(page.text).toContain(name);
    expect(page.text.replaceAll('<wbr>', '')).toContain(email);
  }
  expect(page.text).toContain('there’s no password');
});

test.each(['/oidc/demonstration.css', '/oidc/octavo-display.woff2'])('serves %s', async (url) => {
  const response = await provider.app.inject(url);
  expect(response.statusCode).toBe(200);
  expect(response.rawPayload.length).toBeGreaterThan(1000);
});

test.each([
  ['an invalid email address', { email: 'not an address' }],
  ['an empty form', {}],
  ['an unknown account', { subject: 'root' }],
  ["a built-in account's email address as its subject", { subject: 'admin@demo.octavo.example' }],
])('rejects %s and shows the form again', async (_title, form) => {
  const browser = new TestBrowser(provider.issuer);
  const page = await openAccounts(browser);
  const response = await browser.open(page.url, form);
  expect(response.status).toBe(422);
  expect(response.text).toContain('That’s not an email address');
  // The sign-in remains active after an invalid form, so the user can correct the form and send it again.
  const { location } = await browser.open(page.url, { email: 'someone@example.org' });
  expect(location).toMatch(/\/auth\/callback\?code=/);
});

test('rejects a form larger than 4 KB', async () => {
  const browser = new TestBrowser(provider.issuer);
  const page = await openAccounts(browser);
  const response = await browser.open(page.url, { email: 'a'.repeat(5000) });
  expect(response.status).toBe(413);
});

test('does not let another browser complete a sign-in', async () => {
  const page = await openAccounts();
  const otherBrowser = new TestBrowser(provider.issuer);
  await openAccounts(otherBrowser);
  const response = await otherBrowser.open(page.url, { subject: DEMO_ACCOUNTS[0]!.subject });
  expect(response).toMatchObject({ status: 400, location: undefined });
  expect(response.text).toContain('This sign-in has expired');
});

test('does not let the cookie of one sign-in open the page of another', async () => {
  const { url } = await startSignIn(provider);
  const { headers, cookies } = await provider.app.inject(url.pathname + url.search);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const fetchStatus = async (url: string) =>
    (await provider.app.inject({ url, headers: { cookie } })).statusCode;
  expect(await fetchStatus(headers.location!)).toBe(200);
  expect(await fetchStatus('/oidc/interaction/another')).toBe(400);
});

test('shows a completed sign-in as expired', async () => {
  const browser = new TestBrowser(provider.issuer);
  const page = await openAccounts(browser);
  await browser.open(page.url, { subject: DEMO_ACCOUNTS[0]!.subject });
  const response = await browser.open(page.url);
  expect(response.status).toBe(400);
  expect(response.text).toContain('This sign-in has expired');
});

test("uses Octavo's colors", async () => {
  const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
  const [demoStyles, tokens] = await Promise.all([
    read('../shared/demonstration.css'),
    read('../../ui/tokens.css'),
  ]);
  const [light, dark] = demoStyles.split('@media (prefers-color-scheme: dark)');
  const colors = (css: string) => [...css.matchAll(/(--[\w-]+): (#\w{6});/g)];
  const findProductColor = (name: string, index: 1 | 2) =>
    new RegExp(`${name}: var\\(--day, (#\\w+)\\) var\\(--night, (#\\w+)\\)`).exec(tokens)?.[index];
  expect(colors(light!).length).toBeGreaterThan(8);
  for (const [, name, value] of colors(light!))
    expect([name, value]).toEqual([name, findProductColor(name!, 1)]);
  for (const [, name, value] of colors(dark!))
    expect([name, value]).toEqual([name, findProductColor(name!, 2)]);
});
