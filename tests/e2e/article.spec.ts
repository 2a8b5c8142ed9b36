import type { Page } from '@playwright/test';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import { authorPath, categoryPath } from '#domain/paths.ts';
import { listCardTitles } from './support/article-list.ts';
import { expect, openHydrated, test, triggerHydration } from './support/browser.ts';
import {
  blockFonts,
  FONT_BLOCKED_ERROR,
  recordLayoutShifts,
  sumLayoutShifts,
} from './support/layout-shifts.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { expectStoredDataInPrivacyPolicy, signInByApiAndOpen } from './support/reader.ts';

test('an article links to its category and subcategory', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  const { path, category, subcategory, title } = library.articles[2]!;
  const steps = [
    [getCategory(category).name, categoryPath(category)],
    [getSubcategory(category, subcategory).name, categoryPath(category, subcategory)],
  ] as const;
  for (const [name, target] of steps) {
    await openHydrated(page, path);
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name, exact: true })
      .click();
    await expect(page).toHaveURL(target);
    await expect.poll(() => listCardTitles(page)).toContain(title);
  }
});

test('unrelated articles suggest different articles, and none of them twice', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const unrelated = [
    ...new Map(library.articles.map((article) => [article.category, article])).values(),
  ].slice(0, 4);
  const suggestedLists = new Set<string>();
  for (const { path, title, authorAlias } of unrelated) {
    await openHydrated(page, path);
    const suggestions = await listSuggestions(page);
    suggestedLists.add(suggestions.join('\n'));
    const more = await listSuggestions(page, `More from ${authorAlias}`);
    expect(suggestions.length).toBeGreaterThan(0);
    expect(new Set([title, ...suggestions, ...more]).size).toBe(
      1 + suggestions.length + more.length,
    );
  }
  expect(suggestedLists.size).toBe(unrelated.length);
});

test('suggestions begin with unread articles, without shifting visible content', {
  tag: LONG_TEST_TAG,
}, async ({ page, library, browserErrors }) => {
  browserErrors.allow(FONT_BLOCKED_ERROR);
  await blockFonts(page);
  const { path } = library.articles[0]!;
  await openHydrated(page, path);
  const [first, second, ...rest] = await listSuggestions(page);
  const read = library.articles.find(({ title }) => title === first)!;

  await signInByApiAndOpen(page, read.path);
  await page.getByRole('heading', { name: 'How did this one land?' }).scrollIntoViewIfNeeded();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('cache:finished')))
    .toContain(read.id);
  await expectStoredDataInPrivacyPolicy(page, ['cache:finished']);
  await openHydrated(page, path);
  await expect.poll(() => listSuggestions(page)).toEqual([second, ...rest, first]);

  // If a reader reloads the page while the suggested articles are visible, they must stay in the order of the server's
  // HTML.
  await page.getByRole('heading', { name: 'You may also like' }).scrollIntoViewIfNeeded();
  const scrollTop = await page.evaluate(() => scrollY);
  await recordLayoutShifts(page);
  await openHydrated(page, path);
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scrollTop);
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrollTop - 100);
  // The suggested articles must be visible before hydration, which reorders them only while they are not visible.
  await triggerHydration(page);
  expect(await listSuggestions(page)).toEqual([first, second, ...rest]);
  expect(await sumLayoutShifts(page)).toBeLessThan(0.01);
});

test('a persona’s influences are marked as the persona’s own words', async ({ page, library }) => {
  for (const { alias } of library.authors.slice(0, 3)) {
    await openHydrated(page, authorPath(alias));
    const quotations = page.getByRole('figure').filter({ has: page.getByRole('blockquote') });
    expect(await quotations.count()).toBeGreaterThan(0);
    for (const quotation of await quotations.all()) {
      await expect(quotation.getByRole('blockquote')).toHaveText(/^“.+”$/);
      await expect(quotation.locator('figcaption')).toHaveText(new RegExp(`^${alias} on \\S`));
    }
  }
});

/** Returns the titles of the articles suggested below the current article. */
function listSuggestions(page: Page, region = 'You may also like'): Promise<string[]> {
  return page
    .getByRole('region', { name: region })
    .getByRole('heading', { level: 3 })
    .allTextContents();
}
