import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { CHROMIUM_ARGS, findChromiumPath } from '../scripts/chromium.mjs';
import { linkCachedPictures, waitForDrawing } from '../tests/support/picture-cache.ts';
import { median } from './benchmark-processes.ts';
import type { MeasurementResult } from './measurement-result.ts';
import { MAX_PROOF_OF_WORK_MILLISECONDS, measureProofOfWorkTime } from './proof-of-work.ts';
import { formatThreeSignificantDigits } from './report.ts';
import { listEntryPages, startServer } from './start-up.ts';

/**
 * The maximum time, in milliseconds, from a press to the next frame, and from a tap on a link until the target page's
 * text is visible.
 */
const LIMIT = 100;
/** The factor by which the browser's processor is slowed down to simulate a phone. */
const CPU_SLOWDOWN = 4;
/**
 * The number of rounds. Each round makes every measurement once, so that other load on the machine affects all
 * measurements equally.
 */
const ROUNDS = 5;
/** The duration of a simulated tap, in milliseconds. */
const PRESS_DURATION = 80;
/** The waiting time, in milliseconds, after each press. The browser needs it to report the duration of the press. */
const SETTLING_TIME = 600;

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** A reader's action on a page. */
interface Press {
  name: string;
  getPath: (paths: PagePaths) => string;
  /**
   * Prepares the action by finding its target, such as a button. Returns a function that performs the action by touch
   * or keyboard.
   */
  aim: (page: Page) => Promise<() => Promise<void>>;
}

interface PagePaths {
  article: string;
}

/**
 * Scrolls an element into view, and returns a function that taps it with raw touch events. Playwright's own tap is not
 * used, because it first runs checks, and the time they take would count as part of the page's latency.
 */
async function prepareTap(page: Page, target: Locator): Promise<() => Promise<void>> {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await target.boundingBox())!;
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  const session = await page.context().newCDPSession(page);
  return async () => {
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await page.waitForTimeout(PRESS_DURATION);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
}

const tapByRole =
  (role: 'button' | 'link' | 'radio', name: string | RegExp, within = 'body') =>
  (page: Page) =>
    prepareTap(page, page.locator(within).getByRole(role, { name }).first());

const tapFirstMatch = (selector: string) => (page: Page) =>
  prepareTap(page, page.locator(selector).first());

/** The CSS selector for links to suggested articles. */
const SUGGESTION = 'main section article a[href]';

const PRESSES: readonly Press[] = [
  { name: 'share', getPath: ({ article }) => article, aim: tapByRole('button', /^Share$/) },
  { name: 'bookmark', getPath: ({ article }) => article, aim: tapByRole('button', /^Bookmark/) },
  {
    name: 'follow',
    getPath: ({ article }) => article,
    aim: tapByRole('button', /^Follow /, 'main'),
  },
  { name: 'an answer', getPath: ({ article }) => article, aim: tapByRole('button', /^Practical/) },
  { name: 'report', getPath: ({ article }) => article, aim: tapByRole('button', /^Report/) },
  { name: 'a category', getPath: () => '/articles', aim: tapByRole('link', /^Health/, 'main') },
  { name: 'Load More', getPath: () => '/articles', aim: tapByRole('link', /^Load More/) },
  {
    name: 'a letter of a search',
    getPath: () => '/articles',
    aim: async (page) => {
      await page.getByRole('searchbox').focus();
      return () => page.keyboard.type('why', { delay: 120 });
    },
  },
  { name: 'Explore to Home', getPath: () => '/articles', aim: tapByRole('link', 'Home', 'nav') },
  { name: 'Home to Explore', getPath: () => '/', aim: tapByRole('link', 'Explore', 'nav') },
  {
    name: 'articles to authors',
    getPath: () => '/articles',
    aim: tapByRole('link', 'Authors', 'main'),
  },
  {
    name: 'an article to its author',
    getPath: ({ article }) => article,
    aim: tapFirstMatch('main a[href^="/authors/"]'),
  },
  {
    name: 'an article to another',
    getPath: ({ article }) => article,
    aim: tapFirstMatch(SUGGESTION),
  },
  { name: 'a theme', getPath: () => '/settings', aim: tapByRole('radio', 'Dark') },
];

interface Times {
  /** Latencies before hydration, in milliseconds, one for each round. */
  early: number[];
  /** Latencies after hydration, in milliseconds, one for each round. */
  alive: number[];
}

/**
 * Measures how fast pages respond to a reader. With the processor slowed down to a quarter of its speed, measures how
 * fast each control responds to a press before and after hydration (with the browser's Event Timing API), and how long
 * the contact form's proof of work takes. At full speed, measures the time from a tap on a link to an article until the
 * article's heading is visible.
 */
export async function measureInteractionLatency(): Promise<MeasurementResult> {
  const executablePath = await findChromiumPath();
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-bench-presses-'));
  // The server reuses the pictures from earlier runs. Drawing new pictures during the measurement would slow down the
  // browser.
  await linkCachedPictures(folder);
  const server = await startServer(folder);
  await waitForDrawing(folder);
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const article = (await listEntryPages(server.origin)).find(({ name }) => name === 'article')!;
    const paths = { article: article.url };
    const presses = new Map(PRESSES.map((press) => [press, { early: [], alive: [] } as Times]));
    const navigations: Times = { early: [], alive: [] };
    const proofTimes: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const [press, { early, alive }] of presses) {
        const url = new URL(press.getPath(paths), server.origin).href;
        early.push(await measurePress(browser, url, press, false));
        alive.push(await measurePress(browser, url, press, true));
      }
      navigations.early.push(await measureNavigation(browser, article.url, false));
      navigations.alive.push(await measureNavigation(browser, article.url, true));
      proofTimes.push(
        await withPage(browser, (page) =>
          measureProofOfWorkTime(page, server.origin, CPU_SLOWDOWN),
        ),
      );
    }
    return buildResult(presses, navigations, proofTimes);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function buildResult(
  presses: ReadonlyMap<Press, Times>,
  navigations: Times,
  proofTimes: readonly number[],
): MeasurementResult {
  const formatCell = (times: readonly number[]) =>
    `${formatThreeSignificantDigits(median(times))} (${formatThreeSignificantDigits(Math.max(...times))})`;
  const toLimitCheck = (name: string, times: readonly number[], limit = LIMIT) => ({
    name,
    measured: median(times),
    limit,
    bound: 'at most' as const,
    unit: ' ms',
  });
  const findSlowest = (phase: keyof Times) =>
    [...presses.values()]
      .map((times) => times[phase])
      .reduce((worst, times) => (median(times) > median(worst) ? times : worst));
  return {
    tables: [
      {
        title: `From a press to the next frame at 1/${CPU_SLOWDOWN} speed, ms: median (most)`,
        columns: ['early', 'alive'],
        rows: [...presses].map(([{ name }, { early, alive }]) => ({
          name,
          cells: [formatCell(early), formatCell(alive)],
        })),
      },
      {
        title: 'From a tap on an article to its text, fetched ahead, ms: median (most)',
        columns: ['as a document', 'in the browser'],
        rows: [
          {
            name: 'an article to another',
            cells: [formatCell(navigations.early), formatCell(navigations.alive)],
          },
        ],
      },
      {
        title: `From a challenge to the message with its proof at 1/${CPU_SLOWDOWN} speed, ms: median (most)`,
        columns: ['every number tried'],
        rows: [{ name: 'the contact form', cells: [formatCell(proofTimes)] }],
      },
    ],
    limits: [
      toLimitCheck('the slowest press, before the scripts are there', findSlowest('early')),
      toLimitCheck('the slowest press, once they are', findSlowest('alive')),
      toLimitCheck('tap to text, as a document', navigations.early),
      toLimitCheck('tap to text, in the browser', navigations.alive),
      toLimitCheck(
        'the proof of work of the contact form',
        proofTimes,
        MAX_PROOF_OF_WORK_MILLISECONDS,
      ),
    ],
  };
}

/**
 * Returns the milliseconds from a reader's action to the next frame. If the action causes several events, returns the
 * duration of the longest event.
 */
async function measurePress(browser: Browser, url: string, press: Press, isAlive: boolean) {
  return withPage(browser, async (page) => {
    await page.addInitScript(() => {
      const times: number[] = [];
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries())
          if ((entry as PerformanceEventTiming).interactionId) times.push(entry.duration);
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
      Object.assign(window, { octavoPresses: times });
    });
    await openPage(page, url, isAlive);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const performAction = await press.aim(page);
    // Scrolling to the target of the action starts hydration. A measurement of the page before hydration must therefore
    // perform the action immediately.
    if (isAlive) await page.waitForTimeout(SETTLING_TIME);
    const reportedDurations: number[] = [];
    // If the action opens another document, the measured durations are read before the browser leaves the page.
    page.on('request', async (request) => {
      if (request.isNavigationRequest()) reportedDurations.push(...(await readDurations(page)));
    });
    await performAction();
    await page.waitForTimeout(SETTLING_TIME);
    // The browser does not report events shorter than 16 ms. If it reports none, 16 ms is returned as an upper bound.
    return Math.max(16, ...reportedDurations, ...(await readDurations(page)));
  });
}

function readDurations(page: Page): Promise<number[]> {
  return page
    .evaluate(() => [...((window as { octavoPresses?: number[] }).octavoPresses ?? [])])
    .catch(() => []);
}

/**
 * Returns the milliseconds between a tap on a link to another article and the frame that shows that article's heading.
 */
async function measureNavigation(browser: Browser, url: string, isAlive: boolean): Promise<number> {
  return withPage(browser, async (page) => {
    await page.addInitScript(watchNavigation);
    if (!isAlive) await delayScripts(page);
    await openPage(page, url, isAlive);
    const tap = await prepareTap(page, page.locator(SUGGESTION).first());
    // Readers see a link for some time before they tap it, and its page is prefetched during that time. A simulated
    // `pointerover` event starts this prefetch.
    await page.locator(SUGGESTION).first().dispatchEvent('pointerover');
    await page.waitForTimeout(SETTLING_TIME);
    await tap();
    await page.waitForFunction(() => sessionStorage.getItem('octavoSeen'));
    return page.evaluate(
      () =>
        Number(sessionStorage.getItem('octavoSeen')) -
        Number(sessionStorage.getItem('octavoTapped')),
    );
  });
}

/**
 * Blocks the page's scripts, as if a slow connection had not delivered them yet. Otherwise, scrolling to a link would
 * start hydration.
 */
async function delayScripts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: ['*/assets/client-*'] });
}

/**
 * Records the time of a tap on a link, and the time at which the next article's heading is visible, in milliseconds
 * since 1970. Runs in the page.
 */
function watchNavigation() {
  const now = () => performance.timeOrigin + performance.now();
  const readHeading = () => document.querySelector('h1')?.textContent;
  const waitForHeading = (previousHeading: string | null) => {
    const heading = readHeading();
    if (!heading || heading === previousHeading)
      return requestAnimationFrame(() => waitForHeading(previousHeading));
    // When the next frame begins, the browser has already shown the frame with the new heading.
    requestAnimationFrame(() => sessionStorage.setItem('octavoSeen', String(now())));
  };
  addEventListener(
    'click',
    ({ timeStamp }) => {
      sessionStorage.setItem('octavoTapped', String(performance.timeOrigin + timeStamp));
      sessionStorage.setItem('octavoLeft', readHeading() ?? '');
      waitForHeading(readHeading() ?? null);
    },
    true,
  );
  const previousPageHeading = sessionStorage.getItem('octavoLeft');
  if (previousPageHeading !== null) waitForHeading(previousPageHeading);
}

/** Opens a page, and waits until it is loaded. If `isAlive` is true, waits until React has hydrated the page. */
async function openPage(page: Page, url: string, isAlive: boolean): Promise<void> {
  // The listener for the hydration event is added before the page loads, because some pages are hydrated without any
  // interaction.
  await page.addInitScript(() =>
    addEventListener('octavo:hydrated', () => Object.assign(window, { isAlive: true })),
  );
  await page.goto(url, { waitUntil: 'networkidle' });
  if (!isAlive) return;
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => 'isAlive' in window);
  await page.waitForLoadState('networkidle');
}

async function withPage<Result>(browser: Browser, use: (page: Page) => Promise<Result>) {
  const context = await browser.newContext(PHONE);
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}
