import type { Locator, Page } from '@playwright/test';
import { signIn } from './reader.ts';

/** The demonstration's reader who has Premium. */
const PREMIUM = 'premium@demo.octavo.example';

/** What the page's audio element says of itself. */
export interface Heard {
  seconds: number;
  duration: number;
  isPaused: boolean;
  source: string;
}

/** Has the page remember its audio elements, which are in no document. Before the page is opened. */
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
    Object.assign(window, { made, Audio: new Proxy(window.Audio, remember) });
  });
}

/** The audio element that was made last, by now. */
export function heard(page: Page): Promise<Heard> {
  return page.evaluate(() => {
    const { made } = window as unknown as { made: HTMLAudioElement[] };
    const { currentTime, duration, paused, src } = made.at(-1)!;
    const source = src && new URL(src).pathname;
    return { seconds: currentTime, duration, isPaused: paused, source };
  });
}

/** Puts what is heard so many seconds before its end. */
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

/**
 * Opens an article as the reader with Premium, ready to be listened to. They are the same one in all tests: unless a
 * test is about that, nothing of what they heard, or whom, is kept with their account or known from there.
 */
export async function openAsPremium(
  page: Page,
  path: string,
  { isKept = false }: { isKept?: boolean } = {},
): Promise<void> {
  await rememberAudio(page);
  if (!isKept) {
    const nothing = { data: { narrator: null, places: [] } };
    await page.route('**/api/v1/user/listening', (route) => route.fulfill({ json: nothing }));
    for (const kept of ['**/api/v1/user/narrator', '**/api/v1/articles/*/*/place'])
      await page.route(kept, (route) => route.fulfill({ status: 204 }));
  }
  await signIn(page, path, PREMIUM);
}
