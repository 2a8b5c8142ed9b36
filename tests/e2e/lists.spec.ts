import type { Page, Route } from '@playwright/test';
import { type CategoryId, getCategory, getSubcategory } from '#domain/categories.ts';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { authorPath, categoryPath } from '#domain/paths.ts';
import { getCategoryPageTexts } from '#server/catalogue/category-overviews/category-texts.ts';
import {
  articleCards,
  categoryLink,
  listCardTitles,
  loadMoreLink,
  navigationLink,
} from './support/article-list.ts';
import {
  expect,
  openHydrated,
  test,
  triggerHydration,
  waitForNetworkIdle,
} from './support/browser.ts';
import { listArticlesByLargestCategory } from './support/library.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { WIDE_SCREEN_TAG } from './support/wide-screen-tag.ts';

test('Load More reaches the end of the list without gaps or repetitions', async ({
  page,
  library,
}) => {
  await openHydrated(page, '/articles');
  await expect(articleCards(page)).toHaveCount(10);
  for (let count = 20; count < library.articles.length + 10; count += 10) {
    await loadMoreLink(page).click();
    await expect(articleCards(page)).toHaveCount(Math.min(count, library.articles.length));
  }
  await expect(page.getByText('No more articles')).toBeVisible();
  await expect(loadMoreLink(page)).toHaveCount(0);
  expect(await listCardTitles(page)).toEqual(library.articles.map(({ title }) => title));
});

test('a list opened at a later page continues from it, and links back to the first page', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const expected = library.articles.map(({ title }) => title);
  await openHydrated(page, '/articles');
  await expect(loadMoreLink(page)).toHaveAttribute('href', /^\/articles\?from=/);
  const { data } = await (await page.request.get('/api/v1/articles?limit=5')).json();
  await openHydrated(page, `/articles?from=${data.nextToken}`);
  expect(await listCardTitles(page)).toEqual(expected.slice(5, 15));
  await loadMoreLink(page).click();
  await expect.poll(() => listCardTitles(page)).toEqual(expected.slice(5, 25));
  await page.getByRole('link', { name: 'Back to the start of the list' }).click();
  await expect(page).toHaveURL('/articles');
  await expect.poll(() => listCardTitles(page)).toEqual(expected.slice(0, 10));
  await page.goBack();
  await expect.poll(() => listCardTitles(page)).toEqual(expected.slice(5, 25));
});

test('after Load More the focus is on the first new article', async ({ page }) => {
  await openHydrated(page, '/articles');
  await loadMoreLink(page).press('Enter');
  await expect(articleCards(page).nth(10).getByRole('link').first()).toBeFocused();
});

test('going back from an article restores the list and its scroll position', async ({ page }) => {
  await openHydrated(page, '/articles');
  await loadMoreLink(page).click();
  const chosenCard = articleCards(page).nth(14);
  await chosenCard.scrollIntoViewIfNeeded();
  const { count, scrollTop } = {
    count: await articleCards(page).count(),
    scrollTop: await readScrollTop(page),
  };
  expect(scrollTop).toBeGreaterThan(500);

  await chosenCard.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Conclusion' })).toBeAttached();
  await expect.poll(() => readScrollTop(page)).toBe(0);
  await page.goBack();
  await expect(articleCards(page)).toHaveCount(count);
  await expect.poll(() => readScrollTop(page)).toBeCloseTo(scrollTop, -1);
});

test('a reload restores the list and its scroll position', { tag: LONG_TEST_TAG }, async ({
  page,
}) => {
  await openHydrated(page, '/articles');
  await loadMoreLink(page).click();
  await expect(articleCards(page)).toHaveCount(20);
  await articleCards(page).nth(13).scrollIntoViewIfNeeded();
  const scrollTop = await readScrollTop(page);

  await page.reload();
  await triggerHydration(page);
  await expect(articleCards(page)).toHaveCount(20);
  await expect.poll(() => readScrollTop(page)).toBeCloseTo(scrollTop, -1);
});

test('the URL of a filtered list shows the same list after a reload and in another browser', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, library }) => {
  const [category, articles] = listArticlesByLargestCategory(library)[0]!;
  const { subcategory } = articles[0]!;
  const expected = articles.filter((article) => article.subcategory === subcategory).slice(0, 10);
  const expectList = async (reader: typeof page) => {
    await expect.poll(() => listCardTitles(reader)).toEqual(expected.map(({ title }) => title));
    await expect(categoryLink(reader, getSubcategory(category, subcategory).name)).toHaveAttribute(
      'aria-current',
      'true',
    );
  };

  await openHydrated(page, '/articles');
  await categoryLink(page, getCategory(category).name).click();
  await categoryLink(page, getSubcategory(category, subcategory).name).click();
  await expect(page).toHaveURL(`/articles?category=${category}&subcategory=${subcategory}`);
  await expectList(page);
  await page.reload();
  await expectList(page);

  const otherPage = await context.newPage();
  await otherPage.goto(page.url());
  await expectList(otherPage);
});

test('a category and a subcategory are introduced, with authors and articles to start with', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const [, articles] = listArticlesByLargestCategory(library)[0]!;
  const { category, subcategory, authorAlias } = articles[0]!;
  const start = page.getByRole('region', { name: 'Start here' });
  const author = page.getByRole('list', { name: 'Authors' }).getByRole('link', {
    name: authorAlias,
    exact: true,
  });
  const expectIntroduced = async (chosenSubcategory: string | undefined) => {
    const { introduction, title, description } = getCategoryPageTexts(category, chosenSubcategory);
    await expect(page.getByText(introduction)).toBeVisible();
    await expect(page).toHaveTitle(`${title} – Octavo`);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', description);
    await expect(author).toBeVisible();
  };

  await page.goto(categoryPath(category));
  await expectIntroduced(undefined);
  await expect(start.getByRole('article')).toHaveCount(PAGE_SIZES.startHere);
  await triggerHydration(page);
  await categoryLink(page, getSubcategory(category, subcategory).name).click();
  await expectIntroduced(subcategory);
  await page.reload();
  await expectIntroduced(subcategory);
  await author.click();
  await expect(page).toHaveURL(authorPath(authorAlias));
});

test('choosing another category clears the subcategory', async ({ page, library }) => {
  const [[first, articles], [second]] = listArticlesByLargestCategory(library) as [
    [CategoryId, (typeof library)['articles']],
    [CategoryId, unknown],
  ];
  await openHydrated(page, `/articles?category=${first}&subcategory=${articles[0]!.subcategory}`);
  await categoryLink(page, getCategory(second).name).click();
  await expect(page).toHaveURL(`/articles?category=${second}`);
});

test('a category filters the authors, and an empty subcategory shows none', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const { alias, expertise } = library.authors[0]!;
  const { name, subcategories } = getCategory(expertise.category);
  const peers = library.authors.filter(
    (author) => author.expertise.category === expertise.category,
  );
  await openHydrated(page, '/authors');
  await categoryLink(page, name).click();
  await expect(page).toHaveURL(`/authors?category=${expertise.category}`);
  const rows = page.getByRole('region', { name: 'Authors' }).getByRole('listitem');
  await expect(rows).toHaveCount(peers.length);
  await expect(rows.getByRole('link', { name: alias })).toBeVisible();

  const usedSubcategories = new Set(peers.map((author) => author.expertise.subcategory));
  const emptySubcategory = subcategories.find(({ id }) => !usedSubcategories.has(id))!;
  await categoryLink(page, emptySubcategory.name).click();
  await expect(page.getByRole('heading', { name: 'No authors found' })).toBeVisible();
  await page.getByRole('link', { name: /^Browse / }).click();
  await expect(page).toHaveURL(`/authors?category=${expertise.category}`);
  await expect(rows).toHaveCount(peers.length);
});

test('a failed page of the list shows an error, and can be requested again', {
  tag: LONG_TEST_TAG,
}, async ({ page, browserErrors }) => {
  browserErrors.expect(/ERR_FAILED/);
  await openHydrated(page, '/articles');
  await page.route('**/api/v1/articles?*', (route) => route.abort());
  await loadMoreLink(page).click();
  await expect(page.getByRole('alert')).toContainText(ERROR_MESSAGES.moreArticlesFailed);
  await expect(articleCards(page)).toHaveCount(10);

  await page.unroute('**/api/v1/articles?*');
  await loadMoreLink(page).click();
  await expect(articleCards(page)).toHaveCount(20);
});

test('a list that fails to load shows an error, and can be requested again', {
  tag: LONG_TEST_TAG,
}, async ({ page, browserErrors, library }) => {
  browserErrors.expect(/ERR_FAILED/);
  const [category, articles] = listArticlesByLargestCategory(library)[0]!;
  await openHydrated(page, '/articles');
  await page.route('**/api/v1/articles?*', (route) => route.abort());
  await categoryLink(page, getCategory(category).name).click();
  await expect(page.getByRole('alert')).toContainText(ERROR_MESSAGES.articlesFailed);

  await page.unroute('**/api/v1/articles?*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(articleCards(page)).toHaveCount(Math.min(10, articles.length));
});

test('the Scroll to top button appears after 1000 pixels and scrolls to the top', async ({
  page,
}) => {
  await openHydrated(page, '/articles');
  await loadMoreLink(page).click();
  await expect(articleCards(page)).toHaveCount(20);
  const scrollToTopButton = page.getByRole('button', { name: 'Scroll to top' });
  // The test scrolls up, because pressing Load More has scrolled the page to its end.
  await scrollPageTo(page, 1000);
  await expect(scrollToTopButton).toHaveCount(0);
  await scrollPageTo(page, 1001);
  await expect(scrollToTopButton).toBeVisible();
  await scrollPageTo(page, 2000);
  await scrollToTopButton.click();
  await expect.poll(() => readScrollTop(page)).toBe(0);
  await expect(scrollToTopButton).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('the Scroll to top button covers no control', {
  tag: WIDE_SCREEN_TAG,
}, async ({ page }) => {
  await openHydrated(page, '/articles');
  await loadMoreLink(page).click();
  await expect(articleCards(page)).toHaveCount(20);
  const scrollToTopButton = page.getByRole('button', { name: 'Scroll to top' });
  const maxScrollTop = await page.evaluate(
    () => document.documentElement.scrollHeight - innerHeight,
  );
  await scrollPageTo(page, maxScrollTop);
  for (let y = maxScrollTop - 90; y > 1000; y -= 370) {
    await scrollPageTo(page, y);
    await expect(scrollToTopButton).toBeVisible();
    expect(await scrollToTopButton.evaluate(listCoveredControls), `${y} pixels down`).toEqual([]);
  }
});

test('a page of text has no Scroll to top button that would cover its lines', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  await openHydrated(page, '/terms');
  await scrollPageTo(page, 3000);
  await scrollPageTo(page, 2000);
  await expect(page.getByRole('button', { name: 'Scroll to top' })).toHaveCount(0);
});

for (const name of ['Home', 'Explore', 'Profile', 'Settings'] as const)
  test(`navigation to ${name} does not scroll the previous page`, {
    tag: LONG_TEST_TAG,
  }, async ({ page, library }) => {
    // The test delays the payload of the next screen until everything else, such as its styles, has arrived.
    const heldRoutes: Route[] = [];
    await page.route('**/page-payload/**', (route) => void heldRoutes.push(route));
    // For each of three sections, the path of a page on which the test clicks the navigation link. The test does not
    // scroll this page, because scrolling counts as an interaction.
    const sections = { Home: '/', Explore: library.articles[0]!.path, Settings: '/settings' };
    for (const [section, start] of Object.entries(sections)) {
      // A navigation link is not tested on the page that it leads to. The Explore link is tested on all three pages,
      // because it leads to none of them: the page in Explore is an article.
      if (section === name && section !== 'Explore') continue;
      await openHydrated(page, start);
      await recordScrollPositions(page);
      await navigationLink(page, name).click();
      await expect.poll(() => heldRoutes.length).toBeGreaterThan(0);
      await waitForNetworkIdle(page, /page-payload/);
      // Errors are ignored, because the browser may have aborted a delayed prefetch when it left the page.
      for (const route of heldRoutes.splice(0)) await route.continue().catch(() => {});
      await expect.poll(() => page.evaluate(() => location.pathname)).not.toBe(start);
      expect(await readScrollPositions(page), `from ${start}`).toEqual([0]);
    }
  });

/** Records the page's scroll position in every frame, for {@link readScrollPositions}. */
function recordScrollPositions(page: Page): Promise<void> {
  return page.evaluate(() => {
    const scrollPositions = new Set<number>();
    Object.assign(window, { scrollPositions });
    const recordFrame = () => {
      scrollPositions.add(Math.round(scrollY));
      requestAnimationFrame(recordFrame);
    };
    recordFrame();
  });
}

/** Returns the scroll positions recorded by {@link recordScrollPositions}, in pixels, without duplicates. */
function readScrollPositions(page: Page): Promise<number[]> {
  return page.evaluate(() => [
    ...(window as unknown as { scrollPositions: Set<number> }).scrollPositions,
  ]);
}

function scrollPageTo(page: Page, top: number): Promise<void> {
  return page.evaluate(
    (y) =>
      new Promise<void>((resolve) => {
        scrollTo({ top: y, behavior: 'instant' });
        // The page receives the scroll event within two frames.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
    top,
  );
}

/** Returns the controls that a floating button partly covers. Runs in the page. */
function listCoveredControls(button: Element): string[] {
  const box = button.getBoundingClientRect();
  return [...document.querySelectorAll('a, button, input')]
    .filter((control) => {
      const { top, bottom, left, right, width } = control.getBoundingClientRect();
      const isSeparate =
        right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom;
      // Content that is scrolled beneath the header may be covered.
      const isBeneathHeader = !!button.closest('header') && !!control.closest('main');
      const isInHeader = box.bottom <= document.querySelector('header')!.offsetHeight;
      return control !== button && width > 1 && !isSeparate && !(isInHeader && isBeneathHeader);
    })
    .map((control) => control.outerHTML.slice(0, 120));
}

function readScrollTop(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(scrollY));
}

test('hydration does not scroll the rows of categories', { tag: LONG_TEST_TAG }, async ({
  page,
}) => {
  const readScrollLefts = () =>
    page
      .getByRole('navigation', { name: 'Categories' })
      .locator('ul')
      .evaluateAll((rows) => rows.map(({ scrollLeft }) => scrollLeft));
  for (const filters of ['', '?category=mab', '?category=whc', '?category=mab&subcategory=soc']) {
    await page.goto(`/articles${filters}`);
    const before = await readScrollLefts();
    if (!filters) expect(before).toEqual([0]);
    await triggerHydration(page);
    expect(await readScrollLefts(), filters).toEqual(before);
  }
});
