import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { callApi, signInByApi } from './support/accounts.ts';
import { expect, test } from './support/browser.ts';
import { expectNoLayoutProblems } from './support/layout.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { createArticleByApi, EDITOR_EMAIL } from './support/studio.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const UNKNOWN_OUTCOME_TEXT = 'We couldn’t confirm that the AI service received this request';

/**
 * Sends an AI request for reviews of `articleCount` new articles, and opens the request's screen. The simulated AI
 * service loses the submission (`setup/stand-ins/writer.ts`). Returns the request's ID. Each test must pass a different
 * number of articles, because the server recognizes a lost submission by its number of items.
 */
async function openLostRequest(
  page: Page,
  moment: 'before' | 'after',
  articleCount: number,
): Promise<string> {
  await signInByApi(page.request, EDITOR_EMAIL);
  const articleIds: string[] = [];
  for (let count = 0; count < articleCount; count++)
    articleIds.push(
      await createArticleByApi(page, `Lost ${moment} arrival ${randomUUID().slice(0, 8)}`),
    );
  const body = { type: 'review_articles', articleIds };
  const response = await callApi(page.request, 'POST', '/studio/requests', body);
  const { id } = (await response.json()).data.request;
  await page.goto(`/studio/requests/${id}`);
  await expect(page.getByRole('heading', { name: UNKNOWN_OUTCOME_TEXT })).toBeVisible();
  return id;
}

test('a request that may not have arrived is shown, and continues once the AI service confirms it', async ({
  page,
}) => {
  await openLostRequest(page, 'after', 2);
  const main = page.getByRole('main');
  await expect(main.getByText('Not confirmed')).toBeVisible();
  await expect(main.getByText(/it costs at most \$\d/)).toBeVisible();
  await expect(main.getByText('What happened: The AI service cannot be reached')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel request' })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoLayoutProblems(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('The AI service did receive it.')).toBeVisible();
  await expect(page.getByRole('heading', { name: UNKNOWN_OUTCOME_TEXT })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(main.getByText('Ended', { exact: true })).toBeVisible();
  await expect(main.getByText('2 of 2 done')).toBeVisible();
});

test('a request that did not arrive is sent again as a new request, after its price is shown', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  const id = await openLostRequest(page, 'before', 3);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('has no sign of this request')).toBeVisible();
  await expectNoLayoutProblems(page);

  await page.getByRole('button', { name: 'Send again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this request again?' });
  await expect(dialog.getByText(/^About \$[\d.]+, at most \$[\d.]+\.$/)).toBeVisible();
  await expect(dialog.getByText('The first one may be charged too')).toBeVisible();
  await expectAccessible(page);
  await expectNoLayoutProblems(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  const main = page.getByRole('main');
  await expect(main.getByText('Ended', { exact: true })).toBeVisible();
  await expect(main.getByText('3 of 3 done')).toBeVisible();
  await main.getByRole('link', { name: 'an earlier request' }).click();
  await expect(page).toHaveURL(new RegExp(id));
  await expect(main.getByText('so it may still be charged')).toBeVisible();
  await expect(main.getByText('Failed', { exact: true })).toBeVisible();
});

test('an AI request that an editor has given up can be repeated', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  const id = await openLostRequest(page, 'before', 4);
  await page.goto('/studio/requests');
  const row = page.getByRole('main').locator(`a[data-row][href$="/requests/${id}"]`);
  await expect(row).toContainText('In progress');
  await expect(row).toContainText('Not confirmed');
  await expectNoLayoutProblems(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await row.click();
  await page.getByRole('button', { name: 'Give up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Give up on this request?' });
  await expect(dialog.getByText(/Up to \$[\d.]+ stays counted in the budget/)).toBeVisible();
  await expectNoLayoutProblems(page);
  await dialog.getByRole('button', { name: 'Give up' }).click();
  await expect(page.getByRole('heading', { name: UNKNOWN_OUTCOME_TEXT })).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Failed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Try the 4 failed ones again/ })).toBeVisible();
});
