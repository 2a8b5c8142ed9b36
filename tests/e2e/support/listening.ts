import type { Locator, Page } from '@playwright/test';
import type { ArticleMeta } from '#domain/article.ts';
import { DEFAULT_NARRATOR, type Narrator } from '#domain/narrators.ts';
import type { SentenceTiming, Timings } from '#domain/timings.ts';
import { premiumReaderAt } from './accounts.ts';
import { expect } from './browser.ts';
import { signIn } from './reader.ts';

/** State of the page's audio element. */
export interface Heard {
  seconds: number;
  duration: number;
  isPaused: boolean;
  /** Playback rate. */
  rate: number;
  source: string;
}

/** The narrator of the tests takes a second (`setup/stand-ins/narrator.ts`), and a busy machine many. */
export const MADE_WITHIN = { timeout: 30_000 };

/**
 * Makes the page record its audio elements, which are in no document, and its highlights, which may be brief.
 * Call it before opening the page.
 */
export async function rememberAudio(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    const made: HTMLAudioElement[] = [];
    const remember: ProxyHandler<typeof Audio> = {
      construct: (Original, [source]) => {
        const audio = new Original(source);
        made.push(audio);
        return audio;
      },
    };
    const everMarked: string[] = [];
    const { highlights } = CSS;
    const mark = highlights.set.bind(highlights);
    highlights.set = (name, highlight) => {
      everMarked.push([...highlight].join(''));
      return mark(name, highlight);
    };
    Object.assign(window, { made, everMarked, Audio: new Proxy(window.Audio, remember) });
  });
}

/** The audio element that was made last, by now. */
export function heard(page: Page): Promise<Heard> {
  return page.evaluate(() => {
    const { made } = window as unknown as { made: HTMLAudioElement[] };
    const { currentTime, duration, paused, playbackRate, src } = made.at(-1)!;
    const source = src && new URL(src).pathname;
    return { seconds: currentTime, duration, isPaused: paused, rate: playbackRate, source };
  });
}

/** Seeks to `seconds` before the end of the recording. */
export function goNearEnd(page: Page, seconds: number): Promise<void> {
  return page.evaluate((seconds) => {
    const audio = (window as unknown as { made: HTMLAudioElement[] }).made.at(-1)!;
    audio.currentTime = audio.duration - seconds;
  }, seconds);
}

export const player = (page: Page): Locator => page.getByRole('region', { name: 'Audio player' });

export const listenButton = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: 'Listen' });

/** The words that are marked on the page. */
export function marked(page: Page): Promise<string> {
  return page.evaluate(() => [...(CSS.highlights.get('spoken') ?? [])].join(''));
}

/** The sentences that have been marked on the page so far, one after the other. */
export function everMarked(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { everMarked: string[] }).everMarked);
}

/** Returns the server's data about a recording. */
export async function recordingOf(
  page: Page,
  { authorAlias, id }: ArticleMeta,
  narrator: Narrator,
): Promise<Timings & { recording: string }> {
  return (await page.request.get(`/audio/${authorAlias}.${id}.${narrator}.json`)).json();
}

/** The words on the page that a sentence of a recording says. */
export async function wordsOf(
  page: Page,
  { anchor, start, length }: SentenceTiming,
): Promise<string> {
  const text = await page.locator(`[data-anchor="${anchor}"]`).first().textContent();
  return text!.slice(start, start + length);
}

/** Extent of a recording: the preview, for everybody, or the whole, for Premium. */
type Made = 'preview' | 'whole';

/** Files that describe a recording, available with 200 once it exists. */
const FILES: Readonly<Record<Made, string>> = { preview: 'preview.json', whole: 'json' };

/**
 * Records a narration before a signed-in page plays it. Recording may take longer than a request on a busy
 * machine: the server then responds with 503, and the request is repeated (decision 0027). The player does
 * the same, but browsers log every 503.
 */
export async function haveNarrated(
  page: Page,
  { authorAlias, id }: Pick<ArticleMeta, 'authorAlias' | 'id'>,
  made: Made,
  narrator: Narrator = DEFAULT_NARRATOR,
): Promise<void> {
  await untilThere(page, `/audio/${authorAlias}.${id}.${narrator}.${FILES[made]}`);
}

/** Records a narrator's sample. */
export async function haveSample(page: Page, narrator: Narrator): Promise<void> {
  await untilThere(page, `/audio/${narrator}.sample.mp3`);
}

async function untilThere(page: Page, address: string): Promise<void> {
  const status = async () => (await page.request.get(address)).status();
  await expect.poll(status, { ...MADE_WITHIN, message: address }).toBe(200);
}

interface OpenAsPremium {
  /** True if the article's narration exists before the test. */
  isMade?: boolean;
  /** An account that keeps the reader's positions and narrator. */
  email?: string;
}

/**
 * Opens an article as a reader with Premium, ready to listen. Unless `email` names an account, it is the worker's own, and
 * the page neither reads nor writes what that account has heard.
 */
export async function openAsPremium(
  page: Page,
  article: ArticleMeta,
  { isMade = true, email }: OpenAsPremium = {},
): Promise<void> {
  await rememberAudio(page);
  if (!email) {
    const nothing = { data: { narrator: null, places: [] } };
    await page.route('**/api/v1/user/listening', (route) => route.fulfill({ json: nothing }));
    for (const kept of ['**/api/v1/user/narrator', '**/api/v1/articles/*/*/place'])
      await page.route(kept, (route) => route.fulfill({ status: 204 }));
  }
  await signIn(page, article.path, email ?? (await premiumReaderAt(await originOf(page))));
  if (isMade) await haveNarrated(page, article, 'whole');
}

/** Returns the origin of the server under test, before a page is open. */
async function originOf(page: Page): Promise<string> {
  return new URL((await page.request.get('/robots.txt')).url()).origin;
}

/** Chooses an option in a sheet of the open player, such as a narrator. */
export async function chooseInPlayer(page: Page, label: string, option: string): Promise<void> {
  const full = page.getByRole('dialog').first();
  await full.getByRole('button', { name: new RegExp(`^${label} `) }).click();
  const sheet = page.getByRole('dialog', { name: label, exact: true });
  await sheet.getByRole('button', { name: option }).click();
  await expect(sheet).toBeHidden();
}
