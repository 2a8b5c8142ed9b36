import { expect, type Page } from '@playwright/test';

/** Returns a field of the editor by its accessible name. */
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const saved = (page: Page) => page.getByText('Saved', { exact: true });

export async function untilSaved(page: Page): Promise<void> {
  await expect(saved(page)).toBeVisible();
}

/** Fills in the fields that publication requires. */
export async function finish(page: Page): Promise<void> {
  await field(page, 'Tagline').fill('A tagline that says what it is about.');
  for (const line of [1, 2, 3, 4, 5])
    await field(page, `Line ${line}`).fill(`Line number ${line}.`);
  await field(page, 'Introduction').fill('It begins with a lamp.');
  for (const point of [1, 2, 3]) {
    await field(page, `Title of key point ${point}`).fill(`Point ${point}`);
    await field(page, `Text of key point ${point}`).fill(`What point ${point} says.`);
    await field(page, `Takeaway ${point}`).fill(`Take away ${point}.`);
  }
  await field(page, 'Conclusion').fill('It ends with a lamp.');
  await untilSaved(page);
}
