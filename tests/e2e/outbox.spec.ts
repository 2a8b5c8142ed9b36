import type { Page } from '@playwright/test';
import type { ArticleMeta } from '#domain/article.ts';
import { describeReachedLimit, TIER_BENEFITS } from '#domain/tiers.ts';
import { linesCopy } from '#web/copy/lines.ts';
import { offlineCopy } from '#web/copy/offline.ts';
import { settingsCopy } from '#web/copy/settings.ts';
import { expectAccessible } from './support/accessible.ts';
import { createEmailAddress, signInByApi } from './support/accounts.ts';
import { expect, openHydrated, test, triggerHydration } from './support/browser.ts';
import { expectNoLayoutProblems } from './support/layout.ts';
import type { PublishedLibrary } from './support/library.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import {
  bookmarkOffline,
  countStoredActions,
  finishReading,
  readApi,
  takeawayButton,
  toBookmarkKey,
} from './support/outbox.ts';
import {
  bookmarkButton,
  bookmarkByApi,
  feedbackButton,
  followButton,
  keepFirstTakeawayByApi,
} from './support/reader.ts';
import { readArticleUntilSaved } from './support/saved-articles.ts';

test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ browserErrors }) => {
  // While the browser is offline, it logs an error for each failed request.
  browserErrors.allow(/net::ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch/);
});

test('a bookmark and a reading that a reader makes without a network reach the server later', async ({
  page,
  context,
  library,
}) => {
  const [article] = library.articles as [ArticleMeta];
  await signInByApi(page.request, createEmailAddress());
  await readArticleUntilSaved(page, article.path);
  await context.setOffline(true);
  await page.reload();
  await triggerHydration(page);
  await bookmarkOffline(page);
  await finishReading(page);
  await page.close();

  const laterPage = await context.newPage();
  await laterPage.goto('/profile');
  await expect(laterPage.getByText(offlineCopy.waiting(1))).toBeVisible();
  expect(await listBookmarks(laterPage)).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => listBookmarks(laterPage)).toEqual([toBookmarkKey(article)]);
  await expect.poll(() => listFinishedIds(laterPage)).toEqual([article.id]);
});

test('all that a reader does without a network is shown after the browser was closed, and sent', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, library }) => {
  const [article, otherArticle] = pickArticlesOfDifferentAuthors(library);
  await signInByApi(page.request, createEmailAddress());
  await bookmarkByApi(page, otherArticle);
  await readArticleUntilSaved(page, otherArticle.path);
  await readArticleUntilSaved(page, article.path);
  await context.setOffline(true);
  await page.goto(otherArticle.path);
  await triggerHydration(page);
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'true');
  await bookmarkButton(page).click();
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'false');

  await page.goto(article.path);
  await triggerHydration(page);
  await bookmarkOffline(page);
  await followButton(page, article.authorAlias).click();
  await page.locator('#point-2').evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await takeawayButton(page, 1).click();
  await feedbackButton(page, 'PRACTICAL').click();
  await expectActionsShown(page, article);
  await finishReading(page);
  // Clears the lists that pages cache for an hour, as if the reader came back later.
  await page.evaluate(() => localStorage.clear());
  await page.close();

  const laterPage = await context.newPage();
  await laterPage.goto(otherArticle.path);
  await triggerHydration(laterPage);
  await expect(bookmarkButton(laterPage)).toHaveAttribute('aria-pressed', 'false');
  await laterPage.goto(article.path);
  await triggerHydration(laterPage);
  await laterPage
    .locator('#point-2')
    .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await expectActionsShown(laterPage, article);
  await laterPage.goto('/profile');
  await expect(laterPage.getByText(offlineCopy.waiting(5))).toBeVisible();
  await expectAccessible(laterPage);
  await expectNoLayoutProblems(laterPage);
  expect(await listBookmarks(laterPage)).toEqual([toBookmarkKey(otherArticle)]);

  await context.setOffline(false);
  await expect.poll(() => listBookmarks(laterPage)).toEqual([toBookmarkKey(article)]);
  await expect.poll(() => listFinishedIds(laterPage)).toContain(article.id);
  const { authors } = await readApi(laterPage, '/users/me/following');
  expect(authors).toEqual([article.authorAlias]);
  const { lines } = await readApi(laterPage, '/lines');
  expect(lines).toHaveLength(1);
  const feedback = `/articles/${article.authorAlias}/${article.id}/feedback`;
  expect(await readApi(laterPage, feedback)).toEqual({ feedbackType: 'PRACTICAL' });
  await expect.poll(() => countStoredActions(context)).toBe(0);
  await openHydrated(laterPage, article.path);
  await laterPage
    .locator('#point-2')
    .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await expectActionsShown(laterPage, article);
  await takeawayButton(laterPage, 1).click();
  await expect(takeawayButton(laterPage, 1)).toHaveAttribute('aria-pressed', 'false');
});

test('a bookmark over the limit is refused later, in the server’s words, and undone', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, library }) => {
  const limit = TIER_BENEFITS.free.bookmarks;
  const { articles } = library;
  await signInByApi(page.request, createEmailAddress());
  for (const article of articles.slice(2, limit + 1)) await bookmarkByApi(page, article);
  const [first, second] = articles as [ArticleMeta, ArticleMeta];
  await readArticleUntilSaved(page, first.path);
  await readArticleUntilSaved(page, second.path);
  await context.setOffline(true);
  for (const { path } of [first, second]) {
    await page.goto(path);
    await triggerHydration(page);
    await bookmarkOffline(page);
  }
  await context.setOffline(false);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(offlineCopy.refused.bookmark(1).replace(/\.$/, ''));
  const account = { tier: 'free', subscriptionStatus: null } as const;
  await expect(dialog).toContainText(describeReachedLimit(account, 'bookmarks', limit)!);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'false');
  expect(await listBookmarks(page)).toHaveLength(limit);
  expect(await listBookmarks(page)).toContain(toBookmarkKey(first));
});

test('the removal of a line is undone without a network, in the order in which it was made', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, library }) => {
  const [article] = library.articles as [ArticleMeta];
  await signInByApi(page.request, createEmailAddress());
  await keepFirstTakeawayByApi(page, article);
  await readArticleUntilSaved(page, article.path);
  await openHydrated(page, '/profile/lines');
  const pressButton = (action: string) =>
    page.getByRole('button', { name: new RegExp(`^${action}: `) }).click();
  await context.setOffline(true);
  await pressButton(linesCopy.remove);
  await expect(page.getByText(linesCopy.removed)).toBeVisible();
  await pressButton(linesCopy.undo);
  await expect(page.getByText(linesCopy.removed)).toBeHidden();
  await expect(page.getByText(linesCopy.restoreFailed)).toBeHidden();
  await pressButton(linesCopy.remove);
  await context.setOffline(false);
  await expect.poll(async () => (await readApi(page, '/lines')).lines).toEqual([]);
  await pressButton(linesCopy.undo);
  await expect.poll(async () => (await readApi(page, '/lines')).lines).toHaveLength(1);
});

test('a line that was kept without a network is removed under the ID that the page got for it', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, library }) => {
  const [article] = library.articles as [ArticleMeta];
  await signInByApi(page.request, createEmailAddress());
  await readArticleUntilSaved(page, article.path);
  await openHydrated(page, article.path);
  await page.locator('#point-2').evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await context.setOffline(true);
  const linesResponse = page.waitForResponse((response) => response.url().endsWith('/lines'));
  await takeawayButton(page, 1).click();
  const { id } = (await (await linesResponse).json()).data;
  await context.setOffline(false);
  await expect.poll(async () => (await readApi(page, '/lines')).lines).toHaveLength(1);
  // Removes the saved line (passage) by its temporary ID, as a page in the background would, because such a page does
  // not know the line's final ID.
  const status = await page.evaluate(
    async (path) => (await fetch(path, { method: 'DELETE' })).status,
    `/api/v1/lines/${id}`,
  );
  expect(status).toBe(204);
  expect((await readApi(page, '/lines')).lines).toEqual([]);
});

test('Settings says what is lost by signing out, and nothing of it is sent afterwards', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, library }) => {
  const [article] = library.articles as [ArticleMeta];
  const email = createEmailAddress();
  await signInByApi(page.request, email);
  await readArticleUntilSaved(page, article.path);
  await context.setOffline(true);
  await page.reload();
  await triggerHydration(page);
  await bookmarkOffline(page);
  // Postpones sending the stored bookmark, as after a temporary server error, so that it is not sent before the reader
  // signs out.
  await page.evaluate(pauseOutbox);
  await context.setOffline(false);
  await openHydrated(page, '/profile');
  await expect(page.getByText(offlineCopy.waiting(1))).toBeVisible();
  await expectNoLayoutProblems(page);
  await openHydrated(page, '/settings');
  await expect(page.getByText(offlineCopy.lostAtSignOut(1))).toBeVisible();
  await expectNoLayoutProblems(page);
  await page.getByRole('link', { name: settingsCopy.signOut }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => countStoredActions(context)).toBe(0);

  await signInByApi(page.request, email);
  await openHydrated(page, article.path);
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'false');
  expect(await listBookmarks(page)).toEqual([]);
});

/** Returns two articles by different authors. */
function pickArticlesOfDifferentAuthors({
  articles,
}: PublishedLibrary): [ArticleMeta, ArticleMeta] {
  const [first] = articles as [ArticleMeta];
  return [first, articles.find(({ authorAlias }) => authorAlias !== first.authorAlias)!];
}

/**
 * Expects that the page shows that the reader has bookmarked the article, followed its author, kept a takeaway and
 * given feedback.
 */
async function expectActionsShown(page: Page, { authorAlias }: ArticleMeta): Promise<void> {
  // The page loads the reader's feedback only when the feedback buttons are near the window.
  await feedbackButton(page, 'PRACTICAL').scrollIntoViewIfNeeded();
  for (const button of [
    bookmarkButton(page),
    followButton(page, authorAlias),
    takeawayButton(page, 1),
    feedbackButton(page, 'PRACTICAL'),
  ])
    await expect(button).toHaveAttribute('aria-pressed', 'true');
}

async function listBookmarks(page: Page): Promise<string[]> {
  return (await readApi(page, '/bookmarks/ids')).ids;
}

async function listFinishedIds(page: Page): Promise<string[]> {
  return (await readApi(page, '/history/ids')).ids;
}

/** Postpones the sending of stored actions (the outbox) by an hour. Runs in the page. */
function pauseOutbox(): Promise<void> {
  return new Promise((resolve) => {
    const openRequest = indexedDB.open('outbox');
    openRequest.onsuccess = () => {
      const transaction = openRequest.result.transaction('outbox', 'readwrite');
      const store = transaction.objectStore('outbox');
      const getRequest = store.get('current');
      getRequest.onsuccess = () =>
        store.put({ ...getRequest.result, retryAt: Date.now() + 3_600_000 }, 'current');
      transaction.oncomplete = () => {
        openRequest.result.close();
        resolve();
      };
    };
  });
}
