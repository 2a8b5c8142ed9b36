import type { Page } from '@playwright/test';
import { callApi, createEmailAddress, signInByApi } from './support/accounts.ts';
import { articleCards, listCardTitles } from './support/article-list.ts';
import { expect, openHydrated, test, triggerHydration } from './support/browser.ts';
import type { PublishedLibrary } from './support/library.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { bookmarkButton, recordReadingByApi } from './support/reader.ts';

const BOOKMARK_COUNT = 10;
const NAME_COLLATOR = new Intl.Collator('en');

/**
 * Signs in a new reader, bookmarks ten articles through the API, and opens the list of bookmarks. Returns the articles,
 * most recently bookmarked first.
 */
async function bookmarkArticles(
  page: Page,
  { articles }: PublishedLibrary,
): Promise<PublishedLibrary['articles']> {
  const bookmarked = articles.slice(0, BOOKMARK_COUNT);
  await signInByApi(page.request, createEmailAddress());
  for (const { authorAlias, id } of bookmarked) {
    const path = `/articles/${authorAlias}/${id}/bookmark`;
    expect((await callApi(page.request, 'PUT', path)).status()).toBe(204);
  }
  await openHydrated(page, '/profile');
  await expect(articleCards(page)).toHaveCount(BOOKMARK_COUNT);
  return bookmarked.toReversed();
}

const sortLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sort your bookmarks' }).getByRole('link', { name });

test('ten bookmarks fit on two screens of a phone', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const bookmarked = await bookmarkArticles(page, library);
  expect(await listCardTitles(page)).toEqual(bookmarked.map(({ title }) => title));
  const height = await page
    .getByRole('region', { name: 'Bookmarks' })
    .evaluate((region) => region.getBoundingClientRect().height);
  expect(height).toBeLessThan(2 * 844);
});

test('bookmarks are sorted in the chosen order, which the URL keeps', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const bookmarked = await bookmarkArticles(page, library);
  const byAuthor = bookmarked
    .toSorted((one, other) => NAME_COLLATOR.compare(one.authorAlias, other.authorAlias))
    .map(({ title }) => title);
  const byLength = bookmarked
    .toSorted((one, other) => one.readingMinutes - other.readingMinutes)
    .map(({ title }) => title);

  await sortLink(page, 'Author').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/profile?order=author');
  await expect.poll(() => listCardTitles(page)).toEqual(byAuthor);
  await expect(page.getByRole('status').filter({ hasText: 'Sorted by author' })).toBeAttached();
  await expect(sortLink(page, 'Author')).toBeFocused();
  await expect(sortLink(page, 'Author')).toHaveAttribute('aria-current', 'true');

  await page.reload();
  await triggerHydration(page);
  expect(await listCardTitles(page)).toEqual(byAuthor);

  await sortLink(page, 'Shortest').click();
  await expect(page).toHaveURL('/profile?order=length');
  await expect.poll(() => listCardTitles(page)).toEqual(byLength);
  await page.goBack();
  await expect.poll(() => listCardTitles(page)).toEqual(byAuthor);
  await sortLink(page, 'Last saved').click();
  await expect(page).toHaveURL('/profile');
  await expect.poll(() => listCardTitles(page)).toEqual(bookmarked.map(({ title }) => title));
});

test('bookmarks can be filtered by whether they were read, and unread ones come first', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const bookmarked = await bookmarkArticles(page, library);
  const read = bookmarked.slice(0, 2);
  for (const article of read) await recordReadingByApi(page, article, 'end');
  const getTitles = (articles: typeof bookmarked) => articles.map(({ title }) => title);
  const filterLink = (name: string) =>
    page
      .getByRole('navigation', { name: 'Filter your bookmarks' })
      .getByRole('link', { name, exact: true });

  await filterLink('Read').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/profile?show=read');
  await expect.poll(() => listCardTitles(page)).toEqual(getTitles(read));
  await expect(filterLink('Read')).toBeFocused();
  await filterLink('Unread').click();
  await expect.poll(() => listCardTitles(page)).toEqual(getTitles(bookmarked.slice(2)));
  await filterLink('All').click();
  await sortLink(page, 'Unread first').click();
  await expect(page).toHaveURL('/profile?order=unread');
  await expect
    .poll(() => listCardTitles(page))
    .toEqual(getTitles([...bookmarked.slice(2), ...read]));
});

test('a search narrows the bookmarks, and clearing it shows all again', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const bookmarked = await bookmarkArticles(page, library);
  const { title } = bookmarked[3]!;
  await openHydrated(page, `/profile?${new URLSearchParams({ order: 'author', q: title })}`);
  await expect.poll(async () => (await listCardTitles(page))[0]).toBe(title);
  const searchBox = page.getByRole('searchbox', { name: 'Search your bookmarks' });
  await expect(searchBox).toHaveValue(title);
  await searchBox.fill('zxqvjk');
  await expect(page.getByRole('heading', { name: 'No bookmarks found' })).toBeVisible();
  await page.getByRole('link', { name: 'See all your bookmarks' }).click();
  await expect(page).toHaveURL('/profile?order=author');
  await expect(articleCards(page)).toHaveCount(BOOKMARK_COUNT);
});

test('the browser requests only the ids of bookmarked articles', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  await bookmarkArticles(page, library);
  // The storage is cleared on /robots.txt, which runs no scripts. On another page, a script could store the bookmarks'
  // IDs again.
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.clear());
  const idsResponse = page.waitForResponse('**/api/v1/bookmarks/ids');
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await openHydrated(page, library.articles[0]!.path);
  const { data } = await (await idsResponse).json();
  expect(data.ids).toHaveLength(BOOKMARK_COUNT);
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'true');
  expect(requestedPaths).not.toContain('/api/v1/bookmarks');
});
