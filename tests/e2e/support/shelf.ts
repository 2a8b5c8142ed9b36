import type { Locator, Page } from '@playwright/test';

/** The cards of the list on show; those of other shelves are not among them. */
export function cards(page: Page): Locator {
  const title = page.getByRole('heading', { level: 2 });
  return page.getByRole('main').getByRole('listitem').getByRole('article').filter({ has: title });
}

/** The titles of the cards, in their order. */
export function titles(page: Page): Promise<string[]> {
  return cards(page).getByRole('heading', { level: 2 }).allTextContents();
}

export function loadMore(page: Page): Locator {
  return page.getByRole('link', { name: 'Load More' });
}

/** A link of the four sections: at the foot of a phone, in the header elsewhere. */
export function section(page: Page, name: 'Home' | 'Explore' | 'Profile' | 'Settings'): Locator {
  return page.getByRole('navigation', { name: /^(Main|Sections)$/ }).getByRole('link', { name });
}

/** The link to a category or subcategory, which says how much there is; no name has a letter patterns know. */
export function choice(page: Page, name: string): Locator {
  return page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: new RegExp(`^${name}( None yet| [\\d,]+ \\w+)?$`) });
}
