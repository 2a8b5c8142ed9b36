import type { Locator, Page, TestInfo } from '@playwright/test';
import type { Library } from './library.ts';
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

/** An article of a test's own in each of the projects: the reader with Premium is the same one. */
export function articleFor({ articles }: Library, at: number, { project }: TestInfo) {
  return articles[2 * at + (project.name === 'phone' ? 1 : 0)]!;
}

/** Opens an article as the reader with Premium, ready to be listened to. */
export async function openAsPremium(page: Page, path: string): Promise<void> {
  await rememberAudio(page);
  await signIn(page, path, PREMIUM);
}
