import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, findChromiumPath } from '../scripts/chromium.mjs';
import { linkCachedPictures, waitForDrawing } from '../tests/support/picture-cache.ts';
import { median } from './benchmark-processes.ts';
import type { DatabaseServer } from './databases.ts';
import { formatCount, type MeasurementResult } from './measurement-result.ts';
import { formatThreeSignificantDigits } from './report.ts';
import { startServer } from './start-up.ts';

/** The email address of a demo editor. */
const EDITOR = 'editor@demo.octavo.example';
/** The maximum time, in milliseconds, from clicking on an article in the article list until its text is editable. */
const OPENING_LIMIT = 300;
/**
 * The minimum frame rate while scrolling, in frames per second. It is lower than 60, because a browser without a
 * graphics processor sometimes skips a frame.
 */
const FRAMES_LIMIT = 55;
/**
 * The maximum time, in milliseconds, from typing a letter into the article list's filter until the filtered list is
 * visible.
 */
const LETTER_LIMIT = 100;
/** The number of articles in the studio's article list during this benchmark. */
const LONG_LIST_LENGTH = 10_000;
const ROUNDS = 5;
/** The time, in milliseconds, that the benchmark waits for the article list to prefetch articles. */
const SETTLING_TIME = 2500;
/** The scrolling speed in pixels per second. A row of the article list is 60 pixels high. */
const SCROLL_SPEED = 6000;
/** The scrolling distance in pixels. */
const SCROLL_DISTANCE = 24_000;
/**
 * Letters that the benchmark types into the article list's filter. Each letter reduces the number of matching articles,
 * and at least one article always matches.
 */
const TYPED_LETTERS = 'aneri';

/**
 * Measures how long editors wait during the slowest interactions: opening the first article and the next article, and
 * scrolling and filtering a long list.
 */
export async function measureEditorWaits(
  server: DatabaseServer | undefined,
): Promise<MeasurementResult> {
  const openings = await withServer('', measureOpenings);
  const list =
    server && (await withServer(await server.openDataSet(LONG_LIST_LENGTH), measureList));
  const formatCell = (values: readonly number[] | undefined) =>
    values
      ? `${formatThreeSignificantDigits(median(values))} (${values.map(formatThreeSignificantDigits).join(', ')})`
      : 'no PostgreSQL';
  return {
    tables: [
      {
        title: 'The studio: median (each round)',
        columns: [''],
        rows: [
          { name: 'the first article opened, ms', cells: [formatCell(openings.first)] },
          { name: 'the next one, ms', cells: [formatCell(openings.next)] },
          {
            name: `${formatCount(LONG_LIST_LENGTH)} articles, scrolled, frames a second`,
            cells: [formatCell(list?.frameRates)],
          },
          { name: 'each letter of the filter, ms', cells: [formatCell(list?.letterTimes)] },
        ],
      },
    ],
    limits: [
      {
        name: 'the editor opens an article',
        measured: median(openings.first),
        limit: OPENING_LIMIT,
        bound: 'at most',
        unit: ' ms',
      },
      {
        name: `${formatCount(LONG_LIST_LENGTH)} articles scroll`,
        measured: list && median(list.frameRates),
        limit: FRAMES_LIMIT,
        bound: 'at least',
        unit: ' frames a second',
      },
      {
        name: `${formatCount(LONG_LIST_LENGTH)} articles are filtered, a letter`,
        measured: list && Math.max(...list.letterTimes),
        limit: LETTER_LIMIT,
        bound: 'at most',
        unit: ' ms',
      },
    ],
  };
}

/**
 * Starts Octavo, and runs a measurement in its studio. `url` is the URL of a PostgreSQL database, or empty for the
 * embedded database. `measure` receives a function that opens the list of articles as an editor.
 */
async function withServer<Result>(
  url: string,
  measure: (openArticleList: () => Promise<Page>) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-bench-studio-'));
  await linkCachedPictures(folder);
  const server = await startServer(folder, url);
  await waitForDrawing(folder);
  const browser = await chromium.launch({
    executablePath: await findChromiumPath(),
    args: CHROMIUM_ARGS,
  });
  try {
    return await measure(() => openArticleList(browser, server.origin));
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Signs an editor in with a new browser context, opens the article list, and waits until the page is idle. */
async function openArticleList(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${origin}/auth/signin?redirect=/studio/articles`);
  await page.getByLabel('Any email address').fill(EDITOR);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('tbody a').first().waitFor();
  await page.waitForTimeout(SETTLING_TIME);
  return page;
}

async function measureOpenings(openArticleList: () => Promise<Page>) {
  const [first, next]: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await openArticleList();
    first!.push(await measureOpening(page, 0));
    await page.goBack();
    await page.locator('tbody a').first().waitFor();
    await page.waitForTimeout(SETTLING_TIME);
    next!.push(await measureOpening(page, 1));
    await page.context().close();
  }
  return { first: first!, next: next! };
}

/** Returns the milliseconds from a click in the article list to the frame in which the article's text is editable. */
async function measureOpening(page: Page, row: number): Promise<number> {
  const link = page.locator('tbody a').nth(row);
  await page.evaluate(() => {
    const isOpen = () =>
      document.querySelector('[contenteditable=true]')?.textContent !== undefined &&
      document.querySelector('[contenteditable=true]')!.textContent !== '';
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const watch = () =>
          isOpen()
            ? requestAnimationFrame((at) => Object.assign(window, { octavoOpened: at - timeStamp }))
            : requestAnimationFrame(watch);
        watch();
      },
      { capture: true, once: true },
    );
  });
  await link.hover();
  await link.click();
  const opened = await page.waitForFunction(
    () => (window as { octavoOpened?: number }).octavoOpened,
  );
  const milliseconds = (await opened.jsonValue())!;
  await page.evaluate(() => Object.assign(window, { octavoOpened: undefined }));
  return milliseconds;
}

async function measureList(openArticleList: () => Promise<Page>) {
  const page = await openArticleList();
  const frameRates: number[] = [];
  const session = await page.context().newCDPSession(page);
  for (let round = 0; round < ROUNDS; round++) {
    await beginFrames(page);
    await session.send('Input.synthesizeScrollGesture', {
      x: 640,
      y: 500,
      yDistance: round % 2 ? SCROLL_DISTANCE : -SCROLL_DISTANCE,
      speed: SCROLL_SPEED,
      preventFling: true,
    });
    frameRates.push(await endFrames(page));
  }
  const letterTimes: number[] = [];
  await page.evaluate(() => scrollTo(0, 0));
  const filter = page.getByRole('searchbox');
  await filter.focus();
  for (const letter of TYPED_LETTERS) letterTimes.push(await measureLetter(page, letter));
  await page.context().close();
  return { frameRates, letterTimes };
}

/** Starts counting the frames that the browser renders. */
function beginFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
    const times: number[] = [];
    const recordFrame = (at: number) => {
      times.push(at);
      requestAnimationFrame(recordFrame);
    };
    requestAnimationFrame(recordFrame);
    Object.assign(window, { octavoFrames: times });
  });
}

/** Returns the frame rate since {@link beginFrames} was called, in frames per second. */
function endFrames(page: Page): Promise<number> {
  return page.evaluate(() => {
    const times = [...(window as unknown as { octavoFrames: number[] }).octavoFrames];
    return (1000 * (times.length - 1)) / (times.at(-1)! - times[0]!);
  });
}

/**
 * Types a letter into the article list's filter. Returns the milliseconds until the first frame with the new number of
 * matches.
 */
async function measureLetter(page: Page, letter: string): Promise<number> {
  await page.evaluate(() => {
    const status = document.querySelector('[role=status]')!;
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          requestAnimationFrame((at) => Object.assign(window, { octavoNarrowed: at - timeStamp }));
        });
        observer.observe(status, { childList: true, characterData: true, subtree: true });
      },
      { capture: true, once: true },
    );
  });
  await page.keyboard.press(letter);
  const filtered = await page.waitForFunction(
    () => (window as { octavoNarrowed?: number }).octavoNarrowed,
  );
  const milliseconds = (await filtered.jsonValue())!;
  await page.evaluate(() => Object.assign(window, { octavoNarrowed: undefined }));
  return milliseconds;
}
