import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, chromiumPath } from '../scripts/chromium.mjs';
import { keepPictures, untilDrawn } from '../tests/support/kept-pictures.ts';
import type { DatabaseServer } from './databases.ts';
import { count, type Findings } from './findings.ts';
import { digits } from './report.ts';
import { median } from './rig.ts';
import { start } from './start-up.ts';

/** Of the demonstration: one of its editors. */
const EDITOR = 'editor@demo.octavo.example';
/** Milliseconds from a press on an article of the list until its text can be written in. */
const OPENING_FLOOR = 300;
/** A browser that draws without a graphics processor misses one now and then of the sixty. */
const FRAMES_FLOOR = 55;
/** Milliseconds from a letter of the filter to the frame that shows what it leaves. */
const LETTER_FLOOR = 100;
/** How many articles the long list has. */
const LONG = 10_000;
const ROUNDS = 5;
/** Milliseconds after which what the list fetches ahead of time is there. */
const SETTLED = 2500;
/** Pixels a second: a row is sixty high. */
const PACE = 6000;
/** Pixels. */
const WAY = 24_000;
/** Leaves fewer articles with each letter; each is in some made-up title. */
const LETTERS = 'aneri';

/** What an editor waits for most: the first article and the next, and a long list that is scrolled and filtered. */
export async function measureStudio(server: DatabaseServer | undefined): Promise<Findings> {
  const openings = await onProduct('', measureOpenings);
  const list = server && (await onProduct(await server.openShelf(LONG), measureList));
  const cell = (values: readonly number[] | undefined) =>
    values ? `${digits(median(values))} (${values.map(digits).join(', ')})` : 'no PostgreSQL';
  return {
    tables: [
      {
        title: 'The studio: median (each round)',
        columns: [''],
        rows: [
          { name: 'the first article opened, ms', cells: [cell(openings.first)] },
          { name: 'the next one, ms', cells: [cell(openings.next)] },
          {
            name: `${count(LONG)} articles, scrolled, frames a second`,
            cells: [cell(list?.scrolled)],
          },
          { name: 'each letter of the filter, ms', cells: [cell(list?.letters)] },
        ],
      },
    ],
    floors: [
      {
        name: 'the editor opens an article',
        measured: median(openings.first),
        limit: OPENING_FLOOR,
        bound: 'at most',
        unit: ' ms',
      },
      {
        name: `${count(LONG)} articles scroll`,
        measured: list && median(list.scrolled),
        limit: FRAMES_FLOOR,
        bound: 'at least',
        unit: ' frames a second',
      },
      {
        name: `${count(LONG)} articles are filtered, a letter`,
        measured: list && Math.max(...list.letters),
        limit: LETTER_FLOOR,
        bound: 'at most',
        unit: ' ms',
      },
    ],
  };
}

/** Starts the product on a database, the embedded one where `url` is empty, and signs an editor in each time it is used. */
async function onProduct<Result>(
  url: string,
  measure: (enter: () => Promise<Page>) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-bench-studio-'));
  await keepPictures(folder);
  const product = await start(folder, url);
  await untilDrawn(folder);
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: CHROMIUM_ARGS,
  });
  try {
    return await measure(() => enter(browser, product.origin));
  } finally {
    await browser.close();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The list of articles, come to rest, in a browser that has not been in the studio before. */
async function enter(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${origin}/auth/signin?redirect=/studio/articles`);
  await page.getByLabel('Any email address').fill(EDITOR);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('tbody a').first().waitFor();
  await page.waitForTimeout(SETTLED);
  return page;
}

async function measureOpenings(enterAnew: () => Promise<Page>) {
  const [first, next]: number[][] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await enterAnew();
    first!.push(await timeToOpen(page, 0));
    await page.goBack();
    await page.locator('tbody a').first().waitFor();
    await page.waitForTimeout(SETTLED);
    next!.push(await timeToOpen(page, 1));
    await page.context().close();
  }
  return { first: first!, next: next! };
}

/** Milliseconds from the press to the frame in which the article's introduction can be written in. */
async function timeToOpen(page: Page, row: number): Promise<number> {
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

async function measureList(enterAnew: () => Promise<Page>) {
  const page = await enterAnew();
  const scrolled: number[] = [];
  const session = await page.context().newCDPSession(page);
  for (let round = 0; round < ROUNDS; round++) {
    await beginFrames(page);
    await session.send('Input.synthesizeScrollGesture', {
      x: 640,
      y: 500,
      yDistance: round % 2 ? WAY : -WAY,
      speed: PACE,
      preventFling: true,
    });
    scrolled.push(await endFrames(page));
  }
  const letters: number[] = [];
  await page.evaluate(() => scrollTo(0, 0));
  const filter = page.getByRole('searchbox');
  await filter.focus();
  for (const letter of LETTERS) letters.push(await timeOfLetter(page, letter));
  await page.context().close();
  return { scrolled, letters };
}

/** Counts the frames from here on. */
function beginFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
    const times: number[] = [];
    const note = (at: number) => {
      times.push(at);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    Object.assign(window, { octavoFrames: times });
  });
}

/** Frames a second since {@link beginFrames}. */
function endFrames(page: Page): Promise<number> {
  return page.evaluate(() => {
    const times = [...(window as unknown as { octavoFrames: number[] }).octavoFrames];
    return (1000 * (times.length - 1)) / (times.at(-1)! - times[0]!);
  });
}

/** Milliseconds from a letter to the frame after the list says how many it leaves. */
async function timeOfLetter(page: Page, letter: string): Promise<number> {
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
  const narrowed = await page.waitForFunction(
    () => (window as { octavoNarrowed?: number }).octavoNarrowed,
  );
  const milliseconds = (await narrowed.jsonValue())!;
  await page.evaluate(() => Object.assign(window, { octavoNarrowed: undefined }));
  return milliseconds;
}
