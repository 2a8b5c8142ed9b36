import type { Page } from '@playwright/test';
import { ALL_ACCEPTED_CHOICES, ALL_REJECTED_CHOICES } from '#domain/consent.ts';
import { MIN_READING_TIME_SHARE } from '#domain/counts.ts';
import { expect, openHydrated, test } from './support/browser.ts';
import { createConsentState } from './support/consent.ts';
import {
  audioPlayer,
  listenButton,
  openArticleAsPremiumReader,
  seekNearEnd,
} from './support/listening.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';

interface SentCount {
  kind: string;
  visit: string;
  article: { authorAlias: string; id: string };
  cookie: string | undefined;
}

/** Returns a list that collects the counts, such as completed readings, that the page sends from now on. */
function watchCounts(page: Page): SentCount[] {
  const sent: SentCount[] = [];
  page.on('request', async (request) => {
    if (!request.url().endsWith('/api/v1/counts')) return;
    const index = sent.push({ ...request.postDataJSON(), cookie: undefined }) - 1;
    sent[index]!.cookie = (await request.allHeaders()).cookie;
    expect((await request.response())!.status()).toBe(204);
  });
  return sent;
}

const listKinds = (sent: readonly SentCount[]) => sent.map(({ kind }) => kind);

/**
 * Opens an article with a simulated clock. Scrolls a little, because this makes the page load the code that measures
 * reading time.
 */
async function openToRead(page: Page, path: string): Promise<void> {
  await page.clock.install();
  const codeResponse = page.waitForResponse(/\/assets\/count-article-once-read-[^/]+\.js$/);
  await openHydrated(page, path);
  await page.evaluate(() => scrollTo({ top: 10, behavior: 'instant' }));
  await codeResponse;
}

/** Scrolls through the article in steps of half a window, and waits `seconds` of simulated time after each step. */
async function scrollThrough(page: Page, seconds: number): Promise<void> {
  const { height, screen } = await page.evaluate(() => ({
    height: document.querySelector('article')!.scrollHeight,
    screen: innerHeight,
  }));
  for (let top = 0; top < height; top += screen / 2) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), top);
    await page.evaluate(waitForIntersections);
    await page.clock.runFor(1000 * seconds);
  }
}

/**
 * Resolves when the browser has notified the page's intersection observers of newly visible elements. This happens in
 * the browser's next frame, which the simulated clock does not control. Runs in the page.
 */
function waitForIntersections(): Promise<void> {
  return new Promise((resolve) => {
    // Observers are notified in the order in which they were created, so the page's observers are notified before this
    // one.
    const observer = new IntersectionObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.documentElement);
  });
}

for (const [description, choices, expected] of [
  ['once, and nothing more without consent to analytics', ALL_REJECTED_CHOICES, ['read']],
  [
    'once, and with consent as read to the end',
    ALL_ACCEPTED_CHOICES,
    ['read', 'agreed', 'finished'],
  ],
] as const)
  test.describe(`an article counts as read ${description}`, () => {
    test.use({ storageState: createConsentState(choices) });

    test('when it was in view for long enough', async ({ page, library }) => {
      const { path, authorAlias, id, readingMinutes } = library.articles[0]!;
      const sent = watchCounts(page);
      await openToRead(page, path);
      await scrollThrough(page, 0.1);
      expect(sent).toEqual([]);
      await scrollThrough(page, readingMinutes * 60 * MIN_READING_TIME_SHARE);
      await expect.poll(() => listKinds(sent)).toEqual(expected);
      for (const each of sent) {
        expect(each.article).toEqual({ authorAlias, id });
        expect(each.cookie).toBeUndefined();
      }
      await scrollThrough(page, readingMinutes * 60);
      expect(sent).toHaveLength(expected.length);
    });
  });

test('a browser with Global Privacy Control is not counted, and does not load the counting code', async ({
  page,
  library,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  );
  const sent = watchCounts(page);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const { path, readingMinutes } = library.articles[0]!;
  await page.clock.install();
  await openHydrated(page, path);
  await scrollThrough(page, readingMinutes * 60);
  expect(scripts.filter((url) => /\/reading-code-/.test(url))).toHaveLength(1);
  expect(scripts.filter((url) => /\/count-article-once-read-/.test(url))).toEqual([]);
  expect(sent).toEqual([]);
});

test('sharing is counted once, and closing the share sheet is not counted', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, library }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const sent = watchCounts(page);
  await openHydrated(page, library.articles[0]!.path);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Share' });
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  for (let times = 0; times < 2; times++) await sheet.getByRole('button', { name: /^Cop/ }).click();
  await expect.poll(() => listKinds(sent)).toEqual(['share']);
});

test('listening is counted, and seeking is not', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  const sent = watchCounts(page);
  await openArticleAsPremiumReader(page, library.articles[0]!);
  await listenButton(page).click();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
  await seekNearEnd(page, 2);
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'ended');
  expect(listKinds(sent)).toEqual([]);
  await audioPlayer(page).getByRole('button', { name: 'Play again' }).click();
  // The playback rate is 16, so that a quarter of the narration plays within seconds.
  await page.evaluate(() => {
    const { audioElements } = window as unknown as { audioElements: HTMLAudioElement[] };
    audioElements.at(-1)!.playbackRate = 16;
  });
  await expect.poll(() => listKinds(sent)).toEqual(['listen25']);
  await audioPlayer(page).getByRole('button', { name: 'Close the player' }).click();
});
