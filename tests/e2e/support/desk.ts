import type { Page } from '@playwright/test';
import { expect } from './browser.ts';
import { field } from './manuscript.ts';
import { signInAtProvider } from './reader.ts';

/** Of the demonstration: one of its editors. */
export const EDITOR = 'editor@demo.octavo.example';
export const ADMINISTRATOR = 'admin@demo.octavo.example';

/** Signs the browser in, and opens a page of the studio. */
export async function enter(
  page: Page,
  address = '/studio/articles',
  email = EDITOR,
): Promise<void> {
  await page.goto(`/auth/signin?${new URLSearchParams({ redirect: address })}`);
  await signInAtProvider(page, email);
  await expect(page).toHaveURL(address);
}

/** Begins an article of a test's own. */
export async function begin(page: Page, title: string): Promise<void> {
  await enter(page);
  await page.getByRole('button', { name: 'New article' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Author').selectOption('Ballast');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Begin writing' }).click();
  await expect(field(page, 'Title')).toHaveValue(title);
  // From then on it can be written in.
  await expect(field(page, 'Introduction')).toBeVisible();
}
