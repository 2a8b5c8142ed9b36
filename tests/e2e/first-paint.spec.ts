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

/**
 * Ends of elements within the cookie banner and within the opening of a page. The document stops after each of them for
 * a while, so that a browser that does not wait for the whole opening paints unfinished elements.
 */
const ENDS_WITHIN_OPENING = ['</p>', '</h1>'];
/** Milliseconds of each stop. */
const STOP = 250;

// On a first visit, the page also shows the cookie banner.
test.use({ storageState: STATE_WITHOUT_CONSENT });

const PAGES: [name: string, getPath: (library: PublishedLibrary) => string][] = [
  ['/', () => '/'],
  ['/about', () => '/about'],
  ['/plans', () => '/plans'],
  ['an article', ({ articles }) => articles[0]!.path],
];

for (const [name, getPath] of PAGES)
  test(`${name} shifts nothing while its document arrives in pieces`, async ({
    page,
    library,
    browserErrors,
  }) => {
    browserErrors.allow(FONT_BLOCKED_ERROR);
    await blockFonts(page);
    await recordLayoutShifts(page);
    const proxy = await startSlowDocumentProxy(process.env.OCTAVO_ORIGIN!, async function* (body) {
      let start = 0;
      for (const end of ENDS_WITHIN_OPENING) {
        const stopIndex = body.indexOf(end, start) + end.length;
        yield body.subarray(start, stopIndex);
        start = stopIndex;
        await delay(STOP);
      }
      const footerStart = body.indexOf('<footer');
      yield body.subarray(start, footerStart);
      // The opening is painted before the rest of the document arrives.
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
      yield body.subarray(footerStart);
    });
    await page.goto(proxy.origin + getPath(library));
    await waitForNetworkIdle(page);
    expect(await sumLayoutShifts(page)).toBeLessThan(0.001);
    proxy.close();
  });
