import type { Page } from '@playwright/test';
import { recordSkippedSuites } from '../../../scripts/recap.mjs';

/** Records layout shifts in all documents that the page opens later. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the sum of the current page's layout shifts. */
export function sumLayoutShifts(page: Page): Promise<number> {
  return page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
}

/**
 * Blocks the page's web fonts, because their arrival shifts the layout by an amount that depends on the device's
 * fallback fonts. Tests that call this function must allow the error {@link FONT_BLOCKED_ERROR}.
 */
export async function blockFonts(page: Page): Promise<void> {
  await page.route('**/*.woff2', (route) => route.abort());
}

export const FONT_BLOCKED_ERROR = /ERR_FAILED \(\S*\.woff2\)/;

/**
 * Returns true if the machine has one of the fallback fonts with adjusted widths (`src/ui/fallback-fonts.css`).
 * Otherwise, records that tests are skipped, so that the test run's summary reports this.
 */
export async function isFallbackFontInstalled(page: Page): Promise<boolean> {
  const isInstalled = await page.evaluate(async () => {
    const fallbackFaces = [...document.fonts].filter(({ family }) =>
      /Text (Times|Noto)/.test(family),
    );
    const loaded = await Promise.allSettled(fallbackFaces.map((face) => face.load()));
    return loaded.some(({ status }) => status === 'fulfilled');
  });
  if (!isInstalled)
    recordSkippedSuites(
      'layout shifts as fonts arrive were not measured: install Liberation Serif, Times New Roman or Noto Serif.',
    );
  return isInstalled;
}
