import { test as base } from '@playwright/test';
import { REJECT_ALL } from '#domain/consent.ts';
import { answered } from './consent.ts';
import { type Library, readShelves } from './library.ts';

/**
 * For tests that need no browser: Playwright's own, and what is on the shelves. Those that need one begin with the
 * question about cookies answered with no, as most visits do: it covers the foot of each page. Whoever tests it, or what
 * every first visit costs, begins with {@link UNANSWERED}.
 */
export const test = base.extend<object, { library: Library }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
  storageState: async ({}, use) => use(answered(REJECT_ALL)),
  library: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => use(await readShelves(process.env.OCTAVO_ORIGIN!)),
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';
