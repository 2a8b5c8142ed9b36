import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './browser.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Theme = 'light' | 'dark';

/** Fails with what axe finds wrong in the page on show, in the light and in the dark theme unless told otherwise. */
export async function expectAccessible(
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<void> {
  await restOnToasts(page);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await untilItRests(page);
    const { violations, passes } = await new AxeBuilder({ page })
      .withTags(RULES)
      // Of what is right, one element a rule is proof enough.
      .options({ resultTypes: ['violations'] })
      // There are no frames; in its other mode it opens a page of its own for each run.
      .setLegacyMode()
      .analyze();
    expect(passes.length).toBeGreaterThan(10);
    const complaints = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}\n${target}\n${failureSummary}`),
    );
    expect(complaints, colorScheme).toEqual([]);
  }
}

/** Keeps toasts on the page, as for a reader who rests on them: one that fades away has no contrast. */
async function restOnToasts(page: Page): Promise<void> {
  const toasts = page.locator('[role=status]').locator('..');
  await toasts.evaluateAll((elements) => {
    // React makes its `pointerenter` of these.
    for (const element of elements)
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  });
  const countFading = () =>
    toasts
      .locator('[role] > *')
      .evaluateAll(
        (cards) => cards.filter((card) => getComputedStyle(card).opacity !== '1').length,
      );
  await expect.poll(countFading).toBe(0);
}

/** Buttons fade from one theme's colours into the other's, and have neither's contrast meanwhile. */
async function untilItRests(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((frame) => requestAnimationFrame(frame));
    const passing = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      );
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}
