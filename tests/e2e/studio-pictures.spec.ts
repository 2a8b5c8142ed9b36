import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { fillRequiredFields } from './support/manuscript.ts';
import { expectFitsWidth } from './support/narrow-screens.ts';
import { openNewArticle } from './support/studio.ts';

/** Creates an article and opens its picture picker. */
async function openPicturePicker(page: Page, title: string): Promise<void> {
  await openNewArticle(page, title);
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Choose another' }).click();
}

test('a drawing is chosen with the keyboard alone, and saved with the article', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  await openPicturePicker(page, 'Drawn anew');
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  const drawings = dialog.getByRole('radio');
  await expect(drawings).toHaveCount(8);
  await expectAccessible(page);
  await expectFitsWidth(page, 1280);
  await drawings.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(drawings.nth(1)).toBeChecked();
  const label = await drawings.nth(1).getAttribute('aria-label');
  expect(label).toMatch(/^Drawing of /);
  await dialog.getByRole('button', { name: 'Use this picture' }).press('Enter');
  await expect(dialog).toBeHidden();
  const chosenPicture = page.locator('[data-part=picture] img').first();
  await expect(chosenPicture).toHaveAttribute('src', /\/drawings\/\w+\/\d+\/960$/);
  const src = await chosenPicture.getAttribute('src');
  const [, category, variant] = /\/drawings\/(\w+)\/(\d+)\//.exec(src!)!;
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Details' }).click();
  // If the chosen drawing is the one that the new article already had, the page shows it with its public URL.
  const savedUrl = new RegExp(`/drawings/${category}/${variant}/960$|\\.${category}${variant}\\.`);
  await expect(chosenPicture).toHaveAttribute('src', savedUrl);
});

test('a picture is uploaded with its credit, cropped, and shown in the article', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  await openPicturePicker(page, 'Put in');
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await dialog.getByRole('tab', { name: 'Upload' }).click();
  await expectAccessible(page);
  const picture = { width: 2000, height: 1000, channels: 3, background: '#447788' } as const;
  const buffer = await sharp({ create: picture }).jpeg().toBuffer();
  const file = { name: 'sea.jpg', mimeType: 'image/jpeg', buffer };
  await dialog.getByLabel('File').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByLabel('Description')).toBeFocused();
  await dialog.getByLabel('Description').fill('The sea');
  await dialog.getByLabel('Photographer', { exact: true }).fill('Ann Ink');
  await dialog.getByLabel('Photographer’s page').fill('https://ann.example');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await dialog.getByLabel('Crop').press('End');
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  await expect(dialog).toBeHidden();
  const chosenPicture = page.locator('[data-part=picture] img').first();
  await expect(chosenPicture).toHaveAttribute('src', /\.pic\.2\/960\.jpg$/);
  await expect(page.getByLabel('Picture description')).toHaveValue('The sea');
});

test('a stock photo is found, imported, and shown to readers with its credit', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  /** The widths, in pixels, of the pictures that pages have requested from Unsplash. */
  const fetchedWidths: number[] = [];
  await page.route('https://images.unsplash.com/**', async (route) => {
    const query = new URL(route.request().url()).searchParams;
    // The parameter `ixid` is required, because Unsplash uses it to count views of a photographer's picture.
    expect(query.get('ixid')).toBe('of-the-stand-in');
    const width = Number(query.get('w'));
    fetchedWidths.push(width);
    const height = Math.round(width * 1.25);
    const create = { width, height, channels: 3, background: '#6e633a' } as const;
    const body = await sharp({ create }).jpeg().toBuffer();
    await route.fulfill({ contentType: 'image/jpeg', body });
  });
  await openPicturePicker(page, `With a photograph ${Date.now()}`);
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await dialog.getByRole('tab', { name: 'Stock photos' }).click();
  await dialog.getByLabel('Search for').fill('coffee');
  await dialog.getByRole('button', { name: 'Search' }).click();
  const photo = dialog.getByRole('radio', { name: 'a man drinking a coffee, by Joel Bosetti' });
  await photo.check({ force: true });
  await expect(dialog.getByText('Image by Joel Bosetti on Unsplash')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import from Unsplash' }).click();
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  await expect(dialog).toBeHidden();
  await fillRequiredFields(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
  const url = await page.getByRole('link', { name: 'View on Octavo' }).getAttribute('href');

  for (const [viewport, widest] of [
    [{ width: 360, height: 740 }, 480],
    [{ width: 1280, height: 800 }, 640],
  ] as const) {
    await page.setViewportSize(viewport);
    fetchedWidths.length = 0;
    await page.goto(url!);
    const cover = page.getByRole('img', { name: 'a man drinking a coffee' });
    await expect(cover).toBeVisible();
    await expect
      .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    const credit = page.getByText('Image by Joel Bosetti on Unsplash');
    await expect(credit).toBeVisible();
    for (const name of ['Joel Bosetti', 'Unsplash'])
      await expect(credit.getByRole('link', { name })).toHaveAttribute(
        'href',
        /^https:\/\/unsplash\.com\/.*utm_source=octavo&utm_medium=referral$/,
      );
    // In a narrow window, the page must load only small versions of the picture.
    expect(Math.max(...fetchedWidths)).toBe(widest);
  }
});

test('a file that is not a picture is rejected with a message', { tag: LONG_TEST_TAG }, async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/400 .*\/studio\/photos/);
  await openPicturePicker(page, 'Refused');
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await dialog.getByRole('tab', { name: 'Upload' }).click();
  const buffer = Buffer.from('<html>');
  await dialog.getByLabel('File').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  await dialog.getByLabel('Description').fill('Nothing');
  await dialog.getByLabel('Photographer', { exact: true }).fill('Ann Ink');
  await dialog.getByLabel('Photographer’s page').fill('https://ann.example');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/^That’s not a JPEG, PNG, WebP, or AVIF\./);
});
