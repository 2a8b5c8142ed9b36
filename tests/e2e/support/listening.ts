import type { Locator, Page } from '@playwright/test';
import type { ArticleMeta } from '#domain/article.ts';
import { DEFAULT_NARRATOR_ID, type NarratorId } from '#domain/narrators.ts';
import type { RecordingTimings, SentenceTiming } from '#domain/timings.ts';
import { getOrCreatePremiumReader } from './accounts.ts';
import { expect } from './browser.ts';
import { signInByApiAndOpen } from './reader.ts';

/** The playback state of the page's audio element. */
export interface AudioState {
  seconds: number;
  duration: number;
  isPaused: boolean;
  rate: number;
  source: string;
}

/**
 * Records all audio elements that the page creates, because the page does not add them to its document. Also records
 * all highlighted sentences, because a highlight may move to the next sentence before a test reads it. Must be called
 * before the page is opened.
 */
export async function installAudioAndHighlightTracking(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    const audioElements: HTMLAudioElement[] = [];
    const recordingHandler: ProxyHandler<typeof Audio> = {
      construct: (Original, [source]) => {
        const audio = new Original(source);
        audioElements.push(audio);
        return audio;
      },
    };
    const highlightHistory: string[] = [];
    const { highlights } = CSS;
    const setHighlight = highlights.set.bind(highlights);
    highlights.set = (name, highlight) => {
      highlightHistory.push([...highlight].join(''));
      return setHighlight(name, highlight);
    };
    Object.assign(window, {
      audioElements,
      highlightHistory,
      Audio: new Proxy(window.Audio, recordingHandler),
    });
  });
}

/** Returns the playback state of the audio element that the page created last. */
export function readAudioState(page: Page): Promise<AudioState> {
  return page.evaluate(() => {
    const { audioElements } = window as unknown as { audioElements: HTMLAudioElement[] };
    const { currentTime, duration, paused, playbackRate, src } = audioElements.at(-1)!;
    const source = src && new URL(src).pathname;
    return { seconds: currentTime, duration, isPaused: paused, rate: playbackRate, source };
  });
}

/** Seeks to `seconds` seconds before the end of the audio. */
export function seekNearEnd(page: Page, seconds: number): Promise<void> {
  return page.evaluate((seconds) => {
    const audio = (window as unknown as { audioElements: HTMLAudioElement[] }).audioElements.at(
      -1,
    )!;
    audio.currentTime = audio.duration - seconds;
  }, seconds);
}

export const audioPlayer = (page: Page): Locator =>
  page.getByRole('region', { name: 'Audio player' });

/** Opens the full player from the mini player, and returns it. */
export async function openPlayer(page: Page): Promise<Locator> {
  await audioPlayer(page)
    .getByRole('button', { name: /Open the player/ })
    .click();
  return page.getByRole('dialog');
}

export const listenButton = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: 'Listen' });

/** Returns the sentence that is being spoken, which the page highlights. */
export function readHighlightedText(page: Page): Promise<string> {
  return page.evaluate(() => [...(CSS.highlights.get('spoken') ?? [])].join(''));
}

/** Returns all sentences that have been highlighted so far, in order. */
export function readHighlightHistory(page: Page): Promise<string[]> {
  return page.evaluate(
    () => (window as unknown as { highlightHistory: string[] }).highlightHistory,
  );
}

/** Returns the timings of a narrator's recording. */
export async function fetchTimings(
  page: Page,
  { authorAlias, id }: ArticleMeta,
  narrator: NarratorId,
): Promise<RecordingTimings & { recording: string }> {
  return (await page.request.get(`/audio/${authorAlias}.${id}.${narrator}.json`)).json();
}

/** Returns the text of a sentence as the page shows it. */
export async function readSentenceText(
  page: Page,
  { anchor, start, length }: SentenceTiming,
): Promise<string> {
  const text = await page.locator(`[data-anchor="${anchor}"]`).first().textContent();
  return text!.slice(start, start + length);
}

/**
 * The file extensions of the timings for a narration's preview and for its full recording. A request for such a file
 * gets status 200 if that preview or recording exists.
 */
const METADATA_FILES = { preview: 'preview.json', full: 'json' } as const;

/**
 * Requests a narration, and waits until it is recorded. The page's signed-in reader must be allowed to play it. On a
 * busy machine, the server may respond with 503 while it records. This function then retries, as the player does
 * (decision 0027). The browser does not log these responses.
 */
export async function ensureNarration(
  page: Page,
  { authorAlias, id }: Pick<ArticleMeta, 'authorAlias' | 'id'>,
  extent: keyof typeof METADATA_FILES,
  narrator: NarratorId = DEFAULT_NARRATOR_ID,
): Promise<void> {
  await waitUntilAvailable(
    page,
    `/audio/${authorAlias}.${id}.${narrator}.${METADATA_FILES[extent]}`,
  );
}

/** Requests the sample of a narrator's voice, and waits until it is recorded. */
export async function ensureNarratorSample(page: Page, narrator: NarratorId): Promise<void> {
  await waitUntilAvailable(page, `/audio/${narrator}.sample.mp3`);
}

/** Waits until the page plays a narration's full recording, not just its preview or another partial recording. */
export async function waitUntilFullRecordingPlays(
  page: Page,
  options: { timeout?: number } = {},
): Promise<void> {
  const readSource = async () => (await readAudioState(page)).source;
  await expect.poll(readSource, options).not.toMatch(/\.(preview|opening-\d+|beginning-\d+)\.mp3/);
}

async function waitUntilAvailable(page: Page, url: string): Promise<void> {
  const readStatus = async () => (await page.request.get(url)).status();
  await expect.poll(readStatus, { message: url }).toBe(200);
}

interface OpenArticleOptions {
  /** If true, waits until the article's narration is recorded. Default: true. */
  isRecorded?: boolean;
  /**
   * The email address of the account to sign in with. The test then uses this account's listening positions and
   * narrator.
   */
  email?: string;
}

/**
 * Opens an article as a Premium reader, so that its narration can be played. By default, uses the Premium account that
 * all tests in a test worker share. In this case, the page neither loads nor saves the account's listening positions.
 */
export async function openArticleAsPremiumReader(
  page: Page,
  article: ArticleMeta,
  { isRecorded = true, email }: OpenArticleOptions = {},
): Promise<void> {
  await installAudioAndHighlightTracking(page);
  if (!email) {
    const emptyState = { data: { narrator: null, places: [] } };
    await page.route('**/api/v1/user/listening', (route) => route.fulfill({ json: emptyState }));
    for (const url of ['**/api/v1/user/narrator', '**/api/v1/articles/*/*/place'])
      await page.route(url, (route) => route.fulfill({ status: 204 }));
  }
  await signInByApiAndOpen(
    page,
    article.path,
    email ?? (await getOrCreatePremiumReader(await readOrigin(page))),
  );
  if (isRecorded) await ensureNarration(page, article, 'full');
}

/** Returns the origin of the server under test. Can be called before a page is opened. */
async function readOrigin(page: Page): Promise<string> {
  return new URL((await page.request.get('/robots.txt')).url()).origin;
}

/** Chooses an option, such as a narrator, in a dialog of the full player, which must be open. */
export async function chooseInPlayer(page: Page, label: string, option: string): Promise<void> {
  const player = page.getByRole('dialog').first();
  await player.getByRole('button', { name: new RegExp(`^${label} `) }).click();
  const sheet = page.getByRole('dialog', { name: label, exact: true });
  await sheet.getByRole('button', { name: option }).click();
  await expect(sheet).toBeHidden();
}
