import type { BrowserContext, Page } from '@playwright/test';
import type { ArticleMeta } from '#domain/article.ts';
import { offlineCopy } from '#web/copy/offline.ts';
import { expect } from './browser.ts';
import { bookmarkButton } from './reader.ts';

/** Scrolls to the last paragraph of an article. */
export async function scrollToConclusion(page: Page): Promise<void> {
  const lastParagraph = page.locator('[data-anchor^=conclusion]').last();
  await lastParagraph.evaluate((paragraph) => paragraph.scrollIntoView({ block: 'start' }));
}

/**
 * Scrolls to the end of an article without a network, and waits until the browser has stored that the reader has
 * finished it.
 */
export async function finishReading(page: Page): Promise<void> {
  await scrollToConclusion(page);
  await expect.poll(() => page.evaluate(readStoredOutbox)).toMatch(/"section\\":\\"end/);
}

/** Bookmarks the current article without a network. */
export async function bookmarkOffline(page: Page): Promise<void> {
  await bookmarkButton(page).click();
  await expect(page.getByText(offlineCopy.savedHere).first()).toBeVisible();
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'true');
}

/** Returns the string that identifies an article in the API's list of bookmarks: its author's alias and its ID. */
export function toBookmarkKey({ authorAlias, id }: ArticleMeta): string {
  return `${authorAlias}:${id}`;
}

/** Returns the button that keeps (saves) one of the current article's takeaways, by the takeaway's index. */
export function takeawayButton(page: Page, index: number) {
  return page.getByRole('button', { name: /^(Keep|Kept) this takeaway$/ }).nth(index);
}

/** Requests an API path while bypassing the service worker, and returns the data in the response. */
export async function readApi(page: Page, path: string) {
  return (await (await page.request.get(`/api/v1${path}`)).json()).data;
}

/** Returns the number of actions that the browser has stored to send later (the outbox). */
export async function countStoredActions(context: BrowserContext): Promise<number> {
  const stored = await context.pages().at(-1)!.evaluate(readStoredOutbox);
  return stored ? JSON.parse(stored).waiting.length : 0;
}

/** Returns the browser's stored outbox as JSON, or an empty string if there is none. Runs in the page. */
function readStoredOutbox(): Promise<string> {
  return new Promise((resolve) => {
    const openRequest = indexedDB.open('outbox');
    openRequest.onsuccess = () => {
      const getRequest = openRequest.result
        .transaction('outbox')
        .objectStore('outbox')
        .get('current');
      getRequest.onsuccess = () => {
        openRequest.result.close();
        resolve(getRequest.result ? JSON.stringify(getRequest.result) : '');
      };
    };
  });
}
