import { test as base } from '@playwright/test';
import { type Library, readShelves } from './library.ts';

/** For tests that need no browser: Playwright's own, and what is on the shelves. */
export const test = base.extend<object, { library: Library }>({
  library: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => use(await readShelves(process.env.OCTAVO_ORIGIN!)),
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';
