import type { Page } from '@playwright/test';
import { downloadsCopy } from '#web/copy/downloads.ts';
import { offlineCopy } from '#web/copy/offline.ts';
import { expectAccessible } from './support/accessible.ts';
import { createPremiumAccount } from './support/accounts.ts';
import { expect, openHydrated, test, triggerHydration } from './support/browser.ts';
import { expectNoLayoutProblems } from './support/layout.ts';
import {
  audioPlayer,
  ensureNarration,
  listenButton,
  openArticleAsPremiumReader,
  openPlayer,
  readAudioState,
} from './support/listening.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { bookmarkByApi } from './support/reader.ts';

test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ browserErrors }) => {
  // While the browser is offline, it logs an error for each failed request.
  browserErrors.allow(/net::ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch/);
  // The service worker responds with 402 if the server must first confirm that the reader may play a downloaded
  // narration.
  browserErrors.allow(/402 \(Payment Required\)|ApiError: Payment Required/);
});

test('a downloaded narration plays and seeks without a network, for thirty days after the last check', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, library, baseURL }) => {
  const article = library.articles[0]!;
  const email = await createPremiumAccount(baseURL!);
  await openArticleAsPremiumReader(page, article, { email });
  // The article is bookmarked, so that it stays saved when its download is removed.
  await bookmarkByApi(page, article);
  await listenButton(page).click();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
  const player = await openPlayer(page);
  await player.getByRole('button', { name: 'Download this narration' }).click();
  await expect(player.getByText(downloadsCopy.saved, { exact: true })).toBeVisible();
  await expectNoLayoutProblems(page);
  await player.getByRole('button', { name: 'Stop listening' }).click();

  await context.setOffline(true);
  await page.goto('/');
  const saved = page.getByRole('region', { name: offlineCopy.saved });
  await expect(saved.getByText(downloadsCopy.mark)).toBeVisible();
  await expectAccessible(page);
  await saved.getByRole('link', { name: article.title }).click();
  await expect(page).toHaveURL(article.path);
  await triggerHydration(page);
  await listenButton(page).click();
  await expectMovingAudio(page);
  const { duration } = await readAudioState(page);
  const offline = await openPlayer(page);
  await expect(offline.getByText(downloadsCopy.saved, { exact: true })).toBeVisible();
  await offline
    .getByRole('slider')
    .first()
    .fill(String(Math.floor(duration - 15)));
  await expect
    .poll(async () => (await readAudioState(page)).seconds)
    .toBeGreaterThan(duration - 14);

  await moveLastCheck(page, -31);
  await page.reload();
  await triggerHydration(page);
  await listenButton(page).click();
  await expect(page.getByText(downloadsCopy.rightsExpired)).toBeVisible();
  await page.goto('/');
  await expect(saved.getByText(downloadsCopy.rightsExpired)).toBeVisible();

  // Opening Home with a network connection must renew the right to play downloads, and save the bookmarks.
  await context.setOffline(false);
  await openHydrated(page, '/');
  await expect.poll(() => readDaysSinceCheck(page)).toBeLessThan(1);
  await expect.poll(() => listSavedBookmarks(page)).toContain(article.path);
  await context.setOffline(true);
  await page.goto(article.path);
  await triggerHydration(page);
  await listenButton(page).click();
  await expectMovingAudio(page);
  const again = await openPlayer(page);
  await again.getByRole('button', { name: 'Remove the download' }).click();
  await expect(again.getByRole('button', { name: 'Download this narration' })).toBeVisible();
  await page.reload();
  await triggerHydration(page);
  await listenButton(page).click();
  await expect(page.getByText('You seem to be offline. Please try again later.')).toBeVisible();
});

test('all bookmarks are downloaded from the profile, and removed when the reader signs out', {
  tag: LONG_TEST_TAG,
}, async ({ page, library, baseURL }) => {
  const bookmarked = library.articles.slice(0, 3);
  const email = await createPremiumAccount(baseURL!);
  await openArticleAsPremiumReader(page, bookmarked[0]!, { email });
  for (const article of bookmarked) {
    await bookmarkByApi(page, article);
    await ensureNarration(page, article, 'full');
  }
  await openHydrated(page, '/profile');
  await page.getByRole('button', { name: downloadsCopy.title }).click();
  const dialog = page.getByRole('dialog', { name: downloadsCopy.title });
  await dialog.getByRole('button', { name: 'Download all bookmarks' }).click();
  // The downloads must continue while the dialog is closed.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: downloadsCopy.title }).click();
  await expect(dialog.getByText(downloadsCopy.all.done(3))).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await expectNoLayoutProblems(page);
  await dialog.getByRole('button', { name: downloadsCopy.removeOf(bookmarked[0]!.title) }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Escape');

  await openHydrated(page, '/settings');
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  const listCaches = () => page.evaluate(() => caches.keys());
  await expect
    .poll(async () => (await listCaches()).filter((name) => name.startsWith('reader-')))
    .toEqual([]);
});

/** Waits until the page's audio plays and its position increases. */
async function expectMovingAudio(page: Page): Promise<void> {
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
  const { seconds } = await readAudioState(page);
  await expect.poll(async () => (await readAudioState(page)).seconds).toBeGreaterThan(seconds);
}

/** Adds `days` to the stored time at which the server last confirmed the right to play downloads. */
function moveLastCheck(page: Page, days: number): Promise<void> {
  return page.evaluate(async (milliseconds) => {
    const name = (await caches.keys()).find((each) => each.startsWith('reader-narrations:'))!;
    const cache = await caches.open(name);
    const key = '/narration-rights.json';
    const { checkedAt } = await (await cache.match(key))!.json();
    await cache.put(key, Response.json({ checkedAt: checkedAt + milliseconds }));
  }, days * 86_400_000);
}

function readDaysSinceCheck(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const response = await caches.match('/narration-rights.json');
    return (Date.now() - (await response!.json()).checkedAt) / 86_400_000;
  });
}

/** Returns the paths of the bookmarked articles that the browser saves for offline reading. */
function listSavedBookmarks(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const response = await caches.match('/saved-lists.json');
    return response ? (await response.json()).bookmarks : [];
  });
}
