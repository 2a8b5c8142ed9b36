import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { textFieldNamed, waitUntilSaved } from './support/manuscript.ts';
import { openNewArticle } from './support/studio.ts';

/** These tests open one article in two tabs. */

/** Opens the current article in another tab. */
async function openBeside(page: Page, context: BrowserContext, title: string): Promise<Page> {
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(textFieldNamed(other, 'Title')).toHaveValue(title);
  return other;
}

async function write(page: Page, tagline: string): Promise<void> {
  await textFieldNamed(page, 'Tagline').fill(tagline);
  await waitUntilSaved(page);
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Returns the dialog in which the editor chooses one of two conflicting versions. */
const decision = (page: Page) => page.getByRole('dialog', { name: /It was saved somewhere else/ });

test('of two tabs with changes, the second to save shows the conflict, and the editor decides', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, browserErrors }) => {
  await openNewArticle(page, 'Two tabs');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(textFieldNamed(other, 'Title')).toHaveValue('Two tabs');

  await textFieldNamed(page, 'Tagline').fill('Written in the first tab.');
  await waitUntilSaved(page);
  await textFieldNamed(other, 'Tagline').fill('Written in the second tab.');
  browserErrors.expect(/409/);
  const dialog = other.getByRole('dialog', { name: /It was saved somewhere else/ });
  await expect(dialog.locator('del').first()).toContainText('first');
  await expect(dialog.locator('ins').first()).toContainText('second');
  await dialog.getByRole('button', { name: 'Keep this version' }).click();
  await waitUntilSaved(other);

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
  const other = await openBeside(page, context, 'Moved on unseen');
  await write(other, 'Written elsewhere.');

  browserErrors.expect(/409/);
  await choose(page, 'Move to human review');
  await expect(decision(page).locator('del')).toContainText('Written elsewhere.');
  await decision(page).getByRole('button', { name: 'Use the other version' }).click();
  await expect(textFieldNamed(page, 'Tagline')).toHaveValue('Written elsewhere.');
  await choose(page, 'Move to human review');
  await expect(page.getByText('Human review', { exact: true })).toBeVisible();
  await write(page, 'Written over it.');
});

test('a conflict is also shown if the article changed its status elsewhere', {
  tag: LONG_TEST_TAG,
}, async ({ page, context }) => {
  await openNewArticle(page, 'Reviewed unseen');
  const other = await openBeside(page, context, 'Reviewed unseen');
  await write(other, 'Written elsewhere.');
  // The AI request is simulated, so that no review starts.
  await page.route('**/studio/requests', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: { data: {} } }) : route.continue(),
  );
  await choose(page, 'Ask the AI to review it');
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for a review' }).click();
  await expect(decision(page).locator('del')).toContainText('Written elsewhere.');
  // Until the editor resolves the conflict, the article can be neither saved nor moved to another
  // status.
  await page.keyboard.press('Escape');
  await choose(page, 'Move to human review');
  await expect(page.getByText('Compare and choose a version first.')).toBeVisible();
  await textFieldNamed(page, 'Title').fill('Written over it?');
  await page.keyboard.press('ControlOrMeta+s');
  await other.reload();
  await expect(textFieldNamed(other, 'Title')).toHaveValue('Reviewed unseen');
  await page.getByRole('button', { name: 'Compare and choose' }).click();
  await decision(page).getByRole('button', { name: 'Keep this version' }).click();
  await waitUntilSaved(page);
});

test('a second conflict compares the latest version', { tag: LONG_TEST_TAG }, async ({
  page,
  context,
  browserErrors,
}) => {
  await openNewArticle(page, 'Twice elsewhere');
  const other = await openBeside(page, context, 'Twice elsewhere');
  browserErrors.expect(/409/);
  await write(other, 'The first elsewhere.');
  await textFieldNamed(page, 'Tagline').fill('Here.');
  await decision(page).getByRole('button', { name: 'Use the other version' }).click();

  await write(other, 'The second elsewhere.');
  const answer = Promise.withResolvers<void>();
  await page.route(/\/studio\/articles\/[^/]+$/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await textFieldNamed(page, 'Tagline').fill('Here again.');
  const take = decision(page).getByRole('button', { name: 'Use the other version' });
  await expect(take).toBeDisabled();
  await expect(decision(page).getByText('The first')).toHaveCount(0);
  answer.resolve();
  await take.click();
  await expect(textFieldNamed(page, 'Tagline')).toHaveValue('The second elsewhere.');
});

test('an earlier version is not restored over unsaved changes', { tag: LONG_TEST_TAG }, async ({
  page,
  browserErrors,
}) => {
  await openNewArticle(page, 'Not gone back');
  await write(page, 'Saved.');
  browserErrors.allow(/ERR_FAILED|Failed to load/);
  await page.route('**/manuscript', (route) => route.abort());
  await textFieldNamed(page, 'Tagline').fill('Written, and not saved.');
  await choose(page, 'History');
  const dialog = page.getByRole('dialog', { name: 'History' });
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await expect(page.getByText('What you wrote isn’t saved: you seem to be offline.')).toBeVisible();
  await page.unroute('**/manuscript');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(textFieldNamed(page, 'Tagline')).toHaveValue('Written, and not saved.');
  await waitUntilSaved(page);
});
