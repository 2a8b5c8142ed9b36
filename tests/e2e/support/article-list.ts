import type { Locator, Page } from '@playwright/test';

/** Returns the article cards in the page's main list, without the cards of suggested articles. */
export function articleCards(page: Page): Locator {
  const title = page.getByRole('heading', { level: 2 });
  return page.getByRole('main').getByRole('listitem').getByRole('article').filter({ has: title });
}

/** Returns the titles of the articles in the page's main list. */
export function listCardTitles(page: Page): Promise<string[]> {
  return articleCards(page).getByRole('heading', { level: 2 }).allTextContents();
}

export function loadMoreLink(page: Page): Locator {
  return page.getByRole('link', { name: 'Load More' });
}

/**
 * Returns the navigation link to one of the app's four sections. The link is in the bar at the bottom on a phone, and
 * in the header on wider screens.
 */
export function navigationLink(
  page: Page,
  name: 'Home' | 'Explore' | 'Profile' | 'Settings',
): Locator {
  return page.getByRole('navigation', { name: /^(Main|Sections)$/ }).getByRole('link', { name });
}

/**
 * Returns the link to a category or subcategory, whose label may include a count. The name must not contain characters
 * with a special meaning in regular expressions.
 */
export function categoryLink(page: Page, name: string): Locator {
  return page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: new RegExp(`^${name}( None yet| [\\d,]+ \\w+)?$`) });
}
