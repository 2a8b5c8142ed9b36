import type { Page } from '@playwright/test';
import { RECAPTCHA_ACTION } from '#domain/captcha.ts';
import { CONTACT_FORM_FEEDBACK } from '#domain/contact-form-messages.ts';
import { getOrStartNamedServer, SERVER_START_TIMEOUT } from './setup/named-servers.ts';
import { expect, openHydrated, test } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';

const SITE_KEY = 'a-site-key';
const GOOGLE = 'https://www.google.com/recaptcha/**';

/**
 * A script that imitates Google's reCAPTCHA script, as Google documents it. It returns a token with the requested
 * action.
 */
const RECAPTCHA_STAND_IN = `
  window.grecaptcha = {
    ready: (then) => then(),
    execute: async (siteKey, { action }) => 'token of ' + siteKey + ' for ' + action,
  };`;
/** A script that imitates Google's reCAPTCHA script, but never becomes ready. */
const RECAPTCHA_THAT_IS_NEVER_READY = 'window.grecaptcha = { ready: () => {} };';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send message' });

test.describe('reCAPTCHA, where it is configured', () => {
  test.use({ ignoreHTTPSErrors: true });
  let origin: string;
  test.beforeAll(async () => {
    test.setTimeout(SERVER_START_TIMEOUT);
    origin = await getOrStartNamedServer('configured');
  });

  async function fillForm(page: Page): Promise<void> {
    await field(page, 'Name').fill('Ada Lovelace');
    await field(page, 'Email').fill('ada@example.org');
    await page.getByRole('combobox', { name: 'Subject' }).selectOption('Press');
    await field(page, 'Message').fill('Which of the authors is the oldest?');
  }

  test('is not requested before the form is used, and then provides one token, which is sent', {
    tag: LONG_TEST_TAG,
  }, async ({ page, library }) => {
    const requestUrls = await watchGoogle(page, origin, RECAPTCHA_STAND_IN);
    for (const path of ['/', '/articles', library.articles[0]!.path, '/plans', '/settings'])
      await openHydrated(page, origin + path);
    await openHydrated(page, `${origin}/contact`);
    await page.waitForLoadState('networkidle');
    expect(requestUrls).toEqual([]);

    const sent = page.waitForRequest(`${origin}/api/v1/contact`);
    // The response is simulated, because only Google's servers could verify the token.
    await page.route(`${origin}/api/v1/contact`, (route) => route.fulfill({ status: 204 }));
    await field(page, 'Name').focus();
    await expect
      .poll(() => requestUrls)
      .toEqual([`https://www.google.com/recaptcha/api.js?render=${SITE_KEY}`]);
    await fillForm(page);
    await expect(page.getByText(/protected by reCAPTCHA/)).toBeVisible();
    await sendButton(page).click();
    expect((await sent).postDataJSON()).toMatchObject({
      name: 'Ada Lovelace',
      recaptchaToken: `token of ${SITE_KEY} for ${RECAPTCHA_ACTION}`,
    });
    await expect(page.getByRole('heading', { name: CONTACT_FORM_FEEDBACK.sent })).toBeVisible();
    expect(requestUrls).toHaveLength(1);
  });

  test('shows the spec’s message if it is not ready, and keeps the typed text', async ({
    page,
  }) => {
    await page.clock.install();
    await watchGoogle(page, origin, RECAPTCHA_THAT_IS_NEVER_READY);
    await openHydrated(page, `${origin}/contact`);
    await fillForm(page);
    await sendButton(page).click();
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
    // The form waits at most 8 seconds for the captcha.
    await page.clock.fastForward(8100);
    await expect(page.getByText(CONTACT_FORM_FEEDBACK.captchaNotReady)).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue('Ada Lovelace');
    await expect(sendButton(page)).toBeEnabled();
  });

  test('shows a message if it is blocked, and keeps the typed text', async ({
    page,
    browserErrors,
  }) => {
    browserErrors.allow(/ERR_BLOCKED_BY_CLIENT|ERR_FAILED/);
    await watchGoogle(page, origin, null);
    await openHydrated(page, `${origin}/contact`);
    await fillForm(page);
    await sendButton(page).click();
    await expect(page.getByText(CONTACT_FORM_FEEDBACK.captchaNotReady)).toBeVisible();
    await expect(page.getByText(/couldn’t reach our spam check/)).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue('Ada Lovelace');
  });
});

/**
 * Responds to requests to Google with `script`, or blocks them if `script` is `null`. Returns a list that collects the
 * URLs of all requests to servers other than Octavo's.
 */
async function watchGoogle(page: Page, origin: string, script: string | null): Promise<string[]> {
  const requestUrls: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) requestUrls.push(request.url());
  });
  await page.route(GOOGLE, (route) =>
    script === null
      ? route.abort('blockedbyclient')
      : route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  return requestUrls;
}
