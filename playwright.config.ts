import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromiumPath } from './scripts/chromium.mjs';
import { isRunOfAllTests } from './scripts/test-scope.mjs';

/** Tests of URLs, status codes and served HTML. They need no browser and do not depend on the screen. */
const TESTS_WITHOUT_BROWSER = 'wire/*.spec.ts';
/** Studio tests run on a separate server, since editors change the library. */
const STUDIO_TESTS = 'studio-*.spec.ts';
/**
 * Tests that run only on a phone: tests of narrow screens, and tests whose behavior does not depend on the screen. The
 * layouts in these tests are checked in all window sizes.
 */
const PHONE_TESTS =
  '{counts,downloads,early,errors,http2,letter,narrow,offline,outbox,podcast,recaptcha,returning}.spec.ts';
/** Tests of content that only wide screens show beside the text. */
const WIDE_SCREEN_TESTS = 'covers.spec.ts';

/** Tests that the quick set omits (`tests/e2e/support/long-test-tag.ts`). */
const LONG_TESTS = /@long/;
/** Tests of wide layouts that differ from the phone's. The quick set runs no other tests on the desktop. */
const WIDE_LAYOUT_TESTS = /@wide/;

const isQuick = !isRunOfAllTests();

/**
 * Configures the end-to-end tests. Run them with `npm test -- e2e`; add a file name or `-g "words"` to run
 * fewer.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/setup/server.ts',
  fullyParallel: true,
  // One more than the number of cores, since each worker waits for its server and browser much of the time.
  workers: availableParallelism() + 1,
  ...(isQuick && { grepInvert: LONG_TESTS }),
  forbidOnly: Boolean(process.env.CI),
  // The time limits suit a busy machine. Tests wait for states, so a test exceeds a limit only if a state never comes.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ['./tests/support/playwright-failure-recorder.ts']],
  use: {
    // The global setup sets this variable before the first worker starts.
    baseURL: process.env.OCTAVO_ORIGIN ?? '',
    screenshot: 'only-on-failure',
    // Tests cannot see requests that pass through a service worker. Tests of offline use, such as
    // `offline.spec.ts`, allow service workers.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: await findChromiumPath(),
      args: [...CHROMIUM_ARGS, '--disable-gpu'],
    },
  },
  projects: [
    // The studio project comes first, since it has the slowest tests. The other projects run in parallel with it.
    {
      name: 'studio',
      testMatch: STUDIO_TESTS,
      use: { viewport: { width: 1280, height: 800 }, baseURL: process.env.STUDIO_ORIGIN ?? '' },
    },
    { name: 'wire', testMatch: TESTS_WITHOUT_BROWSER },
    {
      name: 'phone',
      testIgnore: [TESTS_WITHOUT_BROWSER, WIDE_SCREEN_TESTS, STUDIO_TESTS],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore: [TESTS_WITHOUT_BROWSER, PHONE_TESTS, STUDIO_TESTS],
      ...(isQuick && { grep: WIDE_LAYOUT_TESTS }),
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
