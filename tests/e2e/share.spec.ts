import type { Page } from '@playwright/test';
import { expect, openHydrated, test, triggerHydration } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';

/** The page of each sharing service, and the query parameters that receive the article's URL and title. */
const TARGETS: Readonly<Record<string, { page: string; query: Record<string, 'url' | 'title'> }>> =
  {
    X: { page: 'https://x.com/intent/post', query: { url: 'url', text: 'title' } },
    LinkedIn: { page: 'https://www.linkedin.com/sharing/share-offsite/', query: { url: 'url' } },
    Reddit: { page: 'https://www.reddit.com/submit', query: { url: 'url', title: 'title' } },
    Facebook: { page: 'https://www.facebook.com/sharer/sharer.php', query: { u: 'url' } },
    WhatsApp: { page: 'https://wa.me/', query: {} },
    Telegram: { page: 'https://t.me/share/url', query: { url: 'url', text: 'title' } },
  };

const opener = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Share' });

test('every sharing target gets the URL and the title of the article', async ({
  page,
  library,
  baseURL,
}) => {
  const { path, title } = library.articles[0]!;
  const shared = { url: baseURL + path, title };
  await openHydrated(page, path);
  await opener(page).click();
  const links = sheet(page).getByRole('link');
  await expect(links).toHaveText(Object.keys(TARGETS));
  for (const link of await links.all()) {
    const { page: target, query } = TARGETS[(await link.textContent())!]!;
    const address = new URL((await link.getAttribute('href'))!);
    expect(address.origin + address.pathname).toBe(target);
    for (const [parameter, what] of Object.entries(query))
      expect(address.searchParams.get(parameter)).toBe(shared[what]);
    expect(address.href).toContain(encodeURIComponent(shared.url));
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
  }
});

test('the keyboard opens the share sheet, stays inside, closes it and returns to the opener', async ({
  page,
  library,
}) => {
  await openHydrated(page, library.articles[0]!.path);
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(sheet(page)).toBeVisible();
  for (let presses = 0; presses < 12; presses++) {
    await expect(sheet(page).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
});

test('one step back closes the share sheet, and the next one leads to the list', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const { title, path } = library.articles[0]!;
  await openHydrated(page, '/articles');
  await triggerHydration(page);
  await page.getByRole('link', { name: title }).first().click();
  await expect(page).toHaveURL(path);
  await opener(page).click();
  await expect(sheet(page)).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(sheet(page)).toHaveCount(0);
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
  await opener(page).click();
  await expect(sheet(page)).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveURL(path);
  await opener(page).click();
  await expect(sheet(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
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
  await opener(page).click();
  const copy = sheet(page).getByRole('button', { name: 'Copy link' });
  await expect(copy).toBeVisible();
  // The page's clock is paused, so that the confirmation stays visible until the test advances it.
  await page.clock.pauseAt(Date.now() + 60_000);
  await copy.click();
  const copied = sheet(page).getByRole('button', { name: 'Copied!' });
  await expect(copied).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(baseURL + path);
  await page.clock.runFor(2900);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  await expect(copy).toBeVisible();
  await expect(copied).toHaveCount(0);
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
  await opener(page).click();
  await sheet(page).getByRole('button', { name: 'Other apps' }).click();
  const handedOver = await page.locator('html').getAttribute('data-handed-over');
  expect(JSON.parse(handedOver!)).toEqual({ title, url: baseURL + path });
});
