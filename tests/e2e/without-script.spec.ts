import { getCategory } from '#domain/categories.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import {
  articleCards,
  categoryLink,
  listCardTitles,
  loadMoreLink,
  navigationLink,
} from './support/article-list.ts';
import { expect, test } from './support/browser.ts';
import { listArticlesByLargestCategory } from './support/library.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { expectFitsNarrowPhone } from './support/narrow-screens.ts';
import { getUrlOfPageUnderTest, PAGES_UNDER_TEST } from './support/pages.ts';

test.use({ javaScriptEnabled: false });

test('an article can be read to its end', async ({ page, library }) => {
  const { path, title, authorAlias } = library.articles[0]!;
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Takeaway' })).toHaveCount(3);
  await expect(page.getByRole('heading', { name: 'Conclusion' })).toBeAttached();
  await page.getByRole('main').getByRole('link', { name: authorAlias, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: authorAlias })).toBeVisible();
});

test('links lead from the landing page to an article by way of Explore and a filter', async ({
  page,
  library,
}) => {
  const [category, articles] = listArticlesByLargestCategory(library)[0]!;
  await page.goto('/');
  await navigationLink(page, 'Explore').click();
  await categoryLink(page, getCategory(category).name).click();
  await expect(page).toHaveURL(`/articles?category=${category}`);
  expect(await listCardTitles(page)).toEqual(articles.slice(0, 10).map(({ title }) => title));
  await articleCards(page).first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: articles[0]!.title })).toBeVisible();
});

test('links lead to other lists of articles, which can be filtered', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const [category, articles] = listArticlesByLargestCategory(library)[0]!;
  const listLink = (name: string) =>
    page.getByRole('navigation', { name: 'Lists of articles' }).getByRole('link', { name });
  await page.goto('/articles');
  await listLink('Popular this month').click();
  await expect(page).toHaveURL('/articles?show=popular');
  await expect(page).toHaveTitle(/^Popular articles/);
  await expect(articleCards(page)).toHaveCount(10);
  await categoryLink(page, getCategory(category).name).click();
  await expect(page).toHaveURL(`/articles?category=${category}&show=popular`);
  await expect(listLink('Popular this month')).toHaveAttribute('aria-current', 'true');
  await listLink('Short').click();
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 844 });
  await expectFitsNarrowPhone(page);
  await page.getByRole('link', { name: `Browse ${getCategory(category).name}` }).click();
  await expect(page).toHaveURL(`/articles?category=${category}`);
  expect(await listCardTitles(page)).toEqual(articles.slice(0, 10).map(({ title }) => title));
});

test('the search form searches', async ({ page, library }) => {
  const { title } = library.articles.at(-1)!;
  await page.goto('/articles');
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('searchbox')).toHaveValue(title);
  expect((await listCardTitles(page))[0]).toBe(title);

  await page.goto('/articles');
  await page.getByRole('searchbox').fill(title);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect.poll(async () => (await listCardTitles(page))[0]).toBe(title);
});

for (const path of ['/articles', '/articles?q=the', '/articles?show=popular'])
  test(`Load More reaches the end of ${path}, with a link back to its start`, {
    tag: path === '/articles' ? [] : LONG_TEST_TAG,
  }, async ({ page, library }) => {
    await page.goto(path);
    const firstTitles = await listCardTitles(page);
    const titles = [...firstTitles];
    while (await loadMoreLink(page).count()) {
      await loadMoreLink(page).click();
      await expect(page).toHaveURL(/[?&]from=/);
      titles.push(...(await listCardTitles(page)));
    }
    await expect(page.getByText('No more articles')).toBeVisible();
    expect(titles.length).toBeGreaterThan(10);
    expect(new Set(titles).size).toBe(titles.length);
    if (!path.includes('q=')) expect(titles).toHaveLength(library.articles.length);
    await page.getByRole('link', { name: 'Back to the start of the list' }).click();
    await expect(page).toHaveURL(path);
    expect(await listCardTitles(page)).toEqual(firstTitles);
  });

test('an invalid page of a list redirects to its start', async ({ page }) => {
  await page.goto('/articles?from=made-up');
  await expect(page).toHaveURL('/articles');
  await expect(articleCards(page)).toHaveCount(10);
});

test('the list of authors can be filtered and searched', async ({ page, library }) => {
  const { alias, expertise } = library.authors[0]!;
  await page.goto('/authors');
  await categoryLink(page, getCategory(expertise.category).name).click();
  const rows = page.getByRole('region', { name: 'Authors' }).getByRole('heading', { level: 2 });
  const categoryAuthors = library.authors.filter(
    (author) => author.expertise.category === expertise.category,
  );
  await expect(rows).toHaveCount(categoryAuthors.length);
  await page.getByRole('searchbox').fill(alias);
  await page.getByRole('searchbox').press('Enter');
  await expect(rows).toHaveText([alias]);
});

test('no page shows a button that needs a script', async ({ page, library }) => {
  const pagesToCheck = PAGES_UNDER_TEST.filter(({ isVariant }) => isRunOfAllTests() || !isVariant);
  for (const pageUnderTest of pagesToCheck.filter(({ status }) => status === 200)) {
    await page.goto(getUrlOfPageUnderTest(pageUnderTest, library));
    const buttons = page.getByRole('button').filter({ visible: true });
    for (const button of await buttons.all())
      await expect(button, pageUnderTest.name).toHaveAttribute('type', 'submit');
  }
});
