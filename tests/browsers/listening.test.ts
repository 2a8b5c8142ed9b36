import type { BrowserPage } from './support/page.ts';
import { signInAndOpen } from './support/sign-in.ts';
import { expect, journey } from './support/test.ts';

/** Email address of the demo's Premium reader. */
const PREMIUM = 'premium@demo.octavo.example';
/** Time limit for playback to start, in milliseconds. A missing narration must be recorded first. */
const RECORDING_TIMEOUT = { timeout: 90_000 };

const status = async (page: BrowserPage) =>
  (await page.find('region', 'Audio player')).getAttribute('data-status');
/** Returns the playback position in seconds. */
const position = async (page: BrowserPage) =>
  Number(await (await page.find('slider', 'Seek')).getProperty('value'));

journey('hears a narration, pauses it, and skips in it', async ({ page, library }) => {
  await signInAndOpen(page, library.articles[0]!.path, PREMIUM);
  await page.press('button', 'Listen');
  await expect.poll(() => status(page), RECORDING_TIMEOUT).toBe('playing');
  await expect.poll(() => position(page)).toBeGreaterThan(2);
  const player = await page.find('region', 'Audio player');
  await page.press('button', 'Pause', player);
  await expect.poll(() => status(page)).toBe('paused');
  const pausedAt = await position(page);
  await page.press('button', 'Back 10 seconds', player);
  await expect.poll(() => position(page)).toBe(Math.max(0, pausedAt - 10));
  await page.press('button', 'Play', player);
  await expect.poll(() => status(page)).toBe('playing');
  await expect.poll(() => position(page)).toBeGreaterThan(0);
});
