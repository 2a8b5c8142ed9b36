import type { Page } from '@playwright/test';

/** Has the pages that are opened from now on note what moves in them. Call it before the first. */
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

/** How much has moved in the page on show: the sum of its layout shifts. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
}
