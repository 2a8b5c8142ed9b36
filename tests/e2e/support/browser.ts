import { type BrowserContext, expect, type Page } from '@playwright/test';
import { UNSPLASH_IMAGE_ORIGIN } from '#domain/images.ts';
import { test as base } from './test.ts';

/**
 * Declares which errors a test accepts in its pages: console errors, exceptions, and violations of the content security
 * policy.
 */
interface ExpectedErrors {
  /** Ignores errors that match the pattern. The test fails if no such error occurs. */
  expect(pattern: RegExp): void;
  /** Ignores errors that match the pattern. The test also passes if no such error occurs. */
  allow(pattern: RegExp): void;
}

/**
 * Playwright's `test`, extended for tests in a browser. A test fails if any page in its browser context has an
 * unexpected error.
 */
export const test = base.extend<{ browserErrors: ExpectedErrors }>({
  browserErrors: [
    async ({ context }, use) => {
      await recordHydration(context);
      // `waitForNetworkIdle` needs to know when requests end, which Playwright reports only if these events have
      // listeners.
      context.on('requestfinished', () => {});
      context.on('requestfailed', () => {});
      const errors = await recordBrowserErrors(context);
      const expected: RegExp[] = [];
      const allowed: RegExp[] = [];
      await use({
        expect: (pattern) => expected.push(pattern),
        allow: (pattern) => allowed.push(pattern),
      });
      // The browser may report an expected error only after the test's last step, so the errors are awaited here.
      for (const pattern of expected) await expect.poll(() => errors.join('\n')).toMatch(pattern);
      const tolerated = [...expected, ...allowed];
      const unexpected = errors.filter(
        (error) => !tolerated.some((pattern) => pattern.test(error)),
      );
      expect(unexpected, 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
});

async function recordBrowserErrors(context: BrowserContext): Promise<readonly string[]> {
  const errors: string[] = [];
  context.on('console', (message) => {
    const { url } = message.location();
    // Errors about pictures from Unsplash are ignored, because the studio shows pictures that other tests have chosen,
    // and tests cannot load them from the internet.
    if (url.startsWith(UNSPLASH_IMAGE_ORIGIN)) return;
    if (message.type() === 'error') errors.push(`${message.text()} (${url})`);
  });
  context.on('weberror', (event) => errors.push(event.error().stack || event.error().message));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`The content security policy (${effectiveDirective}) refused ${blockedURI}`),
    );
  });
  return errors;
}

/** Opens a URL, and waits until React has hydrated the page and its fonts are loaded. */
export async function openHydrated(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await triggerHydration(page);
  await waitForFonts(page);
}

/** Simulates a key press, which starts hydration, and waits until React has hydrated the page. */
export async function triggerHydration(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated, { pressesKey: true });
}

/**
 * Waits until React has hydrated the page. The test must have started the hydration with an interaction, such as a
 * click.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated, {});
}

/**
 * Returns true if React has hydrated the page. If `pressesKey` is true, first simulates a key press. The test must have
 * called {@link recordHydration} for the page's browser context. Runs in the page.
 */
export function isHydrated({ pressesKey = false }: { pressesKey?: boolean }): boolean {
  if (pressesKey) dispatchEvent(new Event('keydown'));
  return 'wasHydrated' in globalThis;
}

/**
 * Makes every page in a browser context record whether React has hydrated it. `test` calls this function for its own
 * browser context.
 */
export async function recordHydration(context: BrowserContext): Promise<void> {
  // A global variable is used, because a page with a simulated clock has no performance marks.
  await context.addInitScript(() =>
    addEventListener('octavo:hydrated', () => Object.assign(globalThis, { wasHydrated: true })),
  );
}

/**
 * Maximum milliseconds until a browser runs the idle callback of {@link waitForIdleCallbacks}. The timeouts of the
 * page's own idle callbacks are shorter.
 */
const IDLE_CALLBACK_TIMEOUT = 5000;

/**
 * Waits until the page's idle callbacks have run. They run in the order of registration. On a busy machine, Chromium
 * delays idle callbacks for minutes, so after a few seconds, this function no longer waits for callbacks without a
 * timeout.
 */
export async function waitForIdleCallbacks(page: Page): Promise<void> {
  await page.evaluate(
    (timeout) => new Promise<unknown>((resolve) => requestIdleCallback(resolve, { timeout })),
    IDLE_CALLBACK_TIMEOUT,
  );
}

/** Maximum milliseconds until all of a page's requests have ended. */
const IDLE_TIMEOUT = 90_000;

/**
 * Waits until all of the current page's requests have ended and its idle callbacks have run. Ignores event streams,
 * which do not end, and requests whose URLs match `heldUrls`.
 */
export async function waitForNetworkIdle(page: Page, heldUrls?: RegExp): Promise<void> {
  // The check runs twice, because the end of a request may trigger another request.
  for (let round = 0; round < 2; round++) {
    await waitForIdleCallbacks(page);
    const requests = await page.requests();
    const documentRequests = requests.slice(
      requests.findLastIndex((request) => request.isNavigationRequest()),
    );
    const awaitedRequests = documentRequests.filter(
      (request) => request.resourceType() !== 'eventsource' && !heldUrls?.test(request.url()),
    );
    const pending = new Set(awaitedRequests);
    const responses = awaitedRequests.map(async (request) => {
      await (await request.response())?.finished();
      pending.delete(request);
    });
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const urls = [...pending].map((request) => request.url());
      reject(new Error(`These requests did not end: ${urls.join(', ')}`));
    }, IDLE_TIMEOUT);
    await Promise.race([Promise.all(responses), timeout]).finally(() => clearTimeout(timer));
  }
}

/** Waits until the page's web fonts have replaced the fallback fonts. */
export async function waitForFonts(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector<HTMLStyleElement>('style[data-fonts]')!.media === 'all',
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}

export { expect };
