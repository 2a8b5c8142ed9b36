import type { Page } from '@playwright/test';
import { expect } from './browser.ts';

/** Fails when the page on show is wider than the narrowest phone, or hangs over its edge. */
export async function expectFitsNarrowPhone(page: Page): Promise<void> {
  await expectFitsWidth(page, 320);
}

/** Fails when the page on show is wider than a screen of so many pixels, or hangs over its edge. */
export async function expectFitsWidth(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  expect(await cutOff(page)).toEqual([]);
}

/** Sets the browser's own text size to 200 % of the usual 16 pixels, as a reader does in its settings. */
export async function doubleText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
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
