import type { ReceivedMail } from '#server/platform/mail/testing/test-mail-server.ts';
import { letterCopy } from '#web/copy/letter.ts';
import {
  fetchSentEmails,
  getOrStartNamedServer,
  SERVER_START_TIMEOUT,
} from './setup/named-servers.ts';
import { expectAccessible } from './support/accessible.ts';
import { createEmailAddress, signInByApi } from './support/accounts.ts';
import { expect, openHydrated, recordHydration, test } from './support/browser.ts';
import { expectNoLayoutProblems } from './support/layout.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';

test('a reader asks for the weekly letter, confirms it, and ends it with one click', {
  tag: LONG_TEST_TAG,
}, async ({ page, browser, request }) => {
  test.setTimeout(SERVER_START_TIMEOUT + 120_000);
  const origin = await getOrStartNamedServer('mailing');
  const email = createEmailAddress('letter');
  const context = await browser.newContext({ baseURL: origin });
  await recordHydration(context);
  await signInByApi(context.request, email);
  const settingsPage = await context.newPage();
  await openHydrated(settingsPage, '/settings');
  const toggle = settingsPage.getByRole('checkbox', { name: letterCopy.name });
  await expect(toggle).toBeEnabled();
  await expect(toggle).not.toBeChecked();
  await toggle.check();
  await expect(settingsPage.getByText(letterCopy.checkMail(email))).toBeVisible();
  await expectAccessible(settingsPage);
  await expectNoLayoutProblems(settingsPage);

  // The link in the confirmation email must also work in a browser without a session.
  await page.goto(findUrl(await findMail(email, 1), '/letter/confirm'));
  await expectAccessible(page);
  await expectNoLayoutProblems(page);
  await page.getByRole('button', { name: 'Yes, send it to me' }).click();
  await expect(page.getByRole('heading', { name: 'You’re on the list' })).toBeVisible();
  await expectAccessible(page);
  await expectNoLayoutProblems(page);
  await openHydrated(settingsPage, '/settings');
  await expect(toggle).toBeChecked();
  await expect(settingsPage.getByText(letterCopy.checkMail(email))).toHaveCount(0);

  const letter = await findMail(email, 2);
  expect(letter.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const unsubscribeUrl = findUrl(letter, '/letter/unsubscribe');
  await page.goto(unsubscribeUrl);
  await expect(page.getByRole('button', { name: 'Stop the letter' })).toBeVisible();
  const unsubscribeResponse = await request.post(unsubscribeUrl, {
    form: { 'List-Unsubscribe': 'One-Click' },
  });
  expect(unsubscribeResponse.status()).toBe(200);
  await openHydrated(settingsPage, '/settings');
  await expect(toggle).toBeEnabled();
  await expect(toggle).not.toBeChecked();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You won’t get it any more' })).toBeVisible();
  await context.close();
});

/**
 * Waits until at least `number` emails have been sent to an email address. Returns the email with this number, counted
 * from 1.
 */
async function findMail(email: string, number: number): Promise<ReceivedMail> {
  const listMails = async () => (await fetchSentEmails()).filter(({ to }) => to.includes(email));
  await expect.poll(async () => (await listMails()).length).toBeGreaterThanOrEqual(number);
  return (await listMails())[number - 1]!;
}

/** Finds the URL with the given path in the text of an email. */
function findUrl({ source }: ReceivedMail, path: string): string {
  const text = source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return new RegExp(`http://[\\w.:]+${path}\\?token=[\\w-]{43}`).exec(text)![0];
}
