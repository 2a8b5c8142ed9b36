import { getCategory } from '#domain/categories.ts';
import { authorPath } from '#domain/paths.ts';
import {
  articleCards,
  categoryLink,
  listCardTitles,
  navigationLink,
} from './support/article-list.ts';
import { expect, openHydrated, test } from './support/browser.ts';
import { listArticlesByLargestCategory } from './support/library.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { WIDE_SCREEN_TAG } from './support/wide-screen-tag.ts';

test('a visitor goes from the landing page to an author by way of Explore, a filter, a search and an article, and back to the start', async ({
  page,
  library,
}) => {
  const [category, articles] = listArticlesByLargestCategory(library)[0]!;
  const targetArticle = library.articles.at(-1)!;
  const findHeading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const searchBox = page.getByRole('searchbox');

  await openHydrated(page, '/');
  await expect(page).toHaveTitle('Octavo');
  await page.getByRole('link', { name: 'Browse articles' }).click();
  await expect(page).toHaveURL('/articles');
  await expect(findHeading('Explore articles')).toBeAttached();
  await expect(navigationLink(page, 'Explore')).toHaveAttribute('aria-current', 'page');

  await categoryLink(page, getCategory(category).name).click();
  await expect(page).toHaveURL(`/articles?category=${category}`);
  await expect(categoryLink(page, getCategory(category).name)).toHaveAttribute(
    'aria-current',
    'true',
  );
  const categoryTitles = articles.slice(0, 10).map(({ title }) => title);
  await expect.poll(() => listCardTitles(page)).toEqual(categoryTitles);

  await searchBox.fill(targetArticle.title);
  await expect(page).toHaveURL(`/articles?${new URLSearchParams({ q: targetArticle.title })}`);
  await expect(page).toHaveTitle(`Search: ${targetArticle.title} – Octavo`);
  await expect.poll(async () => (await listCardTitles(page))[0]).toBe(targetArticle.title);

  await articleCards(page).first().getByRole('link', { name: targetArticle.title }).click();
  await expect(page).toHaveURL(targetArticle.path);
  await expect(findHeading(targetArticle.title)).toBeVisible();
  await expect(page).toHaveTitle(`${targetArticle.title} – Octavo`);
  await expect(page.getByRole('heading', { name: 'Takeaway' })).toHaveCount(3);

  await page
    .getByRole('main')
    .getByRole('link', { name: targetArticle.authorAlias, exact: true })
    .click();
  await expect(page).toHaveURL(authorPath(targetArticle.authorAlias));
  await expect(findHeading(targetArticle.authorAlias)).toBeVisible();

  await page.goBack();
  await expect(findHeading(targetArticle.title)).toBeVisible();
  await page.goBack();
  await expect(searchBox).toHaveValue(targetArticle.title);
  await expect.poll(async () => (await listCardTitles(page))[0]).toBe(targetArticle.title);
  await page.goBack();
  await expect(page).toHaveURL(`/articles?category=${category}`);
  await expect(searchBox).toHaveValue('');
  await expect.poll(() => listCardTitles(page)).toEqual(categoryTitles);
  await page.goBack();
  await expect(page).toHaveURL('/articles');
  await expect(categoryLink(page, 'All')).toHaveAttribute('aria-current', 'true');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(findHeading(/^\w+ minutes well spent$/)).toBeVisible();
});

test('each of the four sections links to the others', { tag: LONG_TEST_TAG }, async ({ page }) => {
  await openHydrated(page, '/');
  for (const [name, path] of [
    ['Explore', '/articles'],
    ['Profile', '/profile'],
    ['Settings', '/settings'],
    ['Home', '/'],
  ] as const) {
    await navigationLink(page, name).click();
    await expect(page).toHaveURL(path);
    await expect(navigationLink(page, name)).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
  }
});

test('a keyboard user can skip the header and sections', { tag: WIDE_SCREEN_TAG }, async ({
  page,
}) => {
  await openHydrated(page, '/faq');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toBeVisible();
});

test('an author’s profile and list of articles have separate URLs', async ({ page, library }) => {
  const { alias } = library.authors[0]!;
  const authorArticles = library.articles.filter(({ authorAlias }) => authorAlias === alias);
  await openHydrated(page, authorPath(alias));
  for (const name of ['About', 'Expertise', 'Perspective', 'Mission', 'Target Audience'])
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();

  const tabs = page.getByRole('navigation', { name: alias });
  await tabs.getByRole('link', { name: 'Articles' }).click();
  await expect(page).toHaveURL(`${authorPath(alias)}/articles`);
  await expect
    .poll(() => listCardTitles(page))
    .toEqual(authorArticles.slice(0, 10).map(({ title }) => title));
  await tabs.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL(authorPath(alias));
});

test('the health page shows that the service is healthy, with the time of the check', async ({
  page,
}) => {
  const before = Date.now();
  await openHydrated(page, '/health');
  await expect(page.getByRole('heading', { name: 'Service is healthy' })).toBeVisible();
  await expect(page.getByText('Last updated')).toBeVisible();
  const checkTime = await page.getByRole('main').locator('time').getAttribute('datetime');
  expect(Date.parse(checkTime!)).toBeGreaterThanOrEqual(before);
});
