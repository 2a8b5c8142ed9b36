import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { expect, openHydrated, test } from './support/browser.ts';
import { expectNoLayoutProblems } from './support/layout.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';

/** Background color of the page in the sepia theme. */
const SEPIA = 'rgb(241, 231, 208)';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('choices apply immediately, and in every frame of the next visit', async ({
  page,
  library,
}) => {
  const { path } = library.articles[0]!;
  await openHydrated(page, path);
  const before = await readParagraph(page);
  await openSettings(page);
  for (const name of ['Sepia', 'Largest', 'Relaxed', 'Sans']) await choose(page, name);
  const after = await readParagraph(page);
  expect(after.size / before.size).toBeCloseTo(1.6, 2);
  expect(after.lineHeight / before.lineHeight).toBeCloseTo(1.6 * 1.2, 1);
  expect(after.family).not.toBe(before.family);
  expect(after.background).toBe(SEPIA);

  await recordFrames(page);
  await page.goto(path);
  await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0);
  // The page must not be hydrated yet, because the test checks the styles that apply before hydration.
  expect(await page.evaluate(() => 'wasHydrated' in globalThis)).toBe(false);
  expect(await readParagraph(page)).toEqual(after);
  expect(await page.evaluate(() => (globalThis as unknown as Recorded).recorded)).toEqual([
    `${after.size}px ${SEPIA}`,
  ]);
});

test('the settings can be operated by keyboard, reset, and closed', async ({ page, library }) => {
  await openHydrated(page, library.articles[0]!.path);
  const before = await readParagraph(page);
  await settingsButton(page).focus();
  await page.keyboard.press('Enter');
  // The dialog receives focus only after it has appeared, so the test waits for this.
  const focused = page.getByRole('dialog', { name: 'Reading settings' }).locator(':focus');
  await expect(focused).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Normal' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Large', exact: true })).toBeChecked();
  expect((await readParagraph(page)).size).toBeGreaterThan(before.size);
  await page.getByRole('button', { name: 'Reset' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Normal' })).toBeFocused();
  expect(await readParagraph(page)).toEqual(before);
  await expect(page.getByRole('button', { name: 'Reset' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(settingsButton(page)).toBeFocused();
});

test('each label of the settings takes one line on phones', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  await openHydrated(page, library.articles[0]!.path);
  await openSettings(page);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const lineCounts = await page
      .getByRole('dialog')
      .locator('legend:visible')
      .evaluateAll((labels) =>
        labels.map((label) => {
          const text = document.createRange();
          text.selectNodeContents(label);
          return [label.textContent, text.getClientRects().length];
        }),
      );
    expect(lineCounts.length).toBeGreaterThan(3);
    for (const [label, count] of lineCounts) expect(count, `${label} at ${width}`).toBe(1);
  }
});

test('the legible typeface loads only when it is chosen', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  const { path } = library.articles[0]!;
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('octavo-legible')) fonts.push(request.url());
  });
  await openHydrated(page, path);
  await openSettings(page);
  await choose(page, 'Sans');
  await page.evaluate(() => document.fonts.ready);
  expect(fonts).toEqual([]);
  await choose(page, 'Legible');
  await expect.poll(() => fonts.length).toBe(1);
  await expect.poll(() => isLegibleLoaded(page)).toBe(true);
  await page.goto(path);
  await expect.poll(() => isLegibleLoaded(page)).toBe(true);
});

test('choices on the settings page apply to an article in another tab', async ({
  page,
  context,
  library,
}) => {
  await openHydrated(page, library.articles[0]!.path);
  const { size } = await readParagraph(page);
  const settingsPage = await context.newPage();
  await openHydrated(settingsPage, '/settings');
  await choose(settingsPage, 'Small');
  await expect.poll(async () => (await readParagraph(page)).size / size).toBeCloseTo(0.875, 2);
});

test('an article and the settings are accessible in the sepia theme', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  await storeSettings(page, 'sepia', 'relaxed');
  await openHydrated(page, library.articles[0]!.path);
  await expectAccessible(page, ['light']);
  await openSettings(page);
  await expectAccessible(page, ['light']);
  await openHydrated(page, '/settings');
  await expectAccessible(page, ['light']);
  expect((await readParagraph(page)).background).toBe(SEPIA);
});

test('an article in the largest text has a sound layout', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  await storeSettings(page, 'system', 'largest relaxed legible wide');
  await openHydrated(page, library.articles[0]!.path);
  expect((await readParagraph(page)).size).toBeGreaterThan(25);
  await expectNoLayoutProblems(page);
});

test('the column width can be chosen on a wide screen', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  await openHydrated(page, library.articles[0]!.path);
  await openSettings(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('radio', { name: 'Wide' })).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  const widths: number[] = [];
  for (const name of ['Narrow', 'Medium', 'Wide']) {
    await choose(page, name);
    widths.push((await readParagraph(page)).width);
  }
  expect(widths).toEqual(widths.toSorted((a, b) => a - b));
  expect(new Set(widths).size).toBe(3);
});

const settingsButton = (page: Page) => page.getByRole('button', { name: 'Reading settings' });

async function openSettings(page: Page): Promise<void> {
  await settingsButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Reading settings' })).toBeVisible();
}

async function choose(page: Page, name: string): Promise<void> {
  const radio = page.getByRole('radio', { name, exact: true });
  await radio.check({ force: true });
  await expect(radio).toBeChecked();
}

/** Makes the next pages start with a stored theme and stored reading settings. */
async function storeSettings(page: Page, theme: string, reading: string): Promise<void> {
  await page.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    { theme, reading },
  );
}

/** Returns the computed styles of the first paragraph of an article, or of the sample text on the settings page. */
function readParagraph(page: Page) {
  return page.evaluate(() => {
    const paragraph = document.querySelector('.reading .prose p, .reading p.prose')!;
    const { fontSize, lineHeight, fontFamily } = getComputedStyle(paragraph);
    return {
      size: Number.parseFloat(fontSize),
      lineHeight: Number.parseFloat(lineHeight),
      family: fontFamily,
      width: paragraph.getBoundingClientRect().width,
      background: getComputedStyle(document.body).backgroundColor,
    };
  });
}

interface Recorded {
  /** Each distinct pair of text size and background color in the frames so far. */
  recorded: string[];
}

/** Records the first paragraph's text size and the page's background color in every frame of the next pages. */
async function recordFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const recorded: string[] = [];
    Object.assign(globalThis, { recorded });
    const record = () => {
      const paragraph = document.querySelector('.reading .prose p');
      if (paragraph) {
        const { backgroundColor } = getComputedStyle(document.body);
        const frame = `${getComputedStyle(paragraph).fontSize} ${backgroundColor}`;
        if (!recorded.includes(frame)) recorded.push(frame);
      }
      requestAnimationFrame(record);
    };
    record();
  });
}

function isLegibleLoaded(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.fonts].some(
      ({ family, status }) => family.includes('Octavo Legible') && status === 'loaded',
    ),
  );
}
