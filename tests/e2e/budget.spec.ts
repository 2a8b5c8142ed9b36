import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { authorPath } from '#domain/paths.ts';
import { CHROMIUM_ARGS, findChromiumPath } from '../../scripts/chromium.mjs';
import {
  expect,
  test,
  triggerHydration,
  waitForFonts,
  waitForNetworkIdle,
} from './support/browser.ts';
import { STATE_WITHOUT_CONSENT } from './support/consent.ts';
import type { PublishedLibrary } from './support/library.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';

/**
 * Limits for the number of requests and the transferred bytes of each page, from the budget of `npm run lighthouse`.
 * Other limits in the budget depend on the speed of the machine and are not checked here.
 */
const BUDGET: Record<string, { requests: number; bytes: number }> = JSON.parse(
  readFileSync(new URL('../../bench/lighthouse-budget.json', import.meta.url), 'utf8'),
);
const PATHS: Record<string, string | ((library: PublishedLibrary) => string)> = {
  landing: '/',
  explore: '/articles',
  article: ({ articles }) => articles[0]!.path,
  author: ({ articles }) => authorPath(articles[0]!.authorAlias),
  plans: '/plans',
  faq: '/faq',
  terms: '/terms',
};
/**
 * The maximum compressed size of each page's document, in bytes, when it is served for the first time. A client
 * receives about 14.6 KB in the first round trip of a connection.
 */
const MAX_DOCUMENT_BYTES_BY_PAGE: Record<string, number> = {
  landing: 15_800,
  explore: 15_300,
  article: 18_900,
  author: 12_300,
  plans: 11_200,
  faq: 10_700,
  terms: 14_300,
};
/**
 * The maximum total size, in bytes, of the scripts that an article loads for a signed-out reader who interacts with the
 * page.
 */
const MAX_SCRIPT_BYTES = 109_000;
/**
 * The maximum total size, in bytes, of an article's scripts, including the scripts of the screens that it prefetches.
 */
const MAX_SCRIPT_BYTES_WITH_PREFETCHES = 133_000;
const AUDITED_CATEGORIES = ['accessibility', 'best-practices', 'seo'];

// The phone that Lighthouse emulates has a screen of 412 × 823 pixels.
test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 });
// The browser's state on a first visit, when pages show the cookie banner.
test.use({ storageState: STATE_WITHOUT_CONSENT });
test.skip(({ isMobile }) => !isMobile, 'Lighthouse simulates only a phone');

for (const [name, budget] of Object.entries(BUDGET))
  test(`${name} stays within its budget and has no render-blocking resource`, async ({
    page,
    library,
  }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    let bytes = 0;
    session.on('Network.loadingFinished', (load) => {
      bytes += load.encodedDataLength;
    });
    let requests = 0;
    page.on('request', () => requests++);
    const path = PATHS[name];
    if (path === undefined) throw new Error(`Which page is “${name}” of the budget?`);
    await page.goto(typeof path === 'string' ? path : path(library));
    const documentBytes = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation');
      return (navigation as PerformanceNavigationTiming).encodedBodySize;
    });
    expect(documentBytes).toBeGreaterThan(5000);
    expect(documentBytes).toBeLessThanOrEqual(MAX_DOCUMENT_BYTES_BY_PAGE[name]!);
    await waitForFonts(page);
    await waitForNetworkIdle(page);
    expect(requests).toBeLessThanOrEqual(budget.requests);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(budget.bytes);
    const entries = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => {
        const { name, initiatorType, renderBlockingStatus } = entry as PerformanceResourceTiming & {
          renderBlockingStatus: string;
        };
        return { name, initiatorType, renderBlockingStatus };
      }),
    );
    expect(
      entries.filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking'),
    ).toEqual([]);
    // Besides the document, the page loads only pictures and fonts. The document references all of them, so no chain of
    // dependent requests is longer than two.
    expect(new Set(entries.map(({ name }) => /\.(avif|woff2)$/.exec(name)?.[1] ?? name))).toEqual(
      new Set(entries.some(({ name }) => name.endsWith('.avif')) ? ['avif', 'woff2'] : ['woff2']),
    );
  });

test('the scripts of an article meet their budget, and a reader in data-saver mode loads no others', async ({
  page,
  library,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.goto(library.articles[0]!.path);
  await waitForNetworkIdle(page);
  expect(await listScripts(page)).toEqual([]);
  await hydrateAndWait(page);
  const scripts = await listScripts(page);
  expect(sumBytes(scripts)).toBeGreaterThan(50_000);
  expect(sumBytes(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
});

test('the scripts of an article and of the screens prefetched on a fast connection meet their budget', async ({
  page,
  library,
}) => {
  await page.goto(library.articles[0]!.path);
  await hydrateAndWait(page);
  const scripts = await listScripts(page);
  expect(sumBytes(scripts), JSON.stringify(scripts)).toBeLessThanOrEqual(
    MAX_SCRIPT_BYTES_WITH_PREFETCHES,
  );
});

/** Presses a key, which makes the page load its scripts, and waits until all requests have ended. */
async function hydrateAndWait(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await triggerHydration(page);
  await waitForNetworkIdle(page);
}

interface Script {
  name: string;
  /** The size of the response body in bytes, as transferred. */
  bytes: number;
}

/** Returns the scripts that the page has loaded. */
function listScripts(page: Page): Promise<Script[]> {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
  );
}

function sumBytes(scripts: readonly Script[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0);
}

test('Lighthouse finds no problem in the categories that do not depend on speed', {
  tag: LONG_TEST_TAG,
}, async ({ library, baseURL }) => {
  const scores = await measureScores(baseURL + library.articles[0]!.path);
  expect(scores).toEqual(AUDITED_CATEGORIES.map((id) => [id, 1, []]));
});

/** Returns Lighthouse's scores of a page, and the audits that reduce them. */
async function measureScores(
  url: string,
): Promise<[id: string, score: number | null, flaws: string[]][]> {
  const chrome = await launch({
    chromePath: await findChromiumPath(),
    chromeFlags: ['--headless=new', '--disable-gpu', ...CHROMIUM_ARGS],
  });
  try {
    const runnerResult = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'silent',
      onlyCategories: AUDITED_CATEGORIES,
      throttlingMethod: 'provided',
    });
    const { categories, audits } = runnerResult!.lhr;
    return AUDITED_CATEGORIES.map((id) => {
      const { score, auditRefs } = categories[id]!;
      const failedAudits = auditRefs.filter((ref) => ref.weight > 0 && audits[ref.id]!.score === 0);
      return [id, score, failedAudits.map((ref) => audits[ref.id]!.title)];
    });
  } finally {
    chrome.kill();
  }
}
