import type { Page } from '@playwright/test';
import type { SentenceTiming } from '#domain/timings.ts';
import { expect, test } from './support/browser.ts';
import {
  audioPlayer,
  chooseInPlayer,
  ensureNarration,
  fetchTimings,
  listenButton,
  openArticleAsPremiumReader,
  readAudioState,
  readHighlightedText,
  readHighlightHistory,
  readSentenceText,
} from './support/listening.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';

async function listen(page: Page): Promise<void> {
  await listenButton(page).click();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
}

/** Returns true if the sentence that is being spoken is visible. */
function isSentenceInView(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [range] = [...(CSS.highlights.get('spoken') ?? [])] as Range[];
    if (!range) return false;
    const { top, bottom } = range.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

/** Scrolls with the mouse wheel until the sentence that is being spoken is not visible. Returns the scroll position. */
async function scrollAway(page: Page, distance: number): Promise<number> {
  await waitForScrollEnd(page);
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, distance);
  await expect.poll(() => isSentenceInView(page)).toBe(false);
  await waitForScrollEnd(page);
  return readScrollTop(page);
}

const readScrollTop = (page: Page) => page.evaluate(() => scrollY);

/** Waits until the page stops scrolling. */
async function waitForScrollEnd(page: Page): Promise<void> {
  let last = Number.NaN;
  await expect
    .poll(async () => {
      const before = last;
      last = await readScrollTop(page);
      return last - before;
    })
    .toBe(0);
}

test('keeps the current sentence visible until the reader scrolls away', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const article = library.articles[0]!;
  await openArticleAsPremiumReader(page, article);
  await listen(page);
  const { sentences } = await fetchTimings(page, article, 'af');
  const findFirstSentence = (anchor: string) =>
    sentences.find((sentence) => sentence.anchor === anchor)!;
  /** Seeks to a sentence, and waits until it is highlighted. */
  const seekTo = async (sentence: SentenceTiming) => {
    const { length } = await readHighlightHistory(page);
    await page.evaluate((from) => {
      const audio = (window as unknown as { audioElements: HTMLAudioElement[] }).audioElements.at(
        -1,
      )!;
      audio.currentTime = from + 0.05;
    }, sentence.from);
    const text = await readSentenceText(page, sentence);
    await expect.poll(async () => (await readHighlightHistory(page)).slice(length)).toContain(text);
  };
  await seekTo(findFirstSentence('keyPoints.2.paragraphs.0'));
  await expect.poll(() => isSentenceInView(page)).toBe(true);

  const scrollTop = await scrollAway(page, -3000);
  await seekTo(findFirstSentence('keyPoints.2.takeaway'));
  await seekTo(findFirstSentence('conclusion.0'));
  expect(await readScrollTop(page)).toBe(scrollTop);

  // After the reader has scrolled to the spoken sentence, the page must follow the narration again.
  await page.locator('[data-anchor="keyPoints.1.takeaway"]').scrollIntoViewIfNeeded();
  await seekTo(findFirstSentence('keyPoints.1.takeaway'));
  expect(await isSentenceInView(page)).toBe(true);
  await seekTo(findFirstSentence('conclusion.0'));
  await expect.poll(() => isSentenceInView(page)).toBe(true);
});

test('keeps the scroll position of a reader who scrolled away when another recording replaces the current one', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const article = library.articles[0]!;
  await openArticleAsPremiumReader(page, article);
  await ensureNarration(page, article, 'full', 'am');
  // Simulates a narration whose full recording is still in progress: responds with 202 and the preview's timings, as
  // the server would.
  await page.route(/\.af\.json$/, async (route) => {
    const url = route.request().url().replace('.json', '.preview.json');
    await route.fulfill({ response: await route.fetch({ url }), status: 202 });
  });
  /** Waits until the player has switched to another recording and played two of its sentences. */
  const waitUntilPlaying = async (recording: RegExp) => {
    await expect.poll(async () => (await readAudioState(page)).source).toMatch(recording);
    const { length } = await readHighlightHistory(page);
    await expect
      .poll(async () => (await readHighlightHistory(page)).length)
      .toBeGreaterThan(length + 1);
  };

  await listen(page);
  await expect.poll(() => readHighlightedText(page)).not.toBe('');
  const scrollTop = await scrollAway(page, 6000);
  await page.unroute(/\.af\.json$/);
  await waitUntilPlaying(/\.af\.mp3/);
  expect(await readScrollTop(page)).toBe(scrollTop);

  await audioPlayer(page)
    .getByRole('button', { name: /Open the player/ })
    .click();
  const player = page.getByRole('dialog');
  await chooseInPlayer(page, 'Narrator', 'American Male');
  await page.keyboard.press('Escape');
  await expect(player).toBeHidden();
  await waitUntilPlaying(/\.am\.mp3/);
  expect(await readScrollTop(page)).toBe(scrollTop);
});

test('scrolls to the sentence after a far seek in the player', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  await openArticleAsPremiumReader(page, library.articles[0]!);
  await listen(page);
  await expect.poll(() => readHighlightedText(page)).not.toBe('');
  const player = page.getByRole('dialog');
  const goToPart = async (index: number) => {
    await audioPlayer(page)
      .getByRole('button', { name: /Open the player/ })
      .click();
    const parts = player.getByRole('region', { name: 'Parts' }).getByRole('button');
    await parts.nth(index).click();
    await page.keyboard.press('Escape');
    await expect(player).toBeHidden();
  };
  await goToPart(3);
  await expect.poll(() => isSentenceInView(page)).toBe(true);

  await scrollAway(page, -6000);
  await goToPart(4);
  await expect.poll(() => isSentenceInView(page)).toBe(true);

  await scrollAway(page, -6000);
  await audioPlayer(page)
    .getByRole('button', { name: /Open the player/ })
    .click();
  await player.getByRole('link', { name: 'Back to the sentence' }).click();
  await expect(player).toBeHidden();
  await expect.poll(() => isSentenceInView(page)).toBe(true);
});
