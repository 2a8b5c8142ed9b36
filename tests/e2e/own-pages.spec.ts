import type { Locator, Page } from '@playwright/test';
import { MESSAGES } from '#domain/messages.ts';
import { expectOneRedThing } from './support/accent.ts';
import { expectAccessible } from './support/accessible.ts';
import { newAddress, signInByApi } from './support/accounts.ts';
import { expect, open, test } from './support/browser.ts';
import { expectSoundLayout } from './support/layout.ts';
import { LONG } from './support/long.ts';
import {
  doubleText,
  expectFitsNarrowPhone,
  expectFitsWidth,
  setTextSize,
} from './support/narrow.ts';
import { follow, followButton, heldSets, ribbon, signIn } from './support/reader.ts';
import { titles } from './support/shelf.ts';
import { complaintsOf } from './support/valid-html.ts';

// Colours that are still fading are nobody's contrast.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const PHONE = { width: 390, height: 844 };
const OWN = ['/', '/profile', '/profile/following', '/settings', '/auth'];

test('the pages of somebody new are valid, accessible in both themes, and laid out soundly', async ({
  page,
}) => {
  await signInByApi(page.request, newAddress());
  await expectSound(page);
});

test('the pages of a reader who keeps something are, too', { tag: LONG }, async ({
  page,
  library,
}) => {
  const { path, authorAlias } = library.articles[0]!;
  await signIn(page, path);
  await ribbon(page).click();
  await expect(ribbon(page)).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await follow(page, authorAlias);
  await expectAccessible(page);
  await expectSound(page);
});

/** Sweeps the reader's own pages, in one visit to each. */
async function expectSound(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  for (const address of OWN) {
    expect(await complaintsOf(await (await page.request.get(address)).text())).toEqual([]);
    await open(page, address);
    await expectOneRedThing(page);
    await expectAccessible(page);
    // Topics show articles and their authors.
    for (const topic of await page.getByRole('checkbox', { name: /&/ }).all()) await topic.check();
    await expectSoundLayout(page);
    await setTextSize(page, 100);
    await page.setViewportSize(size);
  }
}

test('the settings fit a phone when text is twice as large while the subscription is waited for', async ({
  page,
}) => {
  await signInByApi(page.request, newAddress());
  await page.route('/api/v1/user/subscription', () => {});
  await page.setViewportSize(PHONE);
  await doubleText(page);
  await open(page, '/settings');
  await expectFitsWidth(page, PHONE.width);
});

test('a toast stands clear of an open sheet', async ({ page, library, faults }) => {
  faults.expect(/ERR_FAILED/);
  // A dialog comes up from the foot of a phone; elsewhere it stands in the middle.
  await page.setViewportSize(PHONE);
  await signIn(page, library.articles[0]!.path);
  await page.getByRole('button', { name: 'Report this article' }).click();
  await page.getByRole('radio', { name: 'Spam' }).check();
  await page.route('**/report', (route) => route.abort());
  await page.getByRole('button', { name: 'Submit' }).click();
  const toast = page.getByRole('alert').getByText(MESSAGES.reportFailed);
  await expect(toast).toBeVisible();
  const [card, sheet] = [await box(toast.locator('..')), await box(page.getByRole('dialog'))];
  expect(card.y + card.height).toBeLessThanOrEqual(sheet.y);
});

test('the demonstration’s own pages are accessible in both themes, and fit a narrow phone', async ({
  page,
  faults,
}) => {
  // The typed text is no valid address.
  faults.expect(/422/);
  await page.goto('/auth/signin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who are you today?');
  await expectAccessible(page);
  await page
    .getByLabel('Any email address')
    .evaluate((field) => (field.closest('form')!.noValidate = true));
  await page.getByLabel('Any email address').fill('nobody');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('That’s not an email address.')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectFitsNarrowPhone(page);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('a reader signs in, sees what they keep, and signs out', async ({ page }) => {
    await page.goto('/auth?redirect=%2Fprofile');
    await page.getByRole('link', { name: /^Continue with/ }).click();
    const email = newAddress();
    await page.getByLabel('Any email address').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByText('No Bookmarks Yet')).toBeVisible();
  });
});

test('a premium reader follows as many as they like', async ({ page, library, premiumReader }) => {
  await signIn(page, '/authors', premiumReader);
  // Other tests of this worker may have followed some: the buttons know once the set is here.
  await expect.poll(() => heldSets(page)).toContain('cache:follows');
  for (const { alias } of library.authors.slice(0, 5)) {
    const button = followButton(page, alias);
    if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
  }
  await open(page, '/');
  expect((await titles(page)).length).toBeGreaterThan(4);
});

async function box(element: Locator) {
  return (await element.boundingBox())!;
}
