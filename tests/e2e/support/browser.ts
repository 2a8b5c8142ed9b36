import { type BrowserContext, expect, type Page } from '@playwright/test';
import { UNSPLASH_IMAGES } from '#domain/images.ts';
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
    const { url } = message.location();
    // What another test took from there is offered on every page; there is no network to it here.
    if (url.startsWith(UNSPLASH_IMAGES)) return;
    if (message.type() === 'error') seen.push(`${message.text()} (${url})`);
  });
  context.on('weberror', (fault) => seen.push(fault.error().stack || fault.error().message));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`The content security policy (${effectiveDirective}) refused ${blockedURI}`),
    );
  });
  return seen;
}

/** Opens an address, wakes the page, and waits until React has taken it over, with the fonts it is read in. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilAlive(page);
  await untilInItsFonts(page);
}

/** Wakes the page on show as a reader's first key does, and resolves when React has taken it over. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(isTakenOver, { isWoken: true });
}

/** Resolves when React has taken over the page on show, which something else has woken. */
export async function untilTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(isTakenOver, {});
}

/** Whether React has taken the page over that this is called in, which is woken first by a key if `isWoken`. */
export function isTakenOver({ isWoken = false }: { isWoken?: boolean }): boolean {
  if (isWoken) dispatchEvent(new Event('keydown'));
  const root = (document.getElementById('root') ?? {}) as Record<string, FiberOfRoot>;
  const key = Object.keys(root).find((key) => key.startsWith('__reactContainer'));
  // React's own record of a tree: whether any of it is still as the server sent it.
  return key !== undefined && !root[key]!.stateNode.current.memoizedState.isDehydrated;
}

/** Resolves when the page's own fonts have taken the place of the device's. */
async function untilInItsFonts(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector<HTMLStyleElement>('style[data-fonts]')!.media === 'all',
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}

interface FiberOfRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } };
}

export { expect };
