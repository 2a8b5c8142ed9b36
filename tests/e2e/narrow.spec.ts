import type { Page } from '@playwright/test';
import { expect, open, test } from './support/browser.ts';
import { addressOf, PAGES } from './support/pages.ts';

for (const known of PAGES)
  test(`${known.name} does not scroll sideways at 320 pixels`, async ({
    page,
    library,
    faults,
  }) => {
    if (known.status !== 200) faults.expect(new RegExp(`${known.status}`));
    await page.setViewportSize({ width: 320, height: 640 });
    await open(page, addressOf(known, library));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await cutOff(page)).toEqual([]);
  });

/** What hangs over the edge of the window where nobody can scroll to it. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canScroll = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) ||
        canScroll(element.parentElement));
    return [...document.querySelectorAll('main *, header *, footer *, nav *')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (right > innerWidth + 1 || left < -1) && !canScroll(element);
      })
      .map((element) => element.outerHTML.slice(0, 120));
  });
}
