import { test as base } from '@playwright/test';
import { ALL_REJECTED_CHOICES } from '#domain/consent.ts';
import { createEmailAddress, getOrCreatePremiumReader } from './accounts.ts';
import { createConsentState } from './consent.ts';
import { type PublishedLibrary, readPublishedLibrary } from './library.ts';

interface WorkerFixtures {
  library: PublishedLibrary;
  /** The email address of a Premium reader. All tests in a worker share this account. */
  premiumReader: string;
  /**
   * The email address of a reader with the free plan. All tests in a worker share this account. Use
   * `signInByApiAndOpen` to create a new account for a test.
   */
  freeReader: string;
}

/**
 * Playwright's `test`, extended with the published library and readers' accounts. By default, the reader has already
 * rejected optional cookies, so that the cookie banner, which appears on a first visit, does not cover the bottom of
 * each page. Tests of a first visit use {@link STATE_WITHOUT_CONSENT}.
 */
export const test = base.extend<object, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
  storageState: async ({}, use) => use(createConsentState(ALL_REJECTED_CHOICES)),
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
