import type { Page } from '@playwright/test';
import { shortcutsCopy } from '#web/copy/shortcuts.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, openHydrated, test } from './support/browser.ts';
import { audioPlayer, openArticleAsPremiumReader } from './support/listening.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { bookmarkButton, expectStoredDataInPrivacyPolicy } from './support/reader.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const helpDialog = (page: Page) => page.getByRole('dialog', { name: shortcutsCopy.title });

test('single keys search, go through a list, bookmark, show help, and can be switched off', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  await openHydrated(page, '/about');
  await page.keyboard.press('/');
  await expect(page).toHaveURL('/articles');
  const searchBox = page.getByRole('searchbox');
  await expect(searchBox).toBeFocused();
  await expect(searchBox).toHaveValue('');
  await page.keyboard.type('jkbl?/');
  await expect(searchBox).toHaveValue('jkbl?/');
  await expect(helpDialog(page)).toHaveCount(0);
  await searchBox.clear();
  await expect(page).toHaveURL('/articles');

  const cards = page.getByRole('main').getByRole('article').getByRole('link');
  await searchBox.evaluate((field) => field.blur());
  for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key);
  const focused = page.getByRole('article').locator('a:focus');
  await expect(focused).toBeInViewport();
  const path = await focused.getAttribute('href');
  expect(
    await cards.evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toContain(path);
  await page.keyboard.press('b');
  await expect(page.getByRole('dialog', { name: 'Sign in to bookmark' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(focused).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path!);

  // Waits until the article's screen is open. Otherwise, the help dialog could open on the previous screen and close
  // with it.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('?');
  await expect(helpDialog(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(helpDialog(page)).toHaveCount(0);

  await openHydrated(page, '/settings');
  await page.getByRole('checkbox', { name: shortcutsCopy.switch.name }).uncheck();
  await expectStoredDataInPrivacyPolicy(page, ['shortcuts']);
  await page.reload();
  const toggle = page.getByRole('checkbox', { name: shortcutsCopy.switch.name });
  await expect(toggle).not.toBeChecked();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await toggle.check();
  await expect(helpDialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: shortcutsCopy.show }).click();
  await expect(helpDialog(page)).toBeVisible();
});

test('keys bookmark and play the open article and one in a list', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const article = library.articles[3]!;
  await openArticleAsPremiumReader(page, article);
  await page.keyboard.press('b');
  await expect(page.getByText(shortcutsCopy.bookmarked)).toBeVisible();
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('l');
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
  await page.keyboard.press('l');
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'paused');

  await openHydrated(page, `/articles?q=${encodeURIComponent(article.title)}`);
  await page.keyboard.press('j');
  const card = page.getByRole('article').filter({ has: page.locator('a:focus') });
  await expect(card).toContainText(article.title);
  await page.keyboard.press('l');
  await expect(audioPlayer(page)).toContainText(article.title);
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
  await page.keyboard.press('b');
  await expect(card.getByRole('button', { name: /^Bookmark / })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
});
