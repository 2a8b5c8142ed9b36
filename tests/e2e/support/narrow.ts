import type { Page } from '@playwright/test';
import { expect } from './browser.ts';

/** Fails when the page on show is wider than the narrowest phone, or hangs over its edge. */
export async function fitsNarrowPhone(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await cutOff(page)).toEqual([]);
}

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
