import { expect, open, test, untilAlive } from './support/browser.ts';
import { LONG } from './support/long.ts';
import { FOUND_NOWHERE, searchFor } from './support/pages.ts';
import { cards, choice, section, titles } from './support/shelf.ts';

test('the URL follows the typed search, and one step back restores the previous list', async ({
  page,
  library,
}) => {
  const { title } = library.articles.at(-1)!;
  await open(page, '/articles');
  const before = await titles(page);
  const box = page.getByRole('searchbox', { name: 'Search articles and authors' });
  await box.pressSequentially(title.slice(0, 12), { delay: 30 });
  await expect(page).toHaveURL(searchFor(title.slice(0, 12).trim()));
  await box.fill(title);
  await expect(page).toHaveURL(searchFor(title));
  await expect(box).toHaveValue(title);

  await page.goBack();
  await expect(page).toHaveURL('/articles');
  await expect(box).toHaveValue('');
  await expect.poll(() => titles(page)).toEqual(before);
});

test('a search highlights its words in the results', async ({ page, library }) => {
  const { title } = library.articles.at(-1)!;
  await open(page, searchFor(title));
  await expect(cards(page).first()).toContainText(title);
  await expect(cards(page).first().locator('mark').first()).toBeVisible();
});

test('a phone’s screen shows several results, each with its matching passage', {
  tag: LONG,
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, searchFor('clock'));
  const whole = cards(page).filter({ visible: true });
  const bottoms = await whole.evaluateAll((rows) =>
    rows.map((row) => row.getBoundingClientRect().bottom),
  );
  const { y: end } = (await section(page, 'Explore').boundingBox())!;
  const inView = bottoms.filter((bottom) => bottom <= end).length;
  expect(inView).toBeGreaterThanOrEqual(3);
  for (let at = 0; at < inView; at++) {
    await expect(whole.nth(at).getByRole('heading')).toBeInViewport({ ratio: 1 });
    // The clipped excerpt may hide the edge of a highlight, so 90 % of it must be visible.
    await expect(whole.nth(at).locator('mark').first()).toBeInViewport({ ratio: 0.9 });
  }
});

test('a corrected search word is shown', async ({ page }) => {
  await open(page, searchFor('calandar'));
  const status = page.getByRole('status').filter({ hasText: 'Showing results for calendar' });
  await expect(status).toBeVisible();
  await expect(status).toContainText('No results for “calandar”.');
  await expect(cards(page).locator('mark').first()).toHaveText(/calendar/i);

  await page.getByRole('searchbox').fill('calendar');
  await expect(page.getByRole('status').filter({ hasText: 'for “calendar”' })).toBeVisible();
  await expect(page.getByText('Showing results for calendar')).toHaveCount(0);
});

test('authors found by name come before the articles', async ({ page, library }) => {
  const { alias } = library.authors[0]!;
  await open(page, searchFor(alias));
  await expect(cards(page).first()).toBeVisible();
  const names = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(names.first()).toHaveText(alias);
});

test('a search is the same after a reload', { tag: LONG }, async ({ page, library }) => {
  const { title, path } = library.articles.at(-1)!;
  await open(page, '/articles');
  await page.getByRole('searchbox').fill(title);
  await expect.poll(async () => (await titles(page))[0]).toBe(title);
  const found = await titles(page);
  await page.reload();
  await untilAlive(page);
  await expect(page.getByRole('searchbox')).toHaveValue(title);
  expect(await titles(page)).toEqual(found);
  await expect(cards(page).first().getByRole('link').first()).toHaveAttribute('href', path);
});

test('a search finds authors too', async ({ page, library }) => {
  const { alias } = library.authors[0]!;
  await open(page, '/articles');
  await page.getByRole('searchbox').fill(alias);
  await expect(page.getByRole('status').filter({ hasText: '1 author' })).toBeVisible();
  await page.getByRole('heading', { level: 2, name: alias, exact: true }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: alias })).toBeVisible();
});

test('a search without results says so, and offers other searches', async ({ page }) => {
  await open(page, '/articles');
  await page.getByRole('searchbox').fill(FOUND_NOWHERE);
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'No articles found' })).toBeAttached();
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/articles');
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(cards(page)).toHaveCount(10);
  await expect(choice(page, 'All')).toHaveAttribute('aria-current', 'true');
});

test('clearing the search box shows the full list again', { tag: LONG }, async ({
  page,
  library,
}) => {
  const { category } = library.articles[0]!;
  await open(page, `/articles?category=${category}`);
  const before = await titles(page);
  await page.getByRole('searchbox').fill(FOUND_NOWHERE);
  await expect(page.getByRole('heading', { name: 'No articles found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL(`/articles?category=${category}`);
  await expect.poll(() => titles(page)).toEqual(before);
});

test('markup in a search is shown as text, with and without results', async ({ page, library }) => {
  // The names of real HTML elements may occur in articles, so the search without results uses an
  // invented element.
  const known = `${library.articles[0]!.authorAlias} <img src=${FOUND_NOWHERE}>`;
  await open(page, searchFor(`<${FOUND_NOWHERE}>`));
  await expect(page.getByRole('main').getByText(`“<${FOUND_NOWHERE}>”`).first()).toBeVisible();
  for (const query of [`<${FOUND_NOWHERE}>`, known]) {
    await open(page, searchFor(query));
    await expect(page.getByRole('searchbox')).toHaveValue(query);
    await expect(page.locator(`img[src="${FOUND_NOWHERE}"], ${FOUND_NOWHERE}`)).toHaveCount(0);
  }
});
