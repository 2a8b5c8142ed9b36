import AxeBuilder from '@axe-core/playwright';
import type { Frame, Page } from '@playwright/test';
import { expect } from './browser.ts';

const RULE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The axe rules whose results depend on colors, and therefore on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

type Theme = 'light' | 'dark';

/**
 * Fails if the tool axe finds an accessibility problem on the current page. By default, checks the light and the dark
 * theme. Checks all rules in the first theme, and only {@link COLOR_RULES} in the other theme.
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
    // Tags are passed in `options`, because `options` would overwrite tags that are set with `withTags`.
    const { violations, passes } = await createAxeBuilder(page, await hasAxe(page))
      // To save time, axe collects only one result for each passed rule. It also loads no style sheets, because no rule
      // reads them.
      .options({ runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } })
      // Legacy mode is sufficient for pages without frames. The default mode opens an additional page for each run.
      .setLegacyMode()
      .analyze();
    expect(passes.length).toBeGreaterThan(isFirst ? 10 : 0);
    const problems = violations.flatMap(({ id, help, nodes }) =>
      nodes
        // The target sizes in frames are ignored, because the only frame is the studio's preview, whose links are
        // inactive.
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

/**
 * Creates a builder for an axe run. The axe script, which is half a megabyte in size, is sent to the page only if the
 * document has not loaded it.
 */
function createAxeBuilder(page: Page, isLoaded: boolean): AxeBuilder {
  return new AxeBuilder(isLoaded ? { page, axeSource: ';' } : { page });
}

/** Simulates a pointer over each toast, which keeps it visible. A fading toast would fail the contrast check. */
async function hoverToasts(page: Page): Promise<void> {
  const toasts = page.locator('[role=status]').locator('..');
  await toasts.evaluateAll((elements) => {
    // React calls `onPointerEnter` handlers for `pointerover` events.
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

/**
 * Waits until all running animations have ended, because a contrast check during a color transition would give wrong
 * results.
 */
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
