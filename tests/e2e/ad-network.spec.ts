import type { Page } from '@playwright/test';
import { ALL_ACCEPTED_CHOICES, ALL_REJECTED_CHOICES } from '#domain/consent.ts';
import { getOrStartNamedServer, SERVER_START_TIMEOUT } from './setup/named-servers.ts';
import { expect, openHydrated, test } from './support/browser.ts';
import { cookieBanner, createConsentState, STATE_WITHOUT_CONSENT } from './support/consent.ts';
import {
  blockFonts,
  FONT_BLOCKED_ERROR,
  recordLayoutShifts,
  sumLayoutShifts,
} from './support/layout-shifts.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { signInAtProvider } from './support/reader.ts';

/** Email address of the demo's Premium reader. */
const PREMIUM = 'premium@demo.octavo.example';
const NETWORK = 'https://pagead2.googlesyndication.com/**';
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/**
 * Returns a script that imitates the ad network's script, as the network documents it. The script adds an element to
 * the ad unit and sets the unit's status. It also tries to read the page outside of its frame, which must fail.
 */
function createAdScript(status: 'filled' | 'unfilled'): string {
  return `
    const unit = document.querySelector('ins.adsbygoogle');
    const attempt = (look) => { try { return String(look()) } catch (error) { return error.name } };
    const found = {
      page: attempt(() => parent.document.title),
      cookies: attempt(() => document.cookie),
      storage: attempt(() => localStorage.length),
      referrer: document.referrer,
      unit: unit.dataset.adSlot,
      nonPersonalized: adsbygoogle.requestNonPersonalizedAds,
    };
    unit.innerHTML = '<img src="${PIXEL}" alt="An offer" width="300" height="40">';
    unit.dataset.found = JSON.stringify(found);
    unit.dataset.adStatus = '${status}';`;
}

const slots = (page: Page) => page.getByRole('article').locator('aside');
const frames = (page: Page) => page.locator('iframe');

// The quick set of tests (`npm test`) covers only an ad network on a separate origin. An ad network in a sandbox
// behaves in the same way, but its tests need another server.
for (const [name, server] of [
  ['in a sandbox of our own origin', 'sandboxed'],
  ['on an origin of its own', 'configured'],
] as const)
  test.describe(`an ad network ${name}`, {
    tag: server === 'sandboxed' ? LONG_TEST_TAG : [],
  }, () => {
    const isSeparateOrigin = server === 'configured';
    test.use({ ignoreHTTPSErrors: isSeparateOrigin });
    let origin: string;
    test.beforeAll(async () => {
      test.setTimeout(SERVER_START_TIMEOUT);
      origin = await getOrStartNamedServer(server);
    });

    test.describe('without a choice about cookies', () => {
      test.use({ storageState: STATE_WITHOUT_CONSENT });

      test('gets no request before consent or after a rejection, and requests only from articles after consent', {
        tag: LONG_TEST_TAG,
      }, async ({ page, library }) => {
        const requestedUrls = await watchNetwork(page, origin);
        const { path } = library.articles[0]!;
        await openHydrated(page, origin + path);
        await readThrough(page);
        expect(requestedUrls).toEqual([]);
        await cookieBanner(page).getByRole('button', { name: 'Reject All' }).click();
        await expect(cookieBanner(page)).toBeHidden();
        await readThrough(page);
        await openHydrated(page, origin + path);
        await readThrough(page);
        expect(requestedUrls).toEqual([]);
        await expect(frames(page)).toHaveCount(0);

        await page.context().clearCookies();
        await openHydrated(page, `${origin}/articles`);
        await cookieBanner(page).getByRole('button', { name: 'Accept All' }).click();
        await expect(cookieBanner(page)).toBeHidden();
        for (const otherPath of ['/articles', '/about', '/plans', '/settings'])
          await openHydrated(page, origin + otherPath);
        expect(requestedUrls).toEqual([]);
        await openHydrated(page, origin + path);
        await expect(page.locator('[data-state=filled] iframe').first()).toBeVisible();
        expect(requestedUrls.length).toBeGreaterThan(0);
      });
    });

    test.describe('with consent', () => {
      test.use({ storageState: createConsentState(ALL_ACCEPTED_CHOICES) });

      test('fills the slots as they approach the window, is labeled as advertising, and shifts nothing', async ({
        page,
        library,
        browserErrors,
      }) => {
        browserErrors.allow(FONT_BLOCKED_ERROR);
        await watchNetwork(page, origin);
        await blockFonts(page);
        await recordLayoutShifts(page);
        await openHydrated(page, origin + library.articles[0]!.path);
        const measureHeights = () =>
          slots(page).evaluateAll((all) => all.map((slot) => slot.getBoundingClientRect().height));
        const before = await measureHeights();
        await expect(frames(page)).not.toHaveCount(5);
        for (const slot of await slots(page).all()) {
          await slot.scrollIntoViewIfNeeded();
          await expect(slot.locator('iframe')).toBeAttached();
        }
        await expect(page.locator('[data-state=filled] iframe')).toHaveCount(5);
        for (const slot of await slots(page).all()) {
          await expect(slot.getByText('Advertisement')).toBeVisible();
          for (const houseAd of await slot.locator('a').all()) await expect(houseAd).toBeHidden();
        }
        expect(await measureHeights()).toEqual(before);
        expect(await sumLayoutShifts(page)).toBeLessThan(0.01);
      });

      test('cannot read the page, the reader’s data or the article’s address', {
        tag: LONG_TEST_TAG,
      }, async ({ page, library }) => {
        await watchNetwork(page, origin);
        await openHydrated(page, origin + library.articles[0]!.path);
        const unit = page.frameLocator('iframe').first().locator('ins');
        await expect(unit).toHaveAttribute('data-found', /./);
        const result = JSON.parse((await unit.getAttribute('data-found'))!);
        expect(result).toEqual({
          page: 'SecurityError',
          cookies: isSeparateOrigin ? '' : 'SecurityError',
          storage: isSeparateOrigin ? '0' : 'SecurityError',
          referrer: `${origin}/`,
          unit: '11',
          nonPersonalized: 1,
        });
      });

      for (const [behavior, script] of [
        ['has no ad', createAdScript('unfilled')],
        ['is blocked', undefined],
        ['breaks', 'throw new Error("broken")'],
      ] as const)
        test(`keeps the house ad if it ${behavior}, and collapses empty slots below the window`, {
          tag: behavior === 'is blocked' ? [] : LONG_TEST_TAG,
        }, async ({ page, library, browserErrors }) => {
          if (!script) browserErrors.allow(/ERR_BLOCKED_BY_CLIENT|ERR_FAILED/);
          browserErrors.allow(/broken/);
          await page.clock.install();
          await watchNetwork(page, origin, script ?? null);
          await openHydrated(page, origin + library.articles[0]!.path);
          // After this scroll, the ad slot is still below the window, but close enough for the page to request the ad.
          const slot = page.locator('[data-slot=point-1]');
          const adRequest = page.waitForRequest(NETWORK);
          await slot.evaluate((element) =>
            scrollBy(0, element.getBoundingClientRect().top - innerHeight - 200),
          );
          await adRequest;
          await page.clock.fastForward(11_000);
          await expect(frames(page)).toHaveCount(0);
          await expect(slot).toHaveCSS('height', '0px');
          const houseAd = page.locator('[data-slot=point-2]');
          await houseAd.scrollIntoViewIfNeeded();
          await page.clock.fastForward(11_000);
          await expect(frames(page)).toHaveCount(0);
          await expect(houseAd.getByRole('link')).toBeVisible();
        });

      test('keeps the house ad, and the page is not reloaded, if a blocker blocks the code of ads', {
        tag: LONG_TEST_TAG,
      }, async ({ page, library, browserErrors }) => {
        browserErrors.allow(/ERR_BLOCKED_BY_CLIENT/);
        await page.route('**/assets/network-ad-*.js', (route) => route.abort('blockedbyclient'));
        const blockedRequest = page.waitForEvent('requestfailed', (request) =>
          request.url().includes('/network-ad-'),
        );
        await openHydrated(page, origin + library.articles[0]!.path);
        await blockedRequest;
        // If the page wanted to reload because of the blocked script, it would first check the connection with a
        // request. The test sends two requests in sequence, so that the response to such a check arrives before the
        // second response.
        await page.evaluate(() => fetch('/health/live').then(() => fetch('/health/live')));
        expect(await page.evaluate(() => sessionStorage.getItem('reloaded-for-chunk'))).toBeNull();
        await expect(frames(page)).toHaveCount(0);
        const houseAd = page.locator('[data-slot=point-2]');
        await houseAd.scrollIntoViewIfNeeded();
        await expect(houseAd.getByRole('link')).toBeVisible();
      });

      test('is removed when consent is withdrawn', { tag: LONG_TEST_TAG }, async ({
        page,
        library,
      }) => {
        await watchNetwork(page, origin);
        await openHydrated(page, origin + library.articles[0]!.path);
        await expect(page.locator('[data-state=filled] iframe').first()).toBeVisible();
        const [rejection] = createConsentState(ALL_REJECTED_CHOICES).cookies.filter(
          ({ domain }) => domain === 'localhost',
        );
        await page.context().addCookies([rejection!]);
        await page.evaluate(() => dispatchEvent(new Event('focus')));
        await expect(frames(page)).toHaveCount(0);
        await expect(page.locator('[data-slot=header]')).toHaveCSS('height', '0px');
      });

      test('gets no request from a Premium reader’s pages', { tag: LONG_TEST_TAG }, async ({
        page,
        library,
      }) => {
        const requestedUrls = await watchNetwork(page, origin);
        const { path } = library.articles[0]!;
        await page.goto(`${origin}/auth/signin?redirect=/terms`);
        await signInAtProvider(page, PREMIUM);
        await expect(page).toHaveURL(`${origin}/terms`);
        await openHydrated(page, origin + path);
        await readThrough(page);
        await expect(frames(page)).toHaveCount(0);
        expect(requestedUrls).toEqual([]);
      });
    });

    test('an ad frame opened as a page sends no request to the network', {
      tag: LONG_TEST_TAG,
    }, async ({ page }) => {
      const requestedUrls = await watchNetwork(page, origin);
      for (const host of ['localhost', '127.0.0.1']) {
        const url = new URL('/ads/frame?slot=header', origin);
        url.hostname = host;
        await page.goto(url.href, { waitUntil: 'networkidle' });
        await expect(page.locator('ins')).toHaveCount(1);
      }
      expect(requestedUrls).toEqual([]);
    });
  });

/**
 * Responds to requests to the ad network with `script`, or blocks them if `script` is `null`. Returns a list that
 * collects the URLs of all requests to servers other than Octavo's.
 */
async function watchNetwork(
  page: Page,
  origin: string,
  script: string | null = createAdScript('filled'),
): Promise<string[]> {
  const { port } = new URL(origin);
  const requestedUrls: string[] = [];
  page.context().on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.port !== port) requestedUrls.push(request.url());
  });
  await page.context().route(NETWORK, (route) =>
    script === null
      ? route.abort('blockedbyclient')
      : route.fulfill({
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*' },
          body: script,
        }),
  );
  return requestedUrls;
}

/** Scrolls through the page in steps of half a window, as a reader does. */
async function readThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      // Within two frames, the browser notifies the page's intersection observers of newly visible elements.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });
}
