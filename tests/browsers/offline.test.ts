import { inject, onTestFinished } from 'vitest';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { offlineCopy } from '#web/copy/offline.ts';
import { OUTAGE_PATH } from './support/error-reporting-proxy.ts';
import type { BrowserPage } from './support/page.ts';
import { signInAndOpen } from './support/sign-in.ts';
import { expect, journey } from './support/test.ts';

/** Makes the server unreachable until the returned function is called, or until the end of the test. */
async function startOutage(): Promise<() => Promise<void>> {
  const send = async (method: 'PUT' | 'DELETE') =>
    void (await fetch(inject('origin') + OUTAGE_PATH, { method }));
  await send('PUT');
  onTestFinished(() => send('DELETE'));
  return () => send('DELETE');
}

/** Scrolls to the first key point of the current article. The browser then saves the article for reading offline. */
function scrollToFirstPoint(page: BrowserPage): Promise<void> {
  return page.driver.executeScript(() =>
    document.querySelector('#point-1')!.scrollIntoView({ block: 'start' }),
  );
}

/** Returns true if the browser has saved the current page for opening it offline. */
function isSaved(page: BrowserPage): Promise<boolean> {
  return page.driver.executeScript(
    async () => (await caches.match(location.pathname, { ignoreVary: true })) !== undefined,
  );
}

/** Returns the article IDs of the bookmarks that the server has stored for the reader. */
function listBookmarks(page: BrowserPage): Promise<string[]> {
  return page.driver.executeScript(async () => {
    const { data } = await (await fetch('/api/v1/bookmarks?limit=50')).json();
    return data.metas.map(({ id }: { id: string }) => id);
  });
}

const isBookmarked = async (page: BrowserPage) =>
  (await (await page.find('button', 'Bookmark')).getAttribute('aria-pressed')) === 'true';

journey(
  'opens a saved article while the server cannot be reached, and bookmarks it then',
  async ({ page, library }) => {
    const { id, path, title } = library.articles[0]!;
    await signInAndOpen(page, path);
    await page.find('heading', title);
    const canSave = await page.driver.executeScript<boolean>(
      () => 'serviceWorker' in navigator && 'caches' in window && 'locks' in navigator,
    );
    await scrollToFirstPoint(page);
    if (canSave) await expect.poll(() => isSaved(page)).toBe(true);
    const endOutage = await startOutage();
    // The page is opened again instead of refreshed, because WebDriver in Firefox bypasses the service worker when it
    // refreshes a page.
    if (canSave) await page.open(path);
    await page.find('heading', title);
    const waitUntilShown = await page.watchForText(
      canSave ? offlineCopy.savedHere : ERROR_MESSAGES.bookmarkFailed,
    );
    await page.press('button', 'Bookmark');
    await waitUntilShown();
    expect(await isBookmarked(page)).toBe(canSave);
    // A browser that cannot save pages has shown an error instead of saving the bookmark, so the test ends here.
    if (!canSave) return;
    await endOutage();
    await page.open('/profile');
    await expect.poll(() => listBookmarks(page)).toEqual([id]);
    await page.open(path);
    await expect.poll(() => isBookmarked(page)).toBe(true);
  },
);
