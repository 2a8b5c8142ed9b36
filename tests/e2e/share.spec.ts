import type { Page } from '@playwright/test';
import { expect, openHydrated, test, triggerHydration } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';

/**
 * The sharing services, each with the page that a share link opens, and the query parameters for the article's URL and
 * title.
 */
const TARGETS: Readonly<Record<string, { page: string; query: Record<string, 'url' | 'title'> }>> =
  {
    X: { page: 'https://x.com/intent/post', query: { url: 'url', text: 'title' } },
    LinkedIn: { page: 'https://www.linkedin.com/sharing/share-offsite/', query: { url: 'url' } },
    Reddit: { page: 'https://www.reddit.com/submit', query: { url: 'url', title: 'title' } },
    Facebook: { page: 'https://www.facebook.com/sharer/sharer.php', query: { u: 'url' } },
    WhatsApp: { page: 'https://wa.me/', query: {} },
    Telegram: { page: 'https://t.me/share/url', query: { url: 'url', text: 'title' } },
  };

const shareButton = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });
const shareSheet = (page: Page) => page.getByRole('dialog', { name: 'Share' });

test('every sharing target gets the URL and the title of the article', async ({
  page,
  library,
  baseURL,
}) => {
  const { path, title } = library.articles[0]!;
  const expectedValues = { url: baseURL + path, title };
  await openHydrated(page, path);
  await shareButton(page).click();
  const links = shareSheet(page).getByRole('link');
  await expect(links).toHaveText(Object.keys(TARGETS));
  for (const link of await links.all()) {
    const { page: target, query } = TARGETS[(await link.textContent())!]!;
    const shareUrl = new URL((await link.getAttribute('href'))!);
    expect(shareUrl.origin + shareUrl.pathname).toBe(target);
    for (const [parameter, field] of Object.entries(query))
      expect(shareUrl.searchParams.get(parameter)).toBe(expectedValues[field]);
    expect(shareUrl.href).toContain(encodeURIComponent(expectedValues.url));
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
  }
});

test('the keyboard opens the share sheet, stays inside, closes it and returns to the opener', async ({
  page,
  library,
}) => {
  await openHydrated(page, library.articles[0]!.path);
  await shareButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(shareSheet(page)).toBeVisible();
  for (let presses = 0; presses < 12; presses++) {
    await expect(shareSheet(page).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  await expect(shareSheet(page)).toHaveCount(0);
  await expect(shareButton(page)).toBeFocused();
});

test('one step back closes the share sheet, and the next one leads to the list', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const { title, path } = library.articles[0]!;
  await openHydrated(page, '/articles');
  await triggerHydration(page);
  await page.getByRole('link', { name: title }).first().click();
  await expect(page).toHaveURL(path);
  await shareButton(page).click();
  await expect(shareSheet(page)).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(shareSheet(page)).toHaveCount(0);
  await expect(page).toHaveURL(path);
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/articles');
});

test('on a page opened from another site, one step back closes the share sheet, and the next one leaves', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const { path } = library.articles[0]!;
  await page.goto('about:blank');
  await openHydrated(page, path);
  await shareButton(page).click();
  await expect(shareSheet(page)).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(shareSheet(page)).toHaveCount(0);
  await expect(page).toHaveURL(path);
  await shareButton(page).click();
  await expect(shareSheet(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shareSheet(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test('Copy link copies the URL, and confirms it for three seconds', async ({
  page,
  context,
  library,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  const { path } = library.articles[0]!;
  await openHydrated(page, path);
  await shareButton(page).click();
  const copyButton = shareSheet(page).getByRole('button', { name: 'Copy link' });
  await expect(copyButton).toBeVisible();
  // The page's clock is paused, so that the confirmation stays visible until the test advances the clock.
  await page.clock.pauseAt(Date.now() + 60_000);
  await copyButton.click();
  const copiedButton = shareSheet(page).getByRole('button', { name: 'Copied!' });
  await expect(copiedButton).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(baseURL + path);
  await page.clock.runFor(2900);
  await expect(copiedButton).toBeVisible();
  await page.clock.runFor(200);
  await expect(copyButton).toBeVisible();
  await expect(copiedButton).toHaveCount(0);
});

test('on a device with a native share sheet, the article is passed to it', async ({
  page,
  library,
  baseURL,
}) => {
  await page.addInitScript(() => {
    navigator.share = async (shared) => {
      document.documentElement.dataset.handedOver = JSON.stringify(shared);
    };
  });
  const { path, title } = library.articles[0]!;
  await openHydrated(page, path);
  await shareButton(page).click();
  await shareSheet(page).getByRole('button', { name: 'Other apps' }).click();
  const handedOver = await page.locator('html').getAttribute('data-handed-over');
  expect(JSON.parse(handedOver!)).toEqual({ title, url: baseURL + path });
});
