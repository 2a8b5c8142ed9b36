import AxeBuilder from '@axe-core/playwright';
import type { Frame, Page } from '@playwright/test';
import { expect } from './browser.ts';

const RULE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Accessibility rules whose outcome depends on colors, and therefore on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

type Theme = 'light' | 'dark';

/**
 * Fails if axe finds a problem on the current page, by default in both the light and the dark theme. All rules are
 * checked in the first theme, and only {@link COLOR_RULES} in the others.
 */
export async function expectAccessible(
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<void> {
  await hoverToasts(page);
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme });
    await waitForAnimations(page);
    const isFirst = index === 0;
    const runOnly = isFirst
      ? ({ type: 'tag', values: RULE_TAGS } as const)
      : ({ type: 'rule', values: COLOR_RULES } as const);
    // Tags are passed to `options`, since `options` replaces what `withTags` has set.
    const { violations, passes } = await createAxeBuilder(page, await hasAxe(page))
      // For speed, axe collects only one result per passing rule, and loads no style sheets, since no rule reads them.
      .options({ runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } })
      // Legacy mode is sufficient for pages without frames. The default mode opens an additional page for each run.
      .setLegacyMode()
      .analyze();
    expect(passes.length).toBeGreaterThan(isFirst ? 10 : 0);
    const problems = violations.flatMap(({ id, help, nodes }) =>
      nodes
        // Target sizes within frames are ignored: the only frame is the editor's preview, whose
        // links are inactive.
        .filter(({ target }) => id !== 'target-size' || target.length === 1)
        .map(({ target, failureSummary }) => `${id}: ${help}\n${target}\n${failureSummary}`),
    );
    expect(problems, colorScheme).toEqual([]);
  }
}

/** Returns true if the axe script is loaded in the current document and its frames. */
async function hasAxe(page: Page): Promise<boolean> {
  const results = page.frames().map((frame) => frame.evaluate(() => 'axe' in globalThis));
  return (await Promise.all(results)).every(Boolean);
}

/** Creates an axe run for a page. The axe script of half a megabyte is sent to each document only once. */
function createAxeBuilder(page: Page, isLoaded: boolean): AxeBuilder {
  return new AxeBuilder(isLoaded ? { page, axeSource: ';' } : { page });
}

/** Keeps toasts visible, as if the pointer were over them, since a fading toast fails the contrast check. */
async function hoverToasts(page: Page): Promise<void> {
  const toasts = page.locator('[role=status]').locator('..');
  await toasts.evaluateAll((elements) => {
    // React derives `pointerenter` from `pointerover` events.
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

/** Waits until all running transitions have ended, since the contrast of a changing color is meaningless. */
async function waitForAnimations(page: Page): Promise<void> {
  await Promise.all(page.frames().map((frame) => waitForFrameAnimations(frame)));
}

async function waitForFrameAnimations(frame: Frame): Promise<void> {
  await frame.waitForLoadState();
  await frame.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const finiteAnimations = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      );
    await Promise.allSettled(finiteAnimations.map(({ finished }) => finished));
  });
}
