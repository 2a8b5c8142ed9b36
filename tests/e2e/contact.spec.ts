import type { Page } from '@playwright/test';
import { CAPTCHA_UNAVAILABLE_MESSAGE } from '#domain/captcha.ts';
import { CONTACT_FIELD_ERRORS } from '#domain/contact.ts';
import { CONTACT_FORM_FEEDBACK } from '#domain/contact-form-messages.ts';
import { expectOneRedControl } from './support/accent-color.ts';
import { expectAccessible } from './support/accessible.ts';
import {
  expect,
  openHydrated,
  test,
  triggerHydration,
  waitForNetworkIdle,
} from './support/browser.ts';
import { expectNoLayoutProblems } from './support/layout.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { expectStoredDataInPrivacyPolicy, signInByApiAndOpen } from './support/reader.ts';

const CONTACT = '**/api/v1/contact';
const CHALLENGE = '**/api/v1/contact/challenge';
const MESSAGE = {
  Name: 'Ada Lovelace',
  Email: 'ada@example.org',
  Message: 'Which of the authors is the oldest?',
};

const field = (page: Page, name: string) =>
  page.getByRole(name === 'Subject' ? 'combobox' : 'textbox', { name, exact: true });
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send message' });
const sentHeading = (page: Page) => page.getByRole('heading', { name: CONTACT_FORM_FEEDBACK.sent });
const toast = (page: Page, text: string) =>
  page.locator('[role=status], [role=alert]').getByText(text);

async function fillForm(page: Page, changes: Partial<typeof MESSAGE> = {}): Promise<void> {
  for (const [name, text] of Object.entries({ ...MESSAGE, ...changes }))
    await field(page, name).fill(text);
  await field(page, 'Subject').selectOption('Press');
}

async function expectFormUnchanged(page: Page): Promise<void> {
  for (const [name, text] of Object.entries(MESSAGE))
    await expect(field(page, name)).toHaveValue(text);
  await expect(field(page, 'Subject')).toHaveValue('press');
}

/** Makes all further requests for an API call fail with a simulated error. */
async function mockResponse(
  page: Page,
  call: string,
  status: number,
  error: string,
): Promise<void> {
  await page.route(call, (route) => route.fulfill({ status, json: { error } }));
}

test('a visitor sends a message and sees a confirmation', async ({ page }) => {
  const thirdPartyUrls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== process.env.OCTAVO_ORIGIN)
      thirdPartyUrls.push(request.url());
  });
  await openHydrated(page, '/contact');
  await fillForm(page);
  await expectStoredDataInPrivacyPolicy(page, ['contact']);
  await sendButton(page).click();
  // The toast is checked first, because it disappears after a few seconds.
  await expect(toast(page, CONTACT_FORM_FEEDBACK.sent)).toBeVisible();
  await expect(sentHeading(page)).toBeFocused();
  await expect(sentHeading(page)).toBeInViewport();
  await expect(page.getByText('We’ll reply to ada@example.org')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send another message' }).click();
  await expect(field(page, 'Message')).toHaveValue('');
  expect(thirdPartyUrls).toEqual([]);
});

test('a reader’s name and email address are filled in and can be replaced, and the message is in the data export', async ({
  page,
}) => {
  const email = await signInByApiAndOpen(page, '/contact?subject=privacy');
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Name')).not.toHaveValue('');
  await expect(field(page, 'Subject')).toHaveValue('privacy');
  await fillForm(page, { Email: 'work@example.org' });
  await expectStoredDataInPrivacyPolicy(page, ['cache:contact']);
  await sendButton(page).click();
  await expect(sentHeading(page)).toBeVisible();
  const file = await (await page.request.get('/api/v1/user/data')).json();
  expect(file.contactMessages).toEqual([
    expect.objectContaining({ email: 'work@example.org', subject: 'press', status: 'pending' }),
  ]);
});

test('the form works with the keyboard alone, and Enter in a field sends it', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  await openHydrated(page, '/contact');
  await field(page, 'Name').focus();
  await page.keyboard.type(MESSAGE.Name);
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada@');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Email')).toBeFocused();
  await page.keyboard.type('example.org');
  await page.keyboard.press('Tab');
  await page.keyboard.press('P');
  await expect(field(page, 'Subject')).toHaveValue('press');
  await page.keyboard.press('Tab');
  await page.keyboard.type(MESSAGE.Message);
  await page.keyboard.press('Tab');
  await expect(sendButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sentHeading(page)).toBeFocused();
});

test('errors are shown beside each field, in both themes', { tag: LONG_TEST_TAG }, async ({
  page,
}) => {
  await openHydrated(page, '/contact');
  await sendButton(page).click();
  await expect(toast(page, CONTACT_FORM_FEEDBACK.incomplete)).toBeVisible();
  for (const message of Object.values(CONTACT_FIELD_ERRORS.blank))
    await expect(page.getByText(message)).toBeVisible();
  await expect(field(page, 'Name')).toBeFocused();
  await expectAccessible(page);
  await expectOneRedControl(page);

  await fillForm(page, {
    Name: 'x'.repeat(31),
    Email: `${'x'.repeat(90)}@example.org`,
    Message: 'x'.repeat(501),
  });
  for (const counter of ['31 / 30', '102 / 100', '501 / 500'])
    await expect(page.getByText(counter)).toBeVisible();
  for (const message of Object.values(CONTACT_FIELD_ERRORS.tooLong))
    await expect(page.getByText(message)).toBeVisible();
  await field(page, 'Email').fill('ada');
  await expect(page.getByText(CONTACT_FIELD_ERRORS.notAnAddress)).toBeVisible();
  await expectAccessible(page);
});

for (const [status, error, text] of [
  [429, 'Later.', CONTACT_FORM_FEEDBACK.tooMany],
  [400, 'Your name has to fit on one line.', 'Your name has to fit on one line.'],
  [500, 'It was logged as 1.', CONTACT_FORM_FEEDBACK.failed],
  [503, CAPTCHA_UNAVAILABLE_MESSAGE, CONTACT_FORM_FEEDBACK.failed],
] as const)
  test(`a refusal with ${status} shows its reason and keeps the text`, {
    tag: status === 400 ? [] : LONG_TEST_TAG,
  }, async ({ page, browserErrors }) => {
    browserErrors.expect(new RegExp(`status of ${status}`));
    await mockResponse(page, CONTACT, status, error);
    await openHydrated(page, '/contact');
    await fillForm(page);
    await sendButton(page).click();
    await expect(toast(page, text)).toBeVisible();
    await expectFormUnchanged(page);
    await page.unroute(CONTACT);
    await page.reload();
    await triggerHydration(page);
    await expectFormUnchanged(page);
  });

test('an offline failure shows a message, offers email, and the form works again after reconnecting', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, browserErrors }) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to load/);
  await openHydrated(page, '/contact');
  await fillForm(page);
  // Waits until the captcha's code is loaded, because the connection is lost in the next step.
  await waitForNetworkIdle(page);
  await context.setOffline(true);
  await sendButton(page).click();
  await expect(toast(page, CONTACT_FORM_FEEDBACK.failed)).toBeVisible();
  await expect(page.getByRole('link', { name: 'email it to us' })).toHaveAttribute(
    'href',
    /^mailto:.*subject=Press&body=Which/,
  );
  await expectFormUnchanged(page);
  await expectAccessible(page);
  await context.setOffline(false);
  // The response is simulated, because all tests share one IP address and the server limits the messages per address.
  await page.route(CONTACT, (route) => route.fulfill({ status: 204 }));
  await sendButton(page).click();
  await expect(sentHeading(page)).toBeVisible();
});

test('a captcha that is not ready shows the spec’s message', { tag: LONG_TEST_TAG }, async ({
  page,
}) => {
  await page.clock.install();
  await page.route(CHALLENGE, () => {});
  await openHydrated(page, '/contact');
  await fillForm(page);
  await sendButton(page).click();
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
  // The form waits at most 8 seconds for the captcha.
  await page.clock.fastForward(8100);
  await expect(toast(page, CONTACT_FORM_FEEDBACK.captchaNotReady)).toBeVisible();
  await expectFormUnchanged(page);
});

test('a failed captcha shows a message', { tag: LONG_TEST_TAG }, async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/status of 503/);
  await mockResponse(page, CHALLENGE, 503, 'Out of order');
  await openHydrated(page, '/contact');
  await fillForm(page);
  await sendButton(page).click();
  await expect(toast(page, CONTACT_FORM_FEEDBACK.captchaNotReady)).toBeVisible();
  await expect(page.getByText(/couldn’t reach our spam check/)).toBeVisible();
  await expectFormUnchanged(page);
});

test('the content security policy blocks reCAPTCHA if it is not configured, and the form shows a message', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/content security policy|Content Security Policy/i);
  const challenge = { data: { kind: 'recaptcha', siteKey: 'a-site' } };
  await page.route(CHALLENGE, (route) => route.fulfill({ json: challenge }));
  await openHydrated(page, '/contact');
  await fillForm(page);
  await sendButton(page).click();
  await expect(page.getByText(/couldn’t reach our spam check/)).toBeVisible();
  await expect(page.getByText(/protected by reCAPTCHA/)).toBeVisible();
  await expectFormUnchanged(page);
});

test('text typed before hydration stays, and a press takes effect', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/contact');
  await fillForm(page, { Email: 'ada' });
  await sendButton(page).click();
  await expect(sendButton(page)).toHaveAttribute('aria-busy', 'true');
  resolve();
  await expect(page.getByText(CONTACT_FIELD_ERRORS.notAnAddress)).toBeVisible();
  await expect(field(page, 'Message')).toHaveValue(MESSAGE.Message);
  await expect(field(page, 'Subject')).toHaveValue('press');
});

test('an article links to the form, and the message names the article', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const { path } = library.articles[0]!;
  await openHydrated(page, path);
  await page.getByRole('link', { name: 'contact page' }).click();
  await expect(page).toHaveURL(/\/contact\?article=/);
  await expect(field(page, 'Message')).toHaveValue(`${process.env.OCTAVO_ORIGIN}${path}\n\n`);
});

test('errors fit every window', { tag: LONG_TEST_TAG }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openHydrated(page, '/contact');
  await sendButton(page).click();
  await expect(page.getByText(CONTACT_FIELD_ERRORS.blank.message)).toBeVisible();
  for (const name of ['Name', 'Email', 'Subject', 'Message']) {
    const box = await field(page, name).boundingBox();
    expect(box!.x).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width).toBeLessThanOrEqual(320);
    expect(box!.height).toBeGreaterThanOrEqual(44);
  }
  // A toast disappears after a few seconds, so it may cover more of the window than permanent bars.
  await expectNoLayoutProblems(page, { maxFixedShare: 0.5 });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page shows the email address instead of a form that cannot work', async ({ page }) => {
    await page.goto('/contact');
    await expect(sendButton(page)).toBeHidden();
    await expect(field(page, 'Name')).toBeHidden();
    await expect(page.getByRole('link', { name: 'hello@octavo.example' })).toBeVisible();
  });
});
