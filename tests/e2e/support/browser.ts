import { type BrowserContext, expect, type Page } from '@playwright/test';
import { UNSPLASH_IMAGES } from '#domain/images.ts';
import { test as base } from './test.ts';

/** Errors in the pages of a test: console errors, unhandled exceptions, policy violations. */
interface Faults {
  /** Ignores matching errors; the test fails unless there is at least one. */
  expect(pattern: RegExp): void;
  /** Ignores matching errors, which only some browsers report. */
  allow(pattern: RegExp): void;
}

/** For tests in a browser. An error in any page of the context fails them, unless it is expected. */
export const test = base.extend<{ faults: Faults }>({
  faults: [
    async ({ context }, use) => {
      await recordHydration(context);
      // Playwright reports the end of a request only to listeners, and `untilQuiet` waits for it.
      context.on('requestfinished', () => {});
      context.on('requestfailed', () => {});
      const seen = await watchFaults(context);
      const expected: RegExp[] = [];
      const allowed: RegExp[] = [];
      await use({
        expect: (pattern) => expected.push(pattern),
        allow: (pattern) => allowed.push(pattern),
      });
      // The browser may report an error after the test's last step.
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
    // Pictures that another test used are offered on every page; there is no network here.
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

/**
 * Returns true if the page has announced its hydration (`octavo:hydrated`, see `src/web/boot.ts`). Presses a
 * key first if `isWoken`. Needs {@link recordHydration} on the page's context. Runs in the page.
 */
export function isTakenOver({ isWoken = false }: { isWoken?: boolean }): boolean {
  if (isWoken) dispatchEvent(new Event('keydown'));
  return 'isHydrated' in globalThis;
}

/** Makes the pages of a context remember their hydration event. The `test` fixture does this for its own context. */
export async function recordHydration(context: BrowserContext): Promise<void> {
  // Not a performance mark: a page whose clock the test drives has none.
  await context.addInitScript(() =>
    addEventListener('octavo:hydrated', () => Object.assign(globalThis, { isHydrated: true })),
  );
}

/**
 * Resolves when the current page has done its idle work and its requests have ended. It makes no further
 * requests by itself. Ignores requests that match `held`.
 */
export async function untilQuiet(page: Page, held?: RegExp): Promise<void> {
  // The end of a request may be the cause of another one.
  for (let round = 0; round < 2; round++) {
    // Idle callbacks run in the order in which they were requested.
    await page.evaluate(() => new Promise<unknown>((idle) => requestIdleCallback(idle)));
    const requests = await page.requests();
    const ofDocument = requests.slice(requests.findLastIndex((each) => each.isNavigationRequest()));
    const awaited = ofDocument.filter(
      (request) => request.resourceType() !== 'eventsource' && !held?.test(request.url()),
    );
    await Promise.all(awaited.map(async (request) => (await request.response())?.finished()));
  }
}

/** Resolves when the page's own fonts have taken the place of the device's. */
export async function untilInItsFonts(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector<HTMLStyleElement>('style[data-fonts]')!.media === 'all',
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}

export { expect };
