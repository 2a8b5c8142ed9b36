import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from './scripts/chromium.mjs';
import { runsEverything } from './scripts/test-scope.mjs';

/** Addresses, statuses and served HTML: the same on every screen, and no browser is needed. */
const WITHOUT_BROWSER = 'wire/*.spec.ts';
/** The studio, on a server of its own: what editors do changes what there is to read. */
const STUDIO = 'studio-*.spec.ts';
/** Sets its own width. */
const NARROW = 'narrow.spec.ts';
/** Of what stands beside the text where there is room for it. */
const WIDE = 'covers.spec.ts';

/** Tests that the quick set leaves out (`support/long.ts`). */
const LONG = /@long/;
/** Tests of what a large screen shows in another way: the quick set runs no others on the desktop. */
const LAID_OUT_WIDE = /@wide/;

const isQuick = !runsEverything();

/** The whole product in a browser: `npm test -- e2e`, with a file's name or `-g "words"` for less. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/setup/server.ts',
  fullyParallel: true,
  // One more than two cores: each waits for its server, and its browser, for much of the time.
  workers: availableParallelism() + 1,
  ...(isQuick && { grepInvert: LONG }),
  forbidOnly: Boolean(process.env.CI),
  // A busy machine takes its time; a test waits for a state, and fails by these only where it never comes.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./tests/support/recap-in-browser.ts']],
  use: {
    // Set by the global set-up, which ends before the first worker reads this.
    baseURL: process.env.OCTAVO_ORIGIN ?? '',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await chromiumPath(),
      args: [...CHROMIUM_ARGS, '--disable-gpu'],
    },
  },
  projects: [
    // First, since what editors wait for most takes longest: the rest runs beside it.
    {
      name: 'studio',
      testMatch: STUDIO,
      use: { viewport: { width: 1280, height: 800 }, baseURL: process.env.STUDIO_ORIGIN ?? '' },
    },
    { name: 'wire', testMatch: WITHOUT_BROWSER },
    {
      name: 'phone',
      testIgnore: [WITHOUT_BROWSER, WIDE, STUDIO],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testIgnore: [WITHOUT_BROWSER, NARROW, STUDIO],
      ...(isQuick && { grep: LAID_OUT_WIDE }),
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
});
