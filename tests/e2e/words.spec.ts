import { CATEGORIES, getCategory } from '#domain/categories.ts';
import { countArticlesOrAuthorsByCategory, getCountInCategory } from '#domain/category-counts.ts';
import { formatReadingTimeSlogan } from '#domain/reading-time.ts';
import { createEmailAddress, signInByApi } from './support/accounts.ts';
import { categoryLink, listCardTitles } from './support/article-list.ts';
import { expect, openHydrated, test } from './support/browser.ts';
import { listArticlesByLargestCategory } from './support/library.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { findSubcategoriesWithAndWithoutAuthors } from './support/pages.ts';
import { followButton, followByApi, signInByApiAndOpen } from './support/reader.ts';

test('the landing page states the reading time of its articles in minutes', async ({
  page,
  library,
}) => {
  const minutes = library.articles.map(({ readingMinutes }) => readingMinutes).sort();
  const middle = (minutes.length - 1) / 2;
  const median = (minutes[Math.floor(middle)]! + minutes[Math.ceil(middle)]!) / 2;
  const slogan = formatReadingTimeSlogan(Math.ceil(median));
  await openHydrated(page, '/');
  await expect(page.getByRole('heading', { level: 1, name: slogan })).toBeVisible();
  const description = page.locator('meta[name=description]');
  await expect(description).toHaveAttribute('content', new RegExp(`${slogan}\\.$`));
});

test('the number of articles in a category is correct everywhere', async ({ page, library }) => {
  const counts = countArticlesOrAuthorsByCategory(library.articles);
  const [largestCategory, articles] = listArticlesByLargestCategory(library)[0]!;
  await openHydrated(page, '/');
  for (const { id, name } of CATEGORIES) {
    const count = getCountInCategory(counts, id);
    const link = page.getByRole('main').getByRole('link', { name: new RegExp(`^${name} `) });
    await expect(link).toHaveText(count === 0 ? /None yet/ : new RegExp(` ${count} article`));
  }
  await openHydrated(page, `/articles?category=${largestCategory}`);
  for (const { id, name } of CATEGORIES) await expectCount(name, getCountInCategory(counts, id));
  for (const { id, name } of getCategory(largestCategory).subcategories)
    await expectCount(name, getCountInCategory(counts, largestCategory, id));
  const { subcategory } = articles[0]!;
  await openHydrated(page, `/articles?category=${largestCategory}&subcategory=${subcategory}`);
  const articleCount = getCountInCategory(counts, largestCategory, subcategory);
  expect((await listCardTitles(page)).length).toBe(Math.min(10, articleCount));

  async function expectCount(name: string, count: number) {
    await expect(categoryLink(page, name)).toHaveText(
      count === 0 ? `${name} None yet` : `${name} ${count} ${count === 1 ? 'article' : 'articles'}`,
    );
  }
});

test('an empty subcategory is dimmed, can be opened, and links to its category', async ({
  page,
  library,
}) => {
  const { category, empty, full, authors } = findSubcategoriesWithAndWithoutAuthors(library);
  await openHydrated(page, `/authors?category=${category}`);
  const colors = await Promise.all(
    [empty, full].map(({ name }) =>
      categoryLink(page, name).evaluate((link) => getComputedStyle(link).color),
    ),
  );
  expect(colors[0]).not.toBe(colors[1]);

  await categoryLink(page, empty.name).click();
  await expect(page.getByText(`None of our authors write about ${empty.name} yet.`)).toBeVisible();
  await page.getByRole('link', { name: /^Browse / }).click();
  await expect(page).toHaveURL(`/authors?category=${category}`);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(authors);
});

test('an empty feed shows a message and its topics within the screen of a phone', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  await signInByApiAndOpen(page, '/');
  const heading = page.getByRole('heading', { level: 1, name: 'Nothing to Show Here' });
  await expect(heading).toBeInViewport();
  await expect(page.getByRole('group', { name: 'What are you curious about?' })).toBeInViewport();
});

test('the dialog about a limit links to the reader’s list or to Premium', {
  tag: LONG_TEST_TAG,
}, async ({ page, library, browserErrors }) => {
  browserErrors.expect(/403/);
  const aliases = library.authors.slice(0, 4).map(({ alias }) => alias);
  await signInByApi(page.request, createEmailAddress());
  for (const alias of aliases.slice(0, 3)) await followByApi(page, alias);
  await openHydrated(page, '/authors');
  await followButton(page, aliases[3]!).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Premium has no limit');
  await expect(dialog.getByRole('link')).toHaveText(['See Premium', 'Unfollow an author']);
  await dialog.getByRole('link', { name: 'Unfollow an author' }).click();
  await expect(page).toHaveURL('/profile/following');
  await expect(page.getByText('3 of 3 authors')).toBeVisible();
  await expect(page.getByRole('main').locator('a[href="/plans"]')).toHaveCount(0);
});

test('a missing page links to Explore', async ({ page, browserErrors }) => {
  browserErrors.expect(/404/);
  await openHydrated(page, '/no/such/page');
  const exploreLink = page.getByRole('main').getByRole('link', { name: 'Explore articles' });
  await expect(exploreLink).toHaveAttribute('href', '/explore');
  await exploreLink.click();
  await expect(page).toHaveURL('/articles');
  await expect(page.getByRole('heading', { level: 1, name: 'Explore articles' })).toBeAttached();
});
