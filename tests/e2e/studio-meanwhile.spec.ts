import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { textFieldNamed, waitUntilSaved } from './support/manuscript.ts';
import { openNewArticle } from './support/studio.ts';

/** Opens the current article in another tab. */
async function openInOtherTab(page: Page, context: BrowserContext, title: string): Promise<Page> {
  const otherPage = await context.newPage();
  await otherPage.goto(page.url());
  await expect(textFieldNamed(otherPage, 'Title')).toHaveValue(title);
  return otherPage;
}

async function writeTagline(page: Page, tagline: string): Promise<void> {
  await textFieldNamed(page, 'Tagline').fill(tagline);
  await waitUntilSaved(page);
}

async function chooseMenuItem(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Returns the dialog in which the editor chooses one of two conflicting versions. */
const conflictDialog = (page: Page) =>
  page.getByRole('dialog', { name: /It was saved somewhere else/ });

test('of two tabs with changes, the second to save shows the conflict, and the editor decides', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, browserErrors }) => {
  await openNewArticle(page, 'Two tabs');
  const otherPage = await context.newPage();
  await otherPage.goto(page.url());
  await expect(textFieldNamed(otherPage, 'Title')).toHaveValue('Two tabs');

  await textFieldNamed(page, 'Tagline').fill('Written in the first tab.');
  await waitUntilSaved(page);
  await textFieldNamed(otherPage, 'Tagline').fill('Written in the second tab.');
  browserErrors.expect(/409/);
  const dialog = otherPage.getByRole('dialog', { name: /It was saved somewhere else/ });
  await expect(dialog.locator('del').first()).toContainText('first');
  await expect(dialog.locator('ins').first()).toContainText('second');
  await dialog.getByRole('button', { name: 'Keep this version' }).click();
  await waitUntilSaved(otherPage);

  await textFieldNamed(page, 'Tagline').fill('Written in the first tab again.');
  await page
    .getByRole('dialog', { name: /It was saved somewhere else/ })
    .getByRole('button', { name: 'Use the other version' })
    .click();
  await expect(textFieldNamed(page, 'Tagline')).toHaveValue('Written in the second tab.');
  await waitUntilSaved(page);
});

test('an action on an article that was saved elsewhere is refused, and the conflict is shown', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, browserErrors }) => {
  await openNewArticle(page, 'Moved on unseen');
  const otherPage = await openInOtherTab(page, context, 'Moved on unseen');
  await writeTagline(otherPage, 'Written elsewhere.');

  browserErrors.expect(/409/);
  await chooseMenuItem(page, 'Move to human review');
  await expect(conflictDialog(page).locator('del')).toContainText('Written elsewhere.');
  await conflictDialog(page).getByRole('button', { name: 'Use the other version' }).click();
  await expect(textFieldNamed(page, 'Tagline')).toHaveValue('Written elsewhere.');
  await chooseMenuItem(page, 'Move to human review');
  await expect(page.getByText('Human review', { exact: true })).toBeVisible();
  await writeTagline(page, 'Written over it.');
});

test('a conflict is also shown if the article changed its status elsewhere', {
  tag: LONG_TEST_TAG,
}, async ({ page, context }) => {
  await openNewArticle(page, 'Reviewed unseen');
  const otherPage = await openInOtherTab(page, context, 'Reviewed unseen');
  await writeTagline(otherPage, 'Written elsewhere.');
  // The response to the AI request is simulated, so that no review starts.
  await page.route('**/studio/requests', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: { data: {} } }) : route.continue(),
  );
  await chooseMenuItem(page, 'Ask the AI to review it');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for a review' }).click();
  await expect(conflictDialog(page).locator('del')).toContainText('Written elsewhere.');
  // Until the editor has resolved the conflict, the article can neither be saved nor be moved to another status.
  await page.keyboard.press('Escape');
  await chooseMenuItem(page, 'Move to human review');
  await expect(page.getByText('Compare and choose a version first.')).toBeVisible();
  await textFieldNamed(page, 'Title').fill('Written over it?');
  await page.keyboard.press('ControlOrMeta+s');
  await otherPage.reload();
  await expect(textFieldNamed(otherPage, 'Title')).toHaveValue('Reviewed unseen');
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await conflictDialog(page).getByRole('button', { name: 'Keep this version' }).click();
  await waitUntilSaved(page);
});

test('a second conflict compares the latest version', { tag: LONG_TEST_TAG }, async ({
  page,
  context,
  browserErrors,
}) => {
  await openNewArticle(page, 'Twice elsewhere');
  const otherPage = await openInOtherTab(page, context, 'Twice elsewhere');
  browserErrors.expect(/409/);
  await writeTagline(otherPage, 'The first elsewhere.');
  await textFieldNamed(page, 'Tagline').fill('Here.');
  await conflictDialog(page).getByRole('button', { name: 'Use the other version' }).click();

  await writeTagline(otherPage, 'The second elsewhere.');
  const heldResponse = Promise.withResolvers<void>();
  await page.route(/\/studio\/articles\/[^/]+$/, async (route) => {
    await heldResponse.promise;
    await route.continue();
  });
  await textFieldNamed(page, 'Tagline').fill('Here again.');
  const useOtherButton = conflictDialog(page).getByRole('button', {
    name: 'Use the other version',
  });
  await expect(useOtherButton).toBeDisabled();
  await expect(conflictDialog(page).getByText('The first')).toHaveCount(0);
  heldResponse.resolve();
  await useOtherButton.click();
  await expect(textFieldNamed(page, 'Tagline')).toHaveValue('The second elsewhere.');
});

test('an earlier version is not restored over unsaved changes', { tag: LONG_TEST_TAG }, async ({
  page,
  browserErrors,
}) => {
  await openNewArticle(page, 'Not gone back');
  await writeTagline(page, 'Saved.');
  browserErrors.allow(/ERR_FAILED|Failed to load/);
  await page.route('**/manuscript', (route) => route.abort());
  await textFieldNamed(page, 'Tagline').fill('Written, and not saved.');
  await chooseMenuItem(page, 'History');
  const dialog = page.getByRole('dialog', { name: 'History' });
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await expect(page.getByText('What you wrote isn’t saved: you seem to be offline.')).toBeVisible();
  await page.unroute('**/manuscript');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(textFieldNamed(page, 'Tagline')).toHaveValue('Written, and not saved.');
  await waitUntilSaved(page);
});
