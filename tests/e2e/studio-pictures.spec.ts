import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/browser.ts';
import { expectFitsWidth } from './support/narrow.ts';
import { signInAtProvider } from './support/reader.ts';

/** Opens the picker of an article of a test's own. */
async function open(page: Page, title: string): Promise<void> {
  await page.goto(`/auth/signin?${new URLSearchParams({ redirect: '/studio/articles' })}`);
  await signInAtProvider(page, 'editor@demo.octavo.example');
  await page.getByRole('button', { name: 'New article' }).click();
  const begin = page.getByRole('dialog');
  await begin.getByLabel('Author').selectOption('Ballast');
  await begin.getByLabel('Title').fill(title);
  await begin.getByRole('button', { name: 'Begin writing' }).click();
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Choose another' }).click();
}

test.beforeEach(({ faults }) => faults.allow(/404 .*\/studio\/counts/));

test('a drawing is chosen with the keyboard alone, and the article has it from then on', async ({
  page,
}) => {
  await open(page, 'Drawn anew');
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  const drawings = dialog.getByRole('radio');
  await expect(drawings).toHaveCount(8);
  await expectAccessible(page);
  await expectFitsWidth(page, 1280);
  await drawings.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(drawings.nth(1)).toBeChecked();
  const words = await drawings.nth(1).getAttribute('aria-label');
  expect(words).toMatch(/^Drawing of /);
  await dialog.getByRole('button', { name: 'Use this picture' }).press('Enter');
  await expect(dialog).toBeHidden();
  const shown = page.locator('[data-part=picture] img').first();
  await expect(shown).toHaveAttribute('src', /\/drawings\/\w+\/\d+\/960$/);
  const src = await shown.getAttribute('src');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(shown).toHaveAttribute('src', src!);
});

test('a picture is put in with whose it is, cut, and shown in the preview', async ({ page }) => {
  await open(page, 'Put in');
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await dialog.getByRole('tab', { name: 'Stock photos' }).click();
  await expect(dialog.getByText('No stock service is configured.')).toBeVisible();
  await dialog.getByRole('tab', { name: 'Upload' }).click();
  await expectAccessible(page);
  const picture = { width: 2000, height: 1000, channels: 3, background: '#447788' } as const;
  const buffer = await sharp({ create: picture }).jpeg().toBuffer();
  const file = { name: 'sea.jpg', mimeType: 'image/jpeg', buffer };
  await dialog.getByLabel('File').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByLabel('What it shows')).toBeFocused();
  await dialog.getByLabel('What it shows').fill('The sea');
  await dialog.getByLabel('Who took it').fill('Ann Ink');
  await dialog.getByLabel('A page about them').fill('https://ann.example');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await dialog.getByLabel('What is shown of it').press('End');
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  await expect(dialog).toBeHidden();
  const shown = page.locator('[data-part=picture] img').first();
  await expect(shown).toHaveAttribute('src', /\.pic\.2\/960\.jpg$/);
  await expect(page.getByLabel('What the picture shows')).toHaveValue('The sea');
});

test('what is no picture is refused in words', async ({ page, faults }) => {
  faults.allow(/400 .*\/studio\/photos/);
  await open(page, 'Refused');
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await dialog.getByRole('tab', { name: 'Upload' }).click();
  const buffer = Buffer.from('<html>');
  await dialog.getByLabel('File').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer });
  await dialog.getByLabel('What it shows').fill('Nothing');
  await dialog.getByLabel('Who took it').fill('Ann Ink');
  await dialog.getByLabel('A page about them').fill('https://ann.example');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/^That is no JPEG, PNG, WebP or AVIF\./);
});
