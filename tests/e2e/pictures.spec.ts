import type { Locator } from '@playwright/test';
import { articleCards, navigationLink } from './support/article-list.ts';
import { expect, openHydrated, test } from './support/browser.ts';

const PLACEHOLDER = /\/assets\/[1-6]-[\w-]+\.svg$/;

test.beforeEach(({ browserErrors }) => browserErrors.expect(/ERR_FAILED/));

test('a cover that cannot be loaded is replaced by a placeholder', async ({ page }) => {
  // The requests for covers fail only after React has rendered the list, because React must receive the error events.
  const { promise: listRendered, resolve: failCovers } = Promise.withResolvers<void>();
  await page.route('**/images/covers/**', async (route) => {
    await listRendered;
    await route.abort();
  });
  await openHydrated(page, '/faq');
  await navigationLink(page, 'Explore').click();
  await expect(articleCards(page)).toHaveCount(10);
  failCovers();
  await expectPlaceholder(articleCards(page).nth(0).locator('img').first());
  const laterCard = articleCards(page).nth(7);
  await laterCard.scrollIntoViewIfNeeded();
  await expectPlaceholder(laterCard.locator('img').first());
});

test('a cover that failed before hydration is replaced by a placeholder', async ({
  page,
  library,
}) => {
  const { promise: coverFailed, resolve: releaseScript } = Promise.withResolvers<void>();
  await page.route('**/assets/client-*.js', async (route) => {
    await coverFailed;
    await route.continue();
  });
  await page.route('**/images/covers/**', (route) => route.abort());
  page.on('requestfailed', async (request) => {
    if (!request.url().includes('/images/covers/')) return;
    // When an image is `complete`, the browser has already dispatched its error event.
    await page.waitForFunction(() => [...document.images].some(({ complete }) => complete));
    releaseScript();
  });
  await openHydrated(page, library.articles[0]!.path);
  await expectPlaceholder(page.getByRole('main').locator('header img').first());
});

test('a failed cover is replaced without any interaction', async ({ page, library }) => {
  await page.route('**/images/covers/**', (route) => route.abort());
  await page.goto(library.articles[0]!.path);
  await expectPlaceholder(page.getByRole('main').locator('header img').first());
});

/** Expects that an image shows one of the shipped placeholders, and that its file exists. */
async function expectPlaceholder(image: Locator): Promise<void> {
  await expect(image).toHaveAttribute('src', PLACEHOLDER);
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .not.toBe(0);
}
