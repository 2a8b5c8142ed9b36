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
 * End tags within the cookie banner and within the top of a page. The test delays the rest of the document after each
 * of them. If the browser does not wait for the whole top of the page, it paints incomplete elements, and the test
 * fails.
 */
const ENDS_WITHIN_OPENING = ['</p>', '</h1>'];
/** The delay, in milliseconds, after each of {@link ENDS_WITHIN_OPENING}. */
const STOP = 250;

// The browser's state on a first visit, when pages show the cookie banner.
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
      // The browser must paint the top of the page before the footer arrives.
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
      yield body.subarray(footerStart);
    });
    await page.goto(proxy.origin + getPath(library));
    await waitForNetworkIdle(page);
    expect(await sumLayoutShifts(page)).toBeLessThan(0.001);
    proxy.close();
  });
