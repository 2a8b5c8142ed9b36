import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, waitForNetworkIdle } from './support/browser.ts';
import { STATE_WITHOUT_CONSENT } from './support/consent.ts';
import {
  blockFonts,
  FONT_BLOCKED_ERROR,
  recordLayoutShifts,
  sumLayoutShifts,
} from './support/layout-shifts.ts';
import type { PublishedLibrary } from './support/library.ts';
import { startSlowDocumentProxy } from './support/slow-document-proxy.ts';
import { WIDE_SCREEN_TAG } from './support/wide-screen-tag.ts';

/** The size of a piece of a document, in bytes: less than the HTML of the cookie banner. */
const PIECE_BYTES = 400;
/** Milliseconds between two pieces, so that the browser receives and parses each of them separately. */
const PIECE_INTERVAL = 20;

// On a first visit, the page also shows the cookie banner.
test.use({ storageState: STATE_WITHOUT_CONSENT });

const ADDRESSES: [name: string, address: (library: PublishedLibrary) => string][] = [
  ['/', () => '/'],
  ['/about', () => '/about'],
  ['/plans', () => '/plans'],
  ['an article', ({ articles }) => articles[0]!.path],
];

for (const [name, getAddress] of ADDRESSES)
  test(`${name} shifts nothing while its document arrives in small pieces`, {
    tag: WIDE_SCREEN_TAG,
  }, async ({ page, library, faults }) => {
    faults.allow(FONT_BLOCKED_ERROR);
    await blockFonts(page);
    await recordLayoutShifts(page);
    let paintsBeforeEnd = 0;
    const line = await startSlowDocumentProxy(process.env.OCTAVO_ORIGIN!, async function* (body) {
      for (let start = 0; start < body.length; start += PIECE_BYTES) {
        yield body.subarray(start, start + PIECE_BYTES);
        await delay(PIECE_INTERVAL);
      }
      paintsBeforeEnd = await page.evaluate(() => performance.getEntriesByType('paint').length);
    });
    await page.goto(line.origin + getAddress(library));
    await waitForNetworkIdle(page);
    // The browser painted the page before its end arrived, so it could have painted unfinished elements.
    expect(paintsBeforeEnd).toBeGreaterThan(0);
    expect(await sumLayoutShifts(page)).toBeLessThan(0.001);
    line.close();
  });
