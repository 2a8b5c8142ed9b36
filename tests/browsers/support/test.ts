import { test as base, expect, inject } from 'vitest';
import {
  ALL_REJECTED_CHOICES,
  CONSENT_COOKIE_NAME,
  createConsentRecord,
  formatConsentCookie,
} from '#domain/consent.ts';
import { type PublishedLibrary, readPublishedLibrary } from '../../e2e/support/library.ts';
import { BROWSER_ENGINES_BY_PROJECT } from './engines.ts';
import { REPORTS_PATH } from './error-reporting-proxy.ts';
import { launchFirefox, launchWebKit, type TestBrowser } from './launch.ts';
import { BrowserPage } from './page.ts';

/** A phone's window size in pixels. The width is the smallest that Firefox allows for a window. */
export const PHONE_WINDOW_SIZE = { width: 500, height: 950 };

interface Fixtures {
  browser: TestBrowser;
  /** The published articles and authors. */
  library: PublishedLibrary;
  /**
   * A page in a phone-sized window, without a session. The optional cookies are rejected. The test fails if the page
   * reports an error.
   */
  page: BrowserPage;
}

const { firefox, webkit } = BROWSER_ENGINES_BY_PROJECT;
const engine = inject('engine');
const isMissing = BROWSER_ENGINES_BY_PROJECT[engine].installed.missing !== undefined;

/**
 * Defines a journey, which is a test that uses Octavo in a real browser as a reader or an editor would. The journeys in
 * a file share a browser, but each starts without cookies.
 */
export const journey = base
  .extend<Fixtures>({
    browser: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures here
      async ({}, use) => {
        const browser = await launch();
        await use(browser);
        await browser.close();
      },
      { scope: 'file' },
    ],
    library: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures here
      async ({}, use) => use(await readPublishedLibrary(inject('origin'))),
      { scope: 'file' },
    ],
    page: async ({ browser: { driver } }, use) => {
      const page = new BrowserPage(driver, inject('origin'));
      await driver.manage().window().setRect(PHONE_WINDOW_SIZE);
      await page.open('/health');
      await driver.manage().deleteAllCookies();
      await driver.executeScript('localStorage.clear(); sessionStorage.clear();');
      const value = formatConsentCookie(createConsentRecord(ALL_REJECTED_CHOICES));
      await driver.manage().addCookie({ name: CONSENT_COOKIE_NAME, value });
      await fetchReportedErrors();
      await use(page);
      expect(await fetchReportedErrors(), 'errors in the page').toEqual([]);
    },
  })
  .skipIf(isMissing);

function launch(): Promise<TestBrowser> {
  if (engine === 'firefox') return launchFirefox(firefox.installed.programs!);
  return launchWebKit(webkit.installed.programs!);
}

async function fetchReportedErrors(): Promise<string[]> {
  return (await fetch(inject('origin') + REPORTS_PATH)).json();
}

export { expect };
