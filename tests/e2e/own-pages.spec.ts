import type { Locator, Page } from '@playwright/test';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { expectOneRedControl } from './support/accent-color.ts';
import { expectAccessible } from './support/accessible.ts';
import { createEmailAddress, signInByApi } from './support/accounts.ts';
import { listCardTitles } from './support/article-list.ts';
import { expect, openHydrated, test } from './support/browser.ts';
import { expectNoLayoutProblems } from './support/layout.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import {
  doubleTextSize,
  expectFitsNarrowPhone,
  expectFitsWidth,
  setTextSize,
} from './support/narrow-screens.ts';
import {
  bookmarkButton,
  followAuthor,
  followButton,
  listLocalStorageCacheKeys,
  signInByApiAndOpen,
} from './support/reader.ts';
import { listHtmlErrors } from './support/valid-html.ts';

// Reduced motion prevents color transitions, during which a contrast check would measure a wrong color.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const PHONE = { width: 390, height: 844 };
const PERSONAL_PAGES = ['/', '/profile', '/profile/following', '/settings', '/auth'];

test('the pages of a new reader are valid, accessible in both themes, and have a sound layout', async ({
  page,
}) => {
  await signInByApi(page.request, createEmailAddress());
  await expectPagesSound(page);
});

test('the pages of a reader with bookmarks are valid, accessible in both themes, and have a sound layout', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const { path, authorAlias } = library.articles[0]!;
  await signInByApiAndOpen(page, path);
  await bookmarkButton(page).click();
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await followAuthor(page, authorAlias);
  await expectAccessible(page);
  await expectPagesSound(page);
});

/** Checks the HTML, colors, accessibility and layout of the reader's personal pages. Visits each page once. */
async function expectPagesSound(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  for (const path of PERSONAL_PAGES) {
    expect(await listHtmlErrors(await (await page.request.get(path)).text())).toEqual([]);
    await openHydrated(page, path);
    await expectOneRedControl(page);
    await expectAccessible(page);
    // Selects all topics, so that the page shows their articles and authors, and the following layout check covers
    // them.
    for (const topic of await page.getByRole('checkbox', { name: /&/ }).all()) await topic.check();
    await expectNoLayoutProblems(page);
    await setTextSize(page, 100);
    await page.setViewportSize(size);
  }
}

test('the settings fit a phone at doubled text size while the subscription loads', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  await signInByApi(page.request, createEmailAddress());
  await page.route('/api/v1/user/subscription', () => {});
  await page.setViewportSize(PHONE);
  await doubleTextSize(page);
  await openHydrated(page, '/settings');
  await expectFitsWidth(page, PHONE.width);
});

test('a toast does not overlap an open sheet', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED/);
  // The test needs a phone's window, in which a dialog is at the bottom. In a wider window, a dialog is centered.
  await page.setViewportSize(PHONE);
  await signInByApiAndOpen(page, library.articles[0]!.path);
  await page.getByRole('button', { name: 'Report this article' }).click();
  await page.getByRole('radio', { name: 'Spam' }).check();
  await page.route('**/report', (route) => route.abort());
  await page.getByRole('button', { name: 'Submit' }).click();
  const toast = page.getByRole('alert').getByText(ERROR_MESSAGES.reportFailed);
  await expect(toast).toBeVisible();
  const [card, sheet] = [await getBox(toast.locator('..')), await getBox(page.getByRole('dialog'))];
  expect(card.y + card.height).toBeLessThanOrEqual(sheet.y);
});

test('the demo’s own pages are accessible in both themes, and fit a narrow phone', {
  tag: LONG_TEST_TAG,
}, async ({ page, browserErrors }) => {
  // The test submits an invalid email address, which the server rejects with 422.
  browserErrors.expect(/422/);
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

  test('a reader signs in, sees their bookmarks, and signs out', async ({ page }) => {
    await page.goto('/auth?redirect=%2Fprofile');
    await page.getByRole('link', { name: /^Continue with/ }).click();
    const email = createEmailAddress();
    await page.getByLabel('Any email address').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByText('No Bookmarks Yet')).toBeVisible();
  });
});

test('a Premium reader can follow more than three authors', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
  premiumReader,
}) => {
  await signInByApiAndOpen(page, '/authors', premiumReader);
  // Other tests of this worker may have followed some of the authors. The follow buttons show this only after the list
  // of followed authors is loaded.
  await expect.poll(() => listLocalStorageCacheKeys(page)).toContain('cache:follows');
  for (const { alias } of library.authors.slice(0, 5)) {
    const button = followButton(page, alias);
    if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
  }
  await openHydrated(page, '/');
  expect((await listCardTitles(page)).length).toBeGreaterThan(4);
});

async function getBox(element: Locator) {
  return (await element.boundingBox())!;
}
