import AxeBuilder from '@axe-core/playwright';
import type { Frame, Page } from '@playwright/test';
import { expect } from './browser.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules whose outcome depends on colors: a theme changes nothing else. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block'];

type Theme = 'light' | 'dark';

/**
 * Fails with the problems that axe finds on the current page, by default in the light and the dark theme.
 * Every rule is checked in the first theme, and {@link RULES_OF_COLOR} in the others.
 */
export async function expectAccessible(
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<void> {
  await restOnToasts(page);
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme });
    await untilItRests(page);
    const isFirst = index === 0;
    const runOnly = isFirst
      ? ({ type: 'tag', values: RULES } as const)
      : ({ type: 'rule', values: RULES_OF_COLOR } as const);
    // All in one call: `options` replaces what `withTags` has set.
    const { violations, passes } = await axeFor(page, await hasAxe(page))
      // One result per passing rule is enough. None of these rules reads style sheets.
      .options({ runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } })
      // There are no frames; in its other mode it opens a page of its own for each run.
      .setLegacyMode()
      .analyze();
    expect(passes.length).toBeGreaterThan(isFirst ? 10 : 0);
    const complaints = violations.flatMap(({ id, help, nodes }) =>
      nodes
        // A frame shows the editor's preview, whose links lead nowhere. The page itself is measured elsewhere.
        .filter(({ target }) => id !== 'target-size' || target.length === 1)
        .map(({ target, failureSummary }) => `${id}: ${help}\n${target}\n${failureSummary}`),
    );
    expect(complaints, colorScheme).toEqual([]);
  }
}

/** Returns true if axe is loaded in the current document and its frames. */
async function hasAxe(page: Page): Promise<boolean> {
  const each = page.frames().map((frame) => frame.evaluate(() => 'axe' in globalThis));
  return (await Promise.all(each)).every(Boolean);
}

/** Returns a run of axe. Its source, half a megabyte, goes to each document once. */
function axeFor(page: Page, isThere: boolean): AxeBuilder {
  return new AxeBuilder(isThere ? { page, axeSource: ';' } : { page });
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
  await Promise.all(page.frames().map((frame) => untilFrameRests(frame)));
}

async function untilFrameRests(frame: Frame): Promise<void> {
  await frame.waitForLoadState();
  await frame.evaluate(async () => {
    await document.fonts.ready;
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
