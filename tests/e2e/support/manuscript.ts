import { expect, type Page } from '@playwright/test';

/** Returns a text field of the studio's article editor, by its accessible name. */
export const textFieldNamed = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true });
export const savedStatus = (page: Page) => page.getByText('Saved', { exact: true });

export async function waitUntilSaved(page: Page): Promise<void> {
  await expect(savedStatus(page)).toBeVisible();
}

/** Fills in the fields of the studio's article editor that an article needs to be published. */
export async function fillRequiredFields(page: Page): Promise<void> {
  await textFieldNamed(page, 'Tagline').fill('A tagline that says what it is about.');
  for (const line of [1, 2, 3, 4, 5])
    await textFieldNamed(page, `Line ${line}`).fill(`Line number ${line}.`);
  await textFieldNamed(page, 'Introduction').fill('It begins with a lamp.');
  for (const point of [1, 2, 3]) {
    await textFieldNamed(page, `Title of key point ${point}`).fill(`Point ${point}`);
    await textFieldNamed(page, `Text of key point ${point}`).fill(`What point ${point} says.`);
    await textFieldNamed(page, `Takeaway ${point}`).fill(`Take away ${point}.`);
  }
  await textFieldNamed(page, 'Conclusion').fill('It ends with a lamp.');
  await waitUntilSaved(page);
}
