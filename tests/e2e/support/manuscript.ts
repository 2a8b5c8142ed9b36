import { expect, type Page } from '@playwright/test';

/** Returns a field of the editor by its accessible name. */
export const editorField = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true });
export const savedStatus = (page: Page) => page.getByText('Saved', { exact: true });

export async function waitUntilSaved(page: Page): Promise<void> {
  await expect(savedStatus(page)).toBeVisible();
}

/** Fills in the fields that publication requires. */
export async function fillRequiredFields(page: Page): Promise<void> {
  await editorField(page, 'Tagline').fill('A tagline that says what it is about.');
  for (const line of [1, 2, 3, 4, 5])
    await editorField(page, `Line ${line}`).fill(`Line number ${line}.`);
  await editorField(page, 'Introduction').fill('It begins with a lamp.');
  for (const point of [1, 2, 3]) {
    await editorField(page, `Title of key point ${point}`).fill(`Point ${point}`);
    await editorField(page, `Text of key point ${point}`).fill(`What point ${point} says.`);
    await editorField(page, `Takeaway ${point}`).fill(`Take away ${point}.`);
  }
  await editorField(page, 'Conclusion').fill('It ends with a lamp.');
  await waitUntilSaved(page);
}
