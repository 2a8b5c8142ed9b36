import { errorScreensCopy } from '#web/copy/error-screens.ts';
import { offlineCopy } from '#web/copy/offline.ts';
import { expectAccessible } from './support/accessible.ts';
import { createEmailAddress, signInByApi } from './support/accounts.ts';
import { expect, openHydrated, test } from './support/browser.ts';
import { expectNoLayoutProblems } from './support/layout.ts';
import { bookmarkByApi } from './support/reader.ts';
import { listSavedPaths, readArticleUntilSaved } from './support/saved-articles.ts';

test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ browserErrors }) => {
  // While the browser is offline, it logs an error for each failed request.
  browserErrors.allow(/net::ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch/);
});

test('an article that a visitor has read opens without a network, with its cover, and is found from any other page', async ({
  page,
  context,
  library,
}) => {
  const [readArticle, otherArticle] = library.articles;
  await readArticleUntilSaved(page, readArticle!.path);
  expect(await listSavedPaths(page)).toEqual([readArticle!.path]);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(readArticle!.title);
  await expect(page.locator('#point-3')).toBeAttached();
  const cover = page.locator('[data-article] img').first();
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  await page.goto(otherArticle!.path);
  await expect(page).toHaveURL(`/offline?to=${encodeURIComponent(otherArticle!.path)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(errorScreensCopy.offline.title);
  const savedSection = page.getByRole('region', { name: offlineCopy.saved });
  await expect(savedSection.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await expectNoLayoutProblems(page);
  const searchBox = savedSection.getByRole('searchbox', { name: offlineCopy.search });
  await searchBox.fill('xylophonist');
  await expect(savedSection.getByText(offlineCopy.found(0))).toBeVisible();
  await searchBox.fill(readArticle!.title.toUpperCase());
  await savedSection.getByRole('link', { name: readArticle!.title }).click();
  await expect(page).toHaveURL(readArticle!.path);
  await expect(page.locator('#point-1')).toBeAttached();

  // Without a network, the URL of an article that is not saved opens the offline screen. When the server is reachable
  // again, this screen opens the article.
  await page.goto(otherArticle!.path);
  await context.setOffline(false);
  await expect(page).toHaveURL(otherArticle!.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(otherArticle!.title);
});

test('today’s five and the bookmarks of a reader open without a network, until the reader signs out', async ({
  page,
  context,
  library,
}) => {
  await signInByApi(page.request, createEmailAddress());
  const bookmarked = library.articles.at(-1)!;
  await bookmarkByApi(page, bookmarked);
  await openHydrated(page, '/');
  const todaysTitles = await page
    .getByRole('region', { name: 'Today’s five' })
    .getByRole('listitem')
    .getByRole('heading', { level: 2 })
    .allTextContents();
  await expect
    .poll(() => listSavedPaths(page))
    .toHaveLength(new Set([...todaysTitles, bookmarked.title]).size);
  await context.setOffline(true);
  await page.goto('/');
  const savedSection = page.getByRole('region', { name: offlineCopy.saved });
  await expect(savedSection.getByText(offlineCopy.lists.today)).toBeVisible();
  for (const title of [...todaysTitles, bookmarked.title])
    await expect(savedSection.getByRole('link', { name: title })).toBeVisible();
  await savedSection.getByRole('link', { name: todaysTitles[0]! }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(todaysTitles[0]!);

  await context.setOffline(false);
  await openHydrated(page, '/settings');
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(() => listSavedPaths(page)).toEqual([]);
  await context.setOffline(true);
  await page.goto(bookmarked.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(errorScreensCopy.offline.title);
  await expect(page.getByRole('link', { name: bookmarked.title })).toHaveCount(0);
});
