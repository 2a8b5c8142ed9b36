import type { Page } from '@playwright/test';
import { expect } from './browser.ts';

/** Fails if the current page does not fit the narrowest supported phone, or if an element is cut off there. */
export async function expectFitsNarrowPhone(page: Page): Promise<void> {
  await expectFitsWidth(page, 320);
}

/** Fails if the current page is wider than a window of `width` pixels, or if an element extends beyond this window. */
export async function expectFitsWidth(page: Page, width: number): Promise<void> {
  // The check is repeated, because a chart adapts to a new window width with a delay.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  expect(await listCutOffElements(page)).toEqual([]);
}

/** Fails if a visible word is broken across two lines, except after a hyphen or dash in its text. */
export async function expectWholeWords(page: Page): Promise<void> {
  expect(await findBrokenWords(page)).toEqual([]);
}

/**
 * Returns the words that are broken across two lines. Ignores URLs and email addresses, which may be broken anywhere.
 */
export function findBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const countLines = (text: Text, from: number, length: number): number => {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, from + length);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      return new Set(boxes.map(({ bottom }) => Math.round(bottom))).size;
    };
    /** Returns true for text with a drop cap, whose first letter spans several lines. */
    const hasDropCap = ({ parentElement }: Text): boolean =>
      getComputedStyle(parentElement!, '::first-letter').getPropertyValue('initial-letter') !==
      'normal';
    const brokenWords: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (text.parentElement!.closest('script, style, noscript, svg, code, .vh')) continue;
      for (const { index: start, 0: token } of text.data.matchAll(/\S+/g)) {
        if (/[@/.]\w/.test(token) || (start === 0 && hasDropCap(text))) continue;
        for (const { index, 0: word } of token.matchAll(/[^-–—]+/g))
          if (countLines(text, start + index, word.length) > 1) brokenWords.push(token);
      }
    }
    return brokenWords;
  });
}

/** Doubles the browser's text size to 32 pixels, as readers can in the browser's settings. */
export async function doubleTextSize(page: Page): Promise<void> {
  await setTextSize(page, 200);
}

/** Sets the browser's text size to a percentage of the default 16 pixels. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const fontSizes = { standard: (16 * percent) / 100, fixed: (13 * percent) / 100 };
  await session.send('Page.setFontSizes', { fontSizes });
}

/** Returns the elements that extend beyond the window and cannot be scrolled into view. */
function listCutOffElements(page: Page): Promise<string[]> {
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
