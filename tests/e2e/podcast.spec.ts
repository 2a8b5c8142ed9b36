import { privatePodcastCopy as copy } from '#web/copy/private-podcast.ts';
import { settingsCopy } from '#web/copy/settings.ts';
import { expect, test } from './support/browser.ts';
import { ensureNarration } from './support/listening.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { createPodcastUrl, podcastDialog } from './support/podcast.ts';
import { signInByApiAndOpen } from './support/reader.ts';

test('a Premium reader’s podcast app gets whole narrations, until the address is replaced', {
  tag: LONG_TEST_TAG,
}, async ({ page, playwright, library, premiumReader }) => {
  const article = library.articles[0]!;
  await signInByApiAndOpen(page, '/settings', premiumReader);
  await ensureNarration(page, article, 'full');
  const address = await createPodcastUrl(page);

  // Simulates a podcast app, which has no cookies.
  const app = await playwright.request.newContext();
  const feed = await (await app.get(address)).text();
  const item = feed.split('<item>').find((entry) => entry.includes(article.id))!;
  const [, url, length] = /<enclosure url="([^"]+)" length="(\d+)"/.exec(item)!;
  const partialResponse = await app.get(url!, { headers: { range: 'bytes=0-99' } });
  expect(partialResponse.status()).toBe(206);
  expect(partialResponse.headers()['content-range']).toBe(`bytes 0-99/${length}`);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = podcastDialog(page);
  await dialog.getByRole('button', { name: copy.copyAddress }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  await dialog.getByRole('button', { name: copy.replace }).click();
  await expect(dialog.getByText('/podcast/private/')).not.toHaveText(address);
  expect((await app.get(address)).status()).toBe(404);
  const newAddress = (await dialog.getByText('/podcast/private/').textContent())!;
  expect((await app.get(newAddress)).status()).toBe(200);
  await dialog.getByRole('button', { name: copy.switchOff }).click();
  await expect(dialog.getByRole('button', { name: copy.create })).toBeVisible();
  expect((await app.get(newAddress)).status()).toBe(404);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: settingsCopy.podcast.open })).toBeFocused();
  await app.dispose();
});
