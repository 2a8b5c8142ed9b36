import { MAX_PREVIEW_SECONDS } from '#speech/recording.ts';
import { getOrStartNamedServer, SERVER_START_TIMEOUT } from './setup/named-servers.ts';
import { articleCards, loadMoreLink } from './support/article-list.ts';
import { expect, openHydrated, test } from './support/browser.ts';
import { readPublishedLibrary } from './support/library.ts';
import {
  audioPlayer,
  fetchTimings,
  listenButton,
  openArticleAsPremiumReader,
  readAudioState,
  readHighlightHistory,
  readSentenceText,
  waitUntilFullRecordingPlays,
} from './support/listening.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';

/** The maximum time, in milliseconds, for a busy machine to record an article with real voices. */
const RECORDING_TIMEOUT = 120_000;

test.describe('the shipped library', { tag: LONG_TEST_TAG }, () => {
  test.describe.configure({ timeout: SERVER_START_TIMEOUT + RECORDING_TIMEOUT });
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    baseURL: async ({}, use) => use(await getOrStartNamedServer('shipped')),
  });

  test('can be browsed from the landing page to the end of the list, and read', async ({
    page,
    baseURL,
  }) => {
    const { articles, authors } = await readPublishedLibrary(baseURL!);
    await openHydrated(page, '/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await openHydrated(page, '/authors');
    const rows = page.getByRole('region', { name: 'Authors' }).getByRole('listitem');
    await expect(rows).toHaveCount(authors.length);
    await openHydrated(page, '/articles');
    for (let cardCount = 10; cardCount < articles.length; cardCount += 10) {
      await expect(articleCards(page)).toHaveCount(cardCount);
      await loadMoreLink(page).click();
    }
    await expect(articleCards(page)).toHaveCount(articles.length);
    const { path, title } = articles[0]!;
    await openHydrated(page, path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });

  test('is narrated by the built-in voices, sentence by sentence', async ({
    page,
    baseURL,
    browserErrors,
  }) => {
    // On a slow machine, the server responds with 503 until the recording begins, and the player retries (decision
    // 0027). The browser logs these responses.
    browserErrors.allow(/503 \(Service Unavailable\) \(\S*\/audio\//);
    const article = (await readPublishedLibrary(baseURL!)).articles[0]!;
    await openArticleAsPremiumReader(page, article, { isRecorded: false });
    await listenButton(page).click();
    await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing', {
      timeout: RECORDING_TIMEOUT,
    });
    await expect.poll(() => readHighlightHistory(page)).toContain(article.title);
    // Playback begins with the preview. The test waits until the player has switched to the full recording.
    await waitUntilFullRecordingPlays(page, { timeout: RECORDING_TIMEOUT });
    const { seconds, sentences, chapters } = await fetchTimings(page, article, 'af');
    expect(seconds).toBeGreaterThan(4 * MAX_PREVIEW_SECONDS);
    await expect.poll(async () => (await readAudioState(page)).duration).toBeCloseTo(seconds, 0);
    // The chapters are the opening, the introduction, the three key points and the conclusion.
    expect(chapters).toHaveLength(6);
    const { length: historyLength } = await readHighlightHistory(page);
    const conclusionIndex = sentences.findIndex(({ anchor }) => anchor === 'conclusion.0');
    await page.evaluate((from) => {
      (window as unknown as { audioElements: HTMLAudioElement[] }).audioElements.at(
        -1,
      )!.currentTime = from;
    }, sentences[conclusionIndex]!.from);
    for (const sentence of sentences.slice(conclusionIndex, conclusionIndex + 2))
      await expect
        .poll(async () => (await readHighlightHistory(page)).slice(historyLength))
        .toContain(await readSentenceText(page, sentence));
  });
});
