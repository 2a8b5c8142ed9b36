import { type CategoryId, categoryOf, subcategoryOf } from '#domain/categories.ts';
import { MESSAGES } from '#domain/messages.ts';
import { expect, open, test, untilAlive } from './support/browser.ts';
import { fullestCategories } from './support/library.ts';
import { cards, choice, loadMore, titles } from './support/shelf.ts';

test('Load More goes on to the very end of the list, without a gap or a repetition', async ({
  page,
  library,
}) => {
  await open(page, '/articles');
  await expect(cards(page)).toHaveCount(10);
  for (let count = 20; count < library.articles.length + 10; count += 10) {
    await loadMore(page).click();
    await expect(cards(page)).toHaveCount(Math.min(count, library.articles.length));
  }
  await expect(page.getByText('No more articles')).toBeVisible();
  await expect(loadMore(page)).toHaveCount(0);
  expect(await titles(page)).toEqual(library.articles.map(({ title }) => title));
});

test('after Load More the keyboard goes on from the first new article', async ({ page }) => {
  await open(page, '/articles');
  await loadMore(page).press('Enter');
  await expect(cards(page).nth(10).getByRole('link').first()).toBeFocused();
});

test('the way back from an article leads to the list as it was left, and to the same place in it', async ({
  page,
}) => {
  await open(page, '/articles');
  await loadMore(page).click();
  const chosen = cards(page).nth(14);
  await chosen.scrollIntoViewIfNeeded();
  const { count, place } = { count: await cards(page).count(), place: await placeOf(page) };
  expect(place).toBeGreaterThan(500);

  await chosen.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Conclusion' })).toBeAttached();
  await expect.poll(() => placeOf(page)).toBe(0);
  await page.goBack();
  await expect(cards(page)).toHaveCount(count);
  await expect.poll(() => placeOf(page)).toBeCloseTo(place, -1);
});

test('a reload brings back the list and the place in it', async ({ page }) => {
  await open(page, '/articles');
  await loadMore(page).click();
  await expect(cards(page)).toHaveCount(20);
  await cards(page).nth(13).scrollIntoViewIfNeeded();
  const place = await placeOf(page);

  await page.reload();
  await untilAlive(page);
  await expect(cards(page)).toHaveCount(20);
  await expect.poll(() => placeOf(page)).toBeCloseTo(place, -1);
});

test('a filtered list is the same after a reload and for whoever is sent its address', async ({
  page,
  context,
  library,
}) => {
  const [category, articles] = fullestCategories(library)[0]!;
  const { subcategory } = articles[0]!;
  const expected = articles.filter((article) => article.subcategory === subcategory).slice(0, 10);
  const shows = async (reader: typeof page) => {
    await expect.poll(() => titles(reader)).toEqual(expected.map(({ title }) => title));
    await expect(choice(reader, subcategoryOf(category, subcategory).name)).toHaveAttribute(
      'aria-current',
      'true',
    );
  };

  await open(page, '/articles');
  await choice(page, categoryOf(category).name).click();
  await choice(page, subcategoryOf(category, subcategory).name).click();
  await expect(page).toHaveURL(`/articles?category=${category}&subcategory=${subcategory}`);
  await shows(page);
  await page.reload();
  await shows(page);

  const friend = await context.newPage();
  await friend.goto(page.url());
  await shows(friend);
});

test('another category starts over with all of its subcategories', async ({ page, library }) => {
  const [[first, articles], [second]] = fullestCategories(library) as [
    [CategoryId, (typeof library)['articles']],
    [CategoryId, unknown],
  ];
  await open(page, `/articles?category=${first}&subcategory=${articles[0]!.subcategory}`);
  await choice(page, categoryOf(second).name).click();
  await expect(page).toHaveURL(`/articles?category=${second}`);
});

test('authors are narrowed by category, down to nobody', async ({ page, library }) => {
  const { alias, expertise } = library.authors[0]!;
  const { name, subcategories } = categoryOf(expertise.category);
  const peers = library.authors.filter(
    (author) => author.expertise.category === expertise.category,
  );
  await open(page, '/authors');
  await choice(page, name).click();
  await expect(page).toHaveURL(`/authors?category=${expertise.category}`);
  const rows = page.getByRole('region', { name: 'Authors' }).getByRole('listitem');
  await expect(rows).toHaveCount(peers.length);
  await expect(rows.getByRole('link', { name: alias })).toBeVisible();

  const taken = new Set(peers.map((author) => author.expertise.subcategory));
  const deserted = subcategories.find(({ id }) => !taken.has(id))!;
  await choice(page, deserted.name).click();
  await expect(page.getByRole('heading', { name: 'No authors found' })).toBeVisible();
  await page.getByRole('link', { name: 'See all authors' }).click();
  await expect(rows).toHaveCount(library.authors.length);
});

test('a page of the list that does not come is said so, and can be asked for again', async ({
  page,
  faults,
}) => {
  faults.expect(/ERR_FAILED/);
  await open(page, '/articles');
  await page.route('**/api/v1/articles?*', (route) => route.abort());
  await loadMore(page).click();
  await expect(page.getByRole('alert')).toContainText(MESSAGES.moreArticlesFailed);
  await expect(cards(page)).toHaveCount(10);

  await page.unroute('**/api/v1/articles?*');
  await loadMore(page).click();
  await expect(cards(page)).toHaveCount(20);
});

test('a list that does not come is said so, and can be asked for again', async ({
  page,
  faults,
  library,
}) => {
  faults.expect(/ERR_FAILED/);
  const [category, articles] = fullestCategories(library)[0]!;
  await open(page, '/articles');
  await page.route('**/api/v1/articles?*', (route) => route.abort());
  await choice(page, categoryOf(category).name).click();
  await expect(page.getByRole('alert')).toContainText(MESSAGES.articlesFailed);

  await page.unroute('**/api/v1/articles?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cards(page)).toHaveCount(Math.min(10, articles.length));
});

test('the way back up is offered after 1000 pixels, and leads to the top', async ({ page }) => {
  await open(page, '/terms');
  const wayUp = page.getByRole('button', { name: 'Scroll to top' });
  await page.evaluate(() => scrollTo({ top: 1000, behavior: 'instant' }));
  await expect(wayUp).toHaveCount(0);
  await page.evaluate(() => scrollTo({ top: 1001, behavior: 'instant' }));
  await wayUp.click();
  await expect.poll(() => placeOf(page)).toBe(0);
  await expect(wayUp).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

function placeOf(page: { evaluate: <T>(read: () => T) => Promise<T> }): Promise<number> {
  return page.evaluate(() => Math.round(scrollY));
}
