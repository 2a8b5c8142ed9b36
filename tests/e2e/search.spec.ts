import {
  articleCards,
  categoryLink,
  listCardTitles,
  navigationLink,
} from './support/article-list.ts';
import { expect, openHydrated, test, triggerHydration } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { createSearchUrl, UNKNOWN_SEARCH_TERM } from './support/pages.ts';

test('the URL follows the typed search, and one step back restores the previous list', async ({
  page,
  library,
}) => {
  const { title } = library.articles.at(-1)!;
  await openHydrated(page, '/articles');
  const before = await listCardTitles(page);
  const searchBox = page.getByRole('searchbox', { name: 'Search articles and authors' });
  await searchBox.pressSequentially(title.slice(0, 12), { delay: 30 });
  await expect(page).toHaveURL(createSearchUrl(title.slice(0, 12).trim()));
  await searchBox.fill(title);
  await expect(page).toHaveURL(createSearchUrl(title));
  await expect(searchBox).toHaveValue(title);

  await page.goBack();
  await expect(page).toHaveURL('/articles');
  await expect(searchBox).toHaveValue('');
  await expect.poll(() => listCardTitles(page)).toEqual(before);
});

test('a search highlights its words in the results', async ({ page, library }) => {
  const { title } = library.articles.at(-1)!;
  await openHydrated(page, createSearchUrl(title));
  await expect(articleCards(page).first()).toContainText(title);
  await expect(articleCards(page).first().locator('mark').first()).toBeVisible();
});

test('a phone’s screen shows several results, each with its matching passage', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openHydrated(page, createSearchUrl('clock'));
  const visibleCards = articleCards(page).filter({ visible: true });
  const bottoms = await visibleCards.evaluateAll((rows) =>
    rows.map((row) => row.getBoundingClientRect().bottom),
  );
  const { y: navigationTop } = (await navigationLink(page, 'Explore').boundingBox())!;
  const visibleCount = bottoms.filter((bottom) => bottom <= navigationTop).length;
  expect(visibleCount).toBeGreaterThanOrEqual(3);
  for (let index = 0; index < visibleCount; index++) {
    await expect(visibleCards.nth(index).getByRole('heading')).toBeInViewport({ ratio: 1 });
    // Up to a tenth of a highlighted word may be hidden, because the edge of the excerpt may cut it off.
    await expect(visibleCards.nth(index).locator('mark').first()).toBeInViewport({ ratio: 0.9 });
  }
});

test('a corrected search word is shown', async ({ page }) => {
  await openHydrated(page, createSearchUrl('calandar'));
  const status = page.getByRole('status').filter({ hasText: 'Showing results for calendar' });
  await expect(status).toBeVisible();
  await expect(status).toContainText('No results for “calandar”.');
  await expect(articleCards(page).locator('mark').first()).toHaveText(/calendar/i);

  await page.getByRole('searchbox').fill('calendar');
  await expect(page.getByRole('status').filter({ hasText: 'for “calendar”' })).toBeVisible();
  await expect(page.getByText('Showing results for calendar')).toHaveCount(0);
});

test('authors found by name come before the articles', async ({ page, library }) => {
  const { alias } = library.authors[0]!;
  await openHydrated(page, createSearchUrl(alias));
  await expect(articleCards(page).first()).toBeVisible();
  const names = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(names.first()).toHaveText(alias);
});

test('a reload shows the same search and results', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  const { title, path } = library.articles.at(-1)!;
  await openHydrated(page, '/articles');
  await page.getByRole('searchbox').fill(title);
  await expect.poll(async () => (await listCardTitles(page))[0]).toBe(title);
  const titles = await listCardTitles(page);
  await page.reload();
  await triggerHydration(page);
  await expect(page.getByRole('searchbox')).toHaveValue(title);
  expect(await listCardTitles(page)).toEqual(titles);
  await expect(articleCards(page).first().getByRole('link').first()).toHaveAttribute('href', path);
});

test('a search finds authors too', async ({ page, library }) => {
  const { alias } = library.authors[0]!;
  await openHydrated(page, '/articles');
  await page.getByRole('searchbox').fill(alias);
  await expect(page.getByRole('status').filter({ hasText: '1 author' })).toBeVisible();
  await page.getByRole('heading', { level: 2, name: alias, exact: true }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: alias })).toBeVisible();
});

test('a search without results says so, and offers other searches', async ({ page }) => {
  await openHydrated(page, '/articles');
  await page.getByRole('searchbox').fill(UNKNOWN_SEARCH_TERM);
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'No articles found' })).toBeAttached();
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/articles');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(articleCards(page)).toHaveCount(10);
  await expect(categoryLink(page, 'All')).toHaveAttribute('aria-current', 'true');
});

test('clearing the search box shows the full list again', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  const { category } = library.articles[0]!;
  await openHydrated(page, `/articles?category=${category}`);
  const before = await listCardTitles(page);
  await page.getByRole('searchbox').fill(UNKNOWN_SEARCH_TERM);
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL(`/articles?category=${category}`);
  await expect.poll(() => listCardTitles(page)).toEqual(before);
});

test('markup in a search is shown as text, with and without results', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  // The search without results uses an invented HTML element, because articles may contain the names of real elements.
  const matchingQuery = `${library.articles[0]!.authorAlias} <img src=${UNKNOWN_SEARCH_TERM}>`;
  await openHydrated(page, createSearchUrl(`<${UNKNOWN_SEARCH_TERM}>`));
  await expect(
    page.getByRole('main').getByText(`“<${UNKNOWN_SEARCH_TERM}>”`).first(),
  ).toBeVisible();
  for (const query of [`<${UNKNOWN_SEARCH_TERM}>`, matchingQuery]) {
    await openHydrated(page, createSearchUrl(query));
    await expect(page.getByRole('searchbox')).toHaveValue(query);
    await expect(
      page.locator(`img[src="${UNKNOWN_SEARCH_TERM}"], ${UNKNOWN_SEARCH_TERM}`),
    ).toHaveCount(0);
  }
});
