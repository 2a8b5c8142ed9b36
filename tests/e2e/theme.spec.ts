import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, openHydrated, test } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';

/** Background color of the page in each theme, as defined in the chapter "Foundations" of the design. */
const BACKGROUND_COLORS = { light: '#fbf8f3', dark: '#141311' } as const;

for (const [theme, device] of [
  ['Light', 'dark'],
  ['Dark', 'light'],
] as const)
  test(`the theme ${theme} is stored, and used from the first frame of the next page, on a ${device} device`, {
    tag: theme === 'Light' ? LONG_TEST_TAG : [],
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: device });
    await openHydrated(page, '/settings');
    expect(await readBackgroundColor(page)).toBe(BACKGROUND_COLORS[device]);
    await page.getByRole('radio', { name: theme }).check({ force: true });
    const backgroundColor = BACKGROUND_COLORS[theme === 'Light' ? 'light' : 'dark'];
    await expect.poll(() => readBackgroundColor(page)).toBe(backgroundColor);

    const releaseApp = await delayApp(page);
    await page.reload({ waitUntil: 'commit' });
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    );
    expect(await readBackgroundColor(page)).toBe(backgroundColor);
    releaseApp();
    await expect(page.getByRole('radio', { name: theme })).toBeChecked();
    expect(await readBackgroundColor(page)).toBe(backgroundColor);
  });

test('the System theme follows the device immediately', { tag: LONG_TEST_TAG }, async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openHydrated(page, '/settings');
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await page.getByRole('radio', { name: 'System' }).check({ force: true });
  await expect.poll(() => readBackgroundColor(page)).toBe(BACKGROUND_COLORS.light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => readBackgroundColor(page)).toBe(BACKGROUND_COLORS.dark);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
});

test('a chosen theme is applied in other open tabs', async ({ page, context }) => {
  await openHydrated(page, '/settings');
  const otherPage = await context.newPage();
  await openHydrated(otherPage, '/faq');
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect.poll(() => readBackgroundColor(otherPage)).toBe(BACKGROUND_COLORS.dark);
});

/** Returns the color of a pixel at the left edge of the window, where only the page's background is visible. */
async function readBackgroundColor(page: Page): Promise<string> {
  const clip = { x: 1, y: 300, width: 1, height: 1 };
  const { data } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return `#${data.subarray(0, 3).toString('hex')}`;
}

/**
 * Delays the app's scripts, but not the inline script in the document's head. Returns a function that lets the app's
 * scripts load.
 */
async function delayApp(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/client-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
