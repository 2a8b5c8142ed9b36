import { expect, test } from './support/browser.ts';
import { openStudio } from './support/studio.ts';

test('the narrators’ samples can be heard one after the other', async ({ page }) => {
  await openStudio(page, '/studio/narrators');
  await expect(page.getByText('Built-in voices')).toBeVisible();
  await expect(page.getByText('Nothing right now.')).toBeVisible();
  const woman = page.getByRole('button', { name: /of American Female/ });
  const man = page.getByRole('button', { name: /of British Male/ });
  await woman.click();
  await expect(woman).toHaveText(/^Stop/);
  await man.click();
  await expect(man).toHaveText(/^Stop/);
  await expect(woman).toHaveText(/^Play/);
  await man.click();
  await expect(man).toHaveText(/^Play/);
});

test('an editor retries a recording that failed', async ({ page }) => {
  const failed = {
    recording: 'f'.repeat(32),
    article: null,
    narrator: 'bm',
    error: 'The disk is full.',
    failedAt: '2026-01-01T00:00:00.000Z',
  };
  let isFailed = true;
  await page.route('**/api/v1/studio/narrators', async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object };
    const failures = isFailed ? [failed] : [];
    await route.fulfill({
      response,
      json: { data: { ...data, failed: failures, failures: failures.length } },
    });
  });
  await page.route('**/api/v1/studio/narrators/retry', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ recording: failed.recording });
    isFailed = false;
    await route.fulfill({ json: { data: { retried: 1 } } });
  });
  await openStudio(page, '/studio/narrators');
  await expect(page.getByRole('heading', { name: '1 recording failed' })).toBeVisible();
  await expect(page.getByText('The disk is full.')).toBeVisible();
  await page.getByRole('button', { name: /^Try again/ }).click();
  await expect(page.getByText('Recording it again.')).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 recording failed' })).toHaveCount(0);
});
