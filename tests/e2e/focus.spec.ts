import type { Locator, Page } from '@playwright/test';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import { categoryPath } from '#domain/paths.ts';
import { createEmailAddress } from './support/accounts.ts';
import { articleCards, categoryLink } from './support/article-list.ts';
import { expect, openHydrated, test, triggerHydration } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { createEmptyAuthorListUrl } from './support/pages.ts';
import {
  bookmarkButton,
  feedbackButton,
  signInAtProvider,
  signInByApiAndOpen,
  signInFromDialog,
} from './support/reader.ts';

test('the focus moves to the heading of each screen, and on the way back to the pressed link', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  await openHydrated(page, '/articles');
  const card = articleCards(page).nth(3).getByRole('link').first();
  await pressKey(page, card);
  const article = library.articles[3]!;
  await expect(page).toHaveURL(article.path);
  await expectHeadingFocused(page, article.title);

  const { category, subcategory } = article;
  const breadcrumbLink = page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: getSubcategory(category, subcategory).name });
  await pressKey(page, breadcrumbLink);
  await expect(page).toHaveURL(categoryPath(category, subcategory));
  await expectHeadingFocused(page, /./);
  const link = categoryLink(page, getCategory(category).name);
  await pressKey(page, link);
  await expect(page).toHaveURL(categoryPath(category));
  await expect(link).toBeFocused();

  await page.goBack();
  await expect(page).toHaveURL(categoryPath(category, subcategory));
  await expect(link).toBeFocused();
  await page.goBack();
  await expect(breadcrumbLink).toBeFocused();
  await expectFocusRing(breadcrumbLink, true);
  await page.goBack();
  await expect(card).toBeFocused();
  await expectFocusRing(card, true);
  await expect(card).toBeInViewport();
  await page.goForward();
  await expect(breadcrumbLink).toBeFocused();
});

test('navigation by pointer moves the focus without a visible ring and without scrolling', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  await openHydrated(page, '/articles');
  const card = articleCards(page).nth(7).getByRole('link').first();
  await card.scrollIntoViewIfNeeded();
  const scrollTop = await readScrollTop(page);
  expect(scrollTop).toBeGreaterThan(200);
  await card.click();
  const heading = await expectHeadingFocused(page, library.articles[7]!.title);
  await expectFocusRing(heading, false);
  await expect.poll(() => readScrollTop(page)).toBe(0);
  await page.goBack();
  await expect(card).toBeFocused();
  await expectFocusRing(card, false);
  await expect.poll(() => readScrollTop(page)).toBeCloseTo(scrollTop, -1);
});

test('following the link of an empty list moves the focus to the heading', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  await openHydrated(page, createEmptyAuthorListUrl(library));
  const browseLink = page.getByRole('main').getByRole('link', { name: /^Browse / });
  await pressKey(page, browseLink);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('after a sign-in, the focus is on the heading of the page', { tag: LONG_TEST_TAG }, async ({
  page,
}) => {
  await openHydrated(page, '/articles');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await expectHeadingFocused(page, 'Make Octavo yours');
  await page.getByRole('button', { name: /^Continue with/ }).click();
  await signInAtProvider(page, createEmailAddress());
  await expect(page).toHaveURL('/articles');
  await triggerHydration(page);
  await expectFocusRing(await expectHeadingFocused(page, 'Explore articles'), false);
  // Focus must move to the heading only after the sign-in, and not after a reload of the same page.
  await page.reload();
  await triggerHydration(page);
  await expect(page.locator(':focus')).toHaveCount(0);
});

test('after a sign-in for an action, the focus is on the pressed button', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  await openHydrated(page, library.articles[0]!.path);
  await feedbackButton(page, 'INTRIGUING').scrollIntoViewIfNeeded();
  const scrollTop = await readScrollTop(page);
  await feedbackButton(page, 'INTRIGUING').click();
  await signInFromDialog(page);
  await expectFocusRing(feedbackButton(page, 'INTRIGUING'), false);
  await expect(feedbackButton(page, 'INTRIGUING')).toHaveAttribute('aria-pressed', 'true');
  expect(Math.abs((await readScrollTop(page)) - scrollTop)).toBeLessThan(100);

  // The test leaves the page before it removes the session cookie, because the page would react to the end of the
  // session.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await openHydrated(page, '/articles');
  const bookmarkRibbon = articleCards(page)
    .nth(2)
    .getByRole('button', { name: /^Bookmark / });
  await bookmarkRibbon.click();
  await signInFromDialog(page);
  await expect(bookmarkRibbon).toBeFocused();
  await expect(bookmarkRibbon).toHaveAttribute('aria-pressed', 'true');
});

test('a closed dialog returns the focus to its opener, or to the heading if the opener is gone', async ({
  page,
  library,
}) => {
  await openHydrated(page, library.articles[0]!.path);
  await pressKey(page, bookmarkButton(page));
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bookmarkButton(page)).toBeFocused();

  await signInByApiAndOpen(page, '/settings');
  const signOutButton = page.getByRole('button', { name: 'Sign out everywhere' });
  await pressKey(page, signOutButton);
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).not.toHaveAttribute('data-signed-in');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
});

test('deleting an account shows its consequences, can be canceled, and ends on the heading of the landing page', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  const email = await signInByApiAndOpen(page, '/settings');
  const deleteButton = page.getByRole('main').getByRole('button', { name: /^Delete account/ });
  const dialog = page.getByRole('dialog');
  const dialogHeading = dialog.getByRole('heading', { name: 'Delete your account?' });
  await pressKey(page, deleteButton);
  await expect(dialogHeading).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(deleteButton).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialogHeading).toBeFocused();
  await pressKey(page, dialog.getByRole('link', { name: 'privacy policy' }));
  await expect(page).toHaveURL('/privacy#keeping');
  await expect(page.locator('#keeping')).toBeFocused();
  await expect(page.locator('#keeping')).toBeInViewport();

  // The dialog that contained the pressed link no longer exists, so focus moves to the heading.
  await page.goBack();
  await expectHeadingFocused(page, 'Settings');
  await pressKey(page, deleteButton);
  await expect(dialogHeading).toBeFocused();
  await tabTo(page, dialog.getByRole('textbox'));
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your account has been deleted')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

/** Expects that the heading with this name has focus. Returns the heading. */
async function expectHeadingFocused(page: Page, name: string | RegExp): Promise<Locator> {
  const heading = page.getByRole('main').getByRole('heading', { level: 1, name });
  await expect(heading).toBeFocused();
  return heading;
}

/** Expects that an element has focus, and that its focus ring is visible or hidden. */
async function expectFocusRing(element: Locator, isVisible: boolean): Promise<void> {
  await expect(element).toBeFocused();
  const style = await element.evaluate((focused) => getComputedStyle(focused).outlineStyle);
  expect(style !== 'none').toBe(isVisible);
}

/** Presses the Tab key until an element has focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  const isFocused = () => element.evaluate((target) => target === document.activeElement);
  for (let presses = 0; presses < 150 && !(await isFocused()); presses++)
    await page.keyboard.press('Tab');
  await expect(element).toBeFocused();
}

/** Moves focus to a link or button with the Tab key, and presses it with the Enter key. */
async function pressKey(page: Page, element: Locator): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press('Enter');
}

function readScrollTop(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(scrollY));
}
