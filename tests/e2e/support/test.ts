import { test as base } from '@playwright/test';
import { REJECT_ALL } from '#domain/consent.ts';
import { createEmailAddress, getOrCreatePremiumReader } from './accounts.ts';
import { createConsentState } from './consent.ts';
import { type PublishedLibrary, readPublishedLibrary } from './library.ts';

interface WorkerFixtures {
  library: PublishedLibrary;
  /** Email address of a Premium reader. Each test worker has its own account. */
  premiumReader: string;
  /**
   * Email address of a free reader. Each test worker has its own account, while `signInByApiAndOpen` creates a new one
   * for each test.
   */
  freeReader: string;
}

/**
 * Playwright's `test` with the library and readers' accounts, for tests that need no browser. Cookies are rejected in
 * advance, since the cookie banner would cover the bottom of each page, and most visits do not show it anyway. Tests of
 * the banner or of a first visit use {@link STATE_WITHOUT_CONSENT}.
 */
export const test = base.extend<object, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
  storageState: async ({}, use) => use(createConsentState(REJECT_ALL)),
  library: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => use(await readPublishedLibrary(process.env.OCTAVO_ORIGIN!)),
    { scope: 'worker' },
  ],
  premiumReader: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => use(await getOrCreatePremiumReader(process.env.OCTAVO_ORIGIN!)),
    { scope: 'worker' },
  ],
  freeReader: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => use(createEmailAddress('free')),
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';
