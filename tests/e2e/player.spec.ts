import type { Page, Route } from '@playwright/test';
import { expect, openHydrated, test } from './support/browser.ts';
import {
  audioPlayer,
  ensureNarration,
  ensureNarratorSample,
  fetchTimings,
  installAudioAndHighlightTracking,
  listenButton,
  openArticleAsPremiumReader,
  readAudioState,
  readHighlightedText,
  readHighlightHistory,
  readSentenceText,
  seekNearEnd,
} from './support/listening.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { signInByApiAndOpen } from './support/reader.ts';

/**
 * The number of bytes of a recording that the browser receives before the test removes the recording. They contain the
 * cover and a minute of audio, with which playback can start.
 */
const RECEIVED_BYTES = 400_000;
/**
 * A playback position, in seconds, near the end of the received part. At this position, the browser requests the rest
 * of the recording.
 */
const REFETCH_POSITION = 50;

async function listen(page: Page): Promise<void> {
  await listenButton(page).click();
  await expectPlaying(page);
}

async function expectPlaying(page: Page): Promise<void> {
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
}

/** Returns the URL of the audio file that the player has loaded. */
function readSource(page: Page): Promise<string> {
  return page.evaluate(
    () => (window as unknown as { audioElements: HTMLAudioElement[] }).audioElements.at(-1)!.src,
  );
}

/** Returns the number of audio elements that are playing. */
function countPlaying(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      (window as unknown as { audioElements: HTMLAudioElement[] }).audioElements.filter(
        ({ paused }) => !paused,
      ).length,
  );
}

test('replaces a recording that is removed during playback, at the same sentence', {
  tag: LONG_TEST_TAG,
}, async ({ page, library, browserErrors }) => {
  test.slow();
  browserErrors.expect(/404/);
  const article = library.articles[0]!;
  await openArticleAsPremiumReader(page, article);
  await ensureNarration(page, article, 'full', 'bf');
  const removed = await fetchTimings(page, article, 'af');
  const replacement = await fetchTimings(page, article, 'bf');
  // After the recording has been removed, another narrator's recording is served instead. It simulates a new recording,
  // because its timings are different.
  const fulfillWithReplacement = async (route: Route) => {
    const url = route.request().url().replace('.af.', '.bf.');
    await route.fulfill({ response: await route.fetch({ url }) });
  };
  await page.route(`**/*.af.mp3?recording=${replacement.recording}`, fulfillWithReplacement);
  let isRemoved = false;
  await page.route(`**/*.af.mp3?recording=${removed.recording}`, async (route) => {
    const headers = await route.request().allHeaders();
    const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
    if (from < RECEIVED_BYTES && !isRemoved) {
      const range = `bytes=${from}-${RECEIVED_BYTES - 1}`;
      return route.fulfill({ response: await route.fetch({ headers: { ...headers, range } }) });
    }
    // The test removes the recording only when the playback position is near the end of the part that the browser has
    // received.
    await expect
      .poll(async () => (await readAudioState(page)).seconds)
      .toBeGreaterThan(REFETCH_POSITION);
    isRemoved = true;
    await page.route('**/*.af.json', fulfillWithReplacement);
    return route.fulfill({ status: 404 });
  });

  await listen(page);
  const startCount = (await readHighlightHistory(page)).length;
  await page.evaluate((seconds) => {
    (window as unknown as { audioElements: HTMLAudioElement[] }).audioElements.at(-1)!.currentTime =
      seconds;
  }, REFETCH_POSITION);
  await expect.poll(() => readSource(page)).toContain(`recording=${replacement.recording}`);
  await expectPlaying(page);
  const before = (await readHighlightHistory(page)).length;
  // Playback must continue, and highlights must follow the timings of the new recording.
  await expect.poll(async () => (await readHighlightHistory(page)).length).toBeGreaterThan(before);
  await expect
    .poll(async () => {
      const { seconds } = await readAudioState(page);
      const currentSentence = replacement.sentences.find(({ to }) => seconds <= to)!;
      return (await readHighlightedText(page)) === (await readSentenceText(page, currentSentence));
    })
    .toBe(true);
  // Playback must continue with the interrupted sentence, without skipping a sentence.
  const texts = await Promise.all(
    replacement.sentences.map((sentence) => readSentenceText(page, sentence)),
  );
  const sentenceIndexes = (await readHighlightHistory(page))
    .slice(startCount)
    .map((text) => texts.indexOf(text));
  for (const [position, sentenceIndex] of sentenceIndexes.entries())
    expect([0, 1], `${sentenceIndexes}`).toContain(
      sentenceIndex - (sentenceIndexes[position - 1] ?? sentenceIndex),
    );
});

test('seeks by click and by drag', async ({ page, library }) => {
  await openArticleAsPremiumReader(page, library.articles[0]!);
  await listen(page);
  // The player is paused, so that the position changes only when the test seeks.
  await audioPlayer(page).getByRole('button', { name: 'Pause' }).click();
  const readProgress = async () => {
    const { seconds, duration } = await readAudioState(page);
    return seconds / duration;
  };
  const { x, y, width } = (await audioPlayer(page).getByRole('slider').boundingBox())!;
  // The slider's visible line is 28 pixels below the slider's top.
  const lineY = y + 28;
  await page.mouse.click(x + width / 2, lineY);
  await expect.poll(readProgress).toBeGreaterThan(0.47);
  expect(await readProgress()).toBeLessThan(0.55);
  await page.mouse.move(x + width / 2, lineY);
  await page.mouse.down();
  await page.mouse.move(x + 0.6 * width, lineY, { steps: 3 });
  await page.mouse.move(x + 0.8 * width, lineY, { steps: 3 });
  await page.mouse.up();
  await expect.poll(readProgress).toBeGreaterThan(0.77);
  expect(await readProgress()).toBeLessThan(0.85);
});

test('continues to play while another tab is in front', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  await openArticleAsPremiumReader(page, library.articles[0]!);
  await listen(page);
  const otherPage = await page.context().newPage();
  await otherPage.goto('/faq');
  await otherPage.bringToFront();
  const before = (await readAudioState(page)).seconds;
  await expect.poll(async () => (await readAudioState(page)).seconds).toBeGreaterThan(before + 2);
  await otherPage.close();
});

test('stays silent in a tab that is waiting for a recording if another tab has started to play', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const article = library.articles[0]!;
  await openArticleAsPremiumReader(page, article);
  const timingsReleased = Promise.withResolvers<void>();
  await page.route(/\.af\.json$/, async (route) => {
    await timingsReleased.promise;
    await route.continue();
  });
  await listenButton(page).click();
  await expect(audioPlayer(page)).toContainText('Finding the narration…');
  const otherPage = await page.context().newPage();
  await openHydrated(otherPage, article.path);
  await listen(otherPage);
  timingsReleased.resolve();
  await expect(audioPlayer(page)).toContainText('American Female');
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'paused');
  await expect(audioPlayer(otherPage)).toHaveAttribute('data-status', 'playing');
  expect((await readAudioState(page)).isPaused).toBe(true);
  await otherPage.close();
});

test('never plays a sample and a narration together', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  await openArticleAsPremiumReader(page, library.articles[0]!);
  await ensureNarratorSample(page, 'bf');
  await listen(page);
  await page.getByRole('link', { name: 'Settings' }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL('/settings');
  const sample = page.getByRole('button', { name: 'Hear a sample of British Female' });
  await sample.click();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'paused');
  await expect.poll(() => countPlaying(page)).toBe(1);
  await audioPlayer(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expectPlaying(page);
  await expect(sample).toBeVisible();
  expect(await countPlaying(page)).toBe(1);
});

test('queues an article in the player, and does not start it while autoplay is off', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  await openArticleAsPremiumReader(page, library.articles[0]!);
  await page.evaluate(() => localStorage.setItem('audioAutoplay', 'off'));
  await listen(page);
  await audioPlayer(page)
    .getByRole('button', { name: /Open the player/ })
    .click();
  const upNext = page.getByRole('dialog').getByRole('region', { name: 'Up next' });
  const addButton = page.getByRole('dialog').getByRole('button', { name: /^Add / }).first();
  const title = (await addButton.getAttribute('aria-label'))!.replace('Add ', '');
  await addButton.click();
  await expect(upNext.getByRole('listitem').locator('b')).toHaveText([title]);
  await page.keyboard.press('Escape');
  await seekNearEnd(page, 0.5);
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'ended');
  // Autoplay is off, so the article must stay in the queue instead of starting to play.
  await audioPlayer(page)
    .getByRole('button', { name: /Open the player/ })
    .click();
  await expect(upNext.getByRole('listitem').locator('b')).toHaveText([title]);
  expect(await readAudioState(page)).toMatchObject({ isPaused: true });
});

test.describe('a message', () => {
  test('says that the reader is offline', { tag: LONG_TEST_TAG }, async ({
    page,
    library,
    browserErrors,
  }) => {
    browserErrors.allow(/ERR_INTERNET|could not be played|Failed to fetch/);
    await openArticleAsPremiumReader(page, library.articles[0]!);
    await listen(page);
    await audioPlayer(page).getByRole('button', { name: 'Pause' }).click();
    await audioPlayer(page).getByRole('button', { name: 'Close the player' }).click();
    await page.context().setOffline(true);
    await listenButton(page).click();
    await expect(page.getByRole('alert')).toContainText(
      'You seem to be offline. Please try again later.',
    );
    await expect(audioPlayer(page)).toBeHidden();
    await page.context().setOffline(false);
    await listen(page);
  });

  test('says that a recording no longer exists, even if its timings do', {
    tag: LONG_TEST_TAG,
  }, async ({ page, library, browserErrors }) => {
    browserErrors.expect(/404/);
    browserErrors.allow(/could not be played/);
    await openArticleAsPremiumReader(page, library.articles[0]!);
    await page.route('**/audio/*.mp3*', (route) => route.fulfill({ status: 404 }));
    await listenButton(page).click();
    await expect(page.getByRole('alert')).toContainText('There is no narration of this article.');
    await expect(audioPlayer(page)).toBeHidden();
  });

  test('offers Premium after the preview, if only the server knows that Premium has ended', {
    tag: LONG_TEST_TAG,
  }, async ({ page, library, browserErrors }) => {
    browserErrors.expect(/403/);
    const article = library.articles[0]!;
    await openArticleAsPremiumReader(page, article);
    await ensureNarration(page, article, 'preview');
    await page.route(/\.af\.json$/, (route) => route.fulfill({ status: 403 }));
    await listen(page);
    await expect(audioPlayer(page)).toContainText('Preview');
    await seekNearEnd(page, 0.5);
    await expect(page.getByRole('dialog')).toContainText('Premium plays the rest');
  });

  test('says that a sample could not be played', { tag: LONG_TEST_TAG }, async ({ page }) => {
    await installAudioAndHighlightTracking(page);
    await signInByApiAndOpen(page, '/settings');
    await ensureNarratorSample(page, 'am');
    await page.evaluate(() => {
      HTMLMediaElement.prototype.play = () =>
        Promise.reject(new DOMException('Press first.', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Hear a sample of American Male' }).click();
    await expect(page.getByRole('alert')).toContainText('Failed to play audio sample');
    await expect(
      page.getByRole('button', { name: 'Hear a sample of American Male' }),
    ).toBeVisible();
  });
});
