import type { Page } from '@playwright/test';
import { expect, openHydrated, test, triggerHydration } from './support/browser.ts';

/** Returns the visible elements with a fixed position. Browsers print such elements on every sheet. */
const listFixedElements = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(
        (element) => getComputedStyle(element).position === 'fixed' && element.checkVisibility(),
      )
      .map((element) => element.outerHTML.slice(0, 80)),
  );

test('a printed article has its text and sources, and no controls', async ({ page, library }) => {
  const { path, title } = library.articles[0]!;
  await openHydrated(page, path);
  await triggerHydration(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByText('You may also like')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('details ol > li').first()).toBeVisible();
  expect(await listFixedElements(page)).toEqual([]);
  // The printed text must be dark even in the dark theme, because its light text would be illegible on paper.
  const ink = await page.evaluate(() => getComputedStyle(document.body).color);
  expect(ink).toBe('rgb(27, 26, 23)');
});

test('a page with an open dialog prints without the dialog', async ({ page, library }) => {
  const { path, title } = library.articles[0]!;
  await openHydrated(page, path);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Share' });
  await expect(sheet).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(sheet).toBeHidden();
  await expect(page.locator('h1', { hasText: title })).toBeVisible();
  for (const name of ['html', 'body']) {
    const { overflow, position } = await page
      .locator(name)
      .evaluate((element) => getComputedStyle(element));
    expect([name, overflow, position]).toEqual([name, 'visible', 'static']);
  }
  expect(await listFixedElements(page)).toEqual([]);
});
