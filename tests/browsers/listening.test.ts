import type { BrowserPage } from './support/page.ts';
import { signInAndOpen } from './support/sign-in.ts';
import { expect, journey } from './support/test.ts';

/** Email address of the demo's Premium reader. */
const PREMIUM = 'premium@demo.octavo.example';
/**
 * Time limit for playback to start, in milliseconds. It is long, because a narration must be recorded before its first
 * playback.
 */
const RECORDING_TIMEOUT = { timeout: 90_000 };

const readStatus = async (page: BrowserPage) =>
  (await page.find('region', 'Audio player')).getAttribute('data-status');
/** Returns the player's playback position in seconds. */
const readPosition = async (page: BrowserPage) =>
  Number(await (await page.find('slider', 'Seek')).getProperty('value'));

journey('hears a narration, pauses it, and skips in it', async ({ page, library }) => {
  await signInAndOpen(page, library.articles[0]!.path, PREMIUM);
  await page.press('button', 'Listen');
  await expect.poll(() => readStatus(page), RECORDING_TIMEOUT).toBe('playing');
  await expect.poll(() => readPosition(page)).toBeGreaterThan(2);
  const player = await page.find('region', 'Audio player');
  await page.press('button', 'Pause', player);
  await expect.poll(() => readStatus(page)).toBe('paused');
  const pausedAt = await readPosition(page);
  await page.press('button', 'Back 10 seconds', player);
  await expect.poll(() => readPosition(page)).toBe(Math.max(0, pausedAt - 10));
  await page.press('button', 'Play', player);
  await expect.poll(() => readStatus(page)).toBe('playing');
  await expect.poll(() => readPosition(page)).toBeGreaterThan(0);
});
