import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test as base } from './test.ts';

/** What went wrong in the pages of a test: console errors, faults nobody caught, refusals by the policy. */
interface Faults {
  /** Lets faults that match go; the test fails unless there is at least one. */
  expect(pattern: RegExp): void;
  /** Lets faults that match go, which only some browsers report. */
  allow(pattern: RegExp): void;
}

/** For tests in a browser. A fault in any page of the context fails them, unless they expect it. */
export const test = base.extend<{ faults: Faults }>({
  faults: [
    async ({ context }, use) => {
      const seen = await watchFaults(context);
      const expected: RegExp[] = [];
      const allowed: RegExp[] = [];
      await use({
        expect: (pattern) => expected.push(pattern),
        allow: (pattern) => allowed.push(pattern),
      });
      // The browser tells of a fault when it comes round to it, which may be after the test's last step.
      for (const pattern of expected) await expect.poll(() => seen.join('\n')).toMatch(pattern);
      const known = [...expected, ...allowed];
      const unexpected = seen.filter((fault) => !known.some((pattern) => pattern.test(fault)));
      expect(unexpected, 'faults in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

async function watchFaults(context: BrowserContext): Promise<readonly string[]> {
  const seen: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (fault) => seen.push(fault.error().stack || fault.error().message));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`The content security policy (${effectiveDirective}) refused ${blockedURI}`),
    );
  });
  return seen;
}

/** Opens an address and waits until React has taken the page over: a press before that would be lost. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilAlive(page);
}

/** Resolves when React has taken over the page on show. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main && Object.keys(main).some((key) => key.startsWith('__reactFiber'));
  });
}

export { expect };
