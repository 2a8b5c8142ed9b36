import type { Page } from '@playwright/test';
import { recordSkipped } from '../../../scripts/recap.mjs';

/** Makes the pages that are opened from now on record their layout shifts. Call it before the first. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the sum of the layout shifts of the page on show. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
}

/**
 * Keeps the page's own fonts away, so that only what a test is about can shift: how far lines move when fonts arrive
 * depends on the fonts of the device. Tests that use it allow {@link FONT_REFUSED}.
 */
export async function refuseFonts(page: Page): Promise<void> {
  await page.route('**/*.woff2', (route) => route.abort());
}

export const FONT_REFUSED = /ERR_FAILED \(\S*\.woff2\)/;

/**
 * Returns true if the machine has one of the serifs that replace the page's fonts until these are loaded
 * (`src/ui/fallback-fonts.css`). Otherwise the end of the run reports the skipped tests.
 */
export async function hasStandInFont(page: Page): Promise<boolean> {
  const isThere = await page.evaluate(async () => {
    const standIns = [...document.fonts].filter(({ family }) => /Text (Times|Noto)/.test(family));
    const loaded = await Promise.allSettled(standIns.map((face) => face.load()));
    return loaded.some(({ status }) => status === 'fulfilled');
  });
  if (!isThere)
    recordSkipped(
      'layout shifts as fonts arrive were not measured: install Liberation Serif, Times New Roman or Noto Serif.',
    );
  return isThere;
}
