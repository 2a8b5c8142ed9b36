import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { openStudio } from './support/studio.ts';

test('the narrators’ samples can be heard one after the other', async ({ page }) => {
  await openStudio(page, '/studio/narrators');
  await expect(page.getByText('Built-in voices', { exact: true })).toBeVisible();
  await expect(page.getByText('Nothing right now.')).toBeVisible();
  const femaleSample = page.getByRole('button', {
    name: /^(Play sample|Stop): American Female/,
  });
  const maleSample = page.getByRole('button', { name: /^(Play sample|Stop): British Male/ });
  await femaleSample.click();
  await expect(femaleSample).toHaveText(/^Stop/);
  await maleSample.click();
  await expect(maleSample).toHaveText(/^Stop/);
  await expect(femaleSample).toHaveText(/^Play/);
  await maleSample.click();
  await expect(maleSample).toHaveText(/^Play/);
});

test('an editor tries a voice, and saves it', { tag: LONG_TEST_TAG }, async ({ page }) => {
  await openStudio(page, '/studio/narrators');
  const speed = page.getByLabel('Speed of British Female');
  await speed.fill('0.9');
  await page.getByLabel('A sentence to try').fill('Once upon a time.');
  const response = page.waitForResponse('**/narrators/try');
  await page.getByRole('button', { name: 'Try: British Female' }).click();
  expect((await response).status()).toBe(200);
  await expect(page.getByRole('button', { name: 'Try: British Female' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save voice' }).click();
  await expect(page.getByText(/^Saved. New samples come first/)).toBeVisible();
  await page.reload();
  await expect(speed).toHaveValue('0.9');
  await speed.fill('1');
  await page.getByRole('button', { name: 'Save voice' }).click();
  await expect(page.getByRole('button', { name: 'Save voice' })).toHaveCount(0);
});

test('an editor retries a recording that failed', { tag: LONG_TEST_TAG }, async ({ page }) => {
  const failedRecording = {
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
    const failures = isFailed ? [failedRecording] : [];
    await route.fulfill({
      response,
      json: { data: { ...data, failed: failures, failures: failures.length } },
    });
  });
  await page.route('**/api/v1/studio/narrators/retry', async (route) => {
    expect(route.request().postDataJSON()).toEqual({ recording: failedRecording.recording });
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
