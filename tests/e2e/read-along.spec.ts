import type { Page } from '@playwright/test';
import type { SentenceTiming } from '#domain/timings.ts';
import { expect, test } from './support/browser.ts';
import {
  chooseInPlayer,
  everMarked,
  haveNarrated,
  heard,
  listenButton,
  marked,
  openAsPremium,
  player,
  recordingOf,
  wordsOf,
} from './support/listening.ts';
import { LONG } from './support/long.ts';

async function listen(page: Page): Promise<void> {
  await listenButton(page).click();
  await expect(player(page)).toHaveAttribute('data-status', 'playing');
}

/** Returns true if the current sentence is in view. */
function isInView(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const [range] = [...(CSS.highlights.get('spoken') ?? [])] as Range[];
    if (!range) return false;
    const { top, bottom } = range.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

/** Scrolls like a reader until the current sentence is out of view. Returns the scroll position. */
async function goElsewhere(page: Page, by: number): Promise<number> {
  await untilAtRest(page);
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, by);
  await expect.poll(() => isInView(page)).toBe(false);
  await untilAtRest(page);
  return scrolled(page);
}

const scrolled = (page: Page) => page.evaluate(() => scrollY);

/** Waits until the page does not scroll any more. */
async function untilAtRest(page: Page): Promise<void> {
  let last = Number.NaN;
  await expect
    .poll(async () => {
      const before = last;
      last = await scrolled(page);
      return last - before;
    })
    .toBe(0);
}

test('the sentence that is heard is kept in view, unless its reader is elsewhere', {
  tag: LONG,
}, async ({ page, library }) => {
  const article = library.articles[0]!;
  await openAsPremium(page, article);
  await listen(page);
  const { sentences } = await recordingOf(page, article, 'af');
  const first = (anchor: string) => sentences.find((each) => each.anchor === anchor)!;
  /** Seeks to a sentence, and waits until it is highlighted. */
  const hear = async (sentence: SentenceTiming) => {
    const { length } = await everMarked(page);
    await page.evaluate((from) => {
      const audio = (window as unknown as { made: HTMLAudioElement[] }).made.at(-1)!;
      audio.currentTime = from + 0.05;
    }, sentence.from);
    const words = await wordsOf(page, sentence);
    await expect.poll(async () => (await everMarked(page)).slice(length)).toContain(words);
  };
  await hear(first('keyPoints.2.paragraphs.0'));
  await expect.poll(() => isInView(page)).toBe(true);

  const left = await goElsewhere(page, -3000);
  await hear(first('keyPoints.2.takeaway'));
  await hear(first('conclusion.0'));
  expect(await scrolled(page)).toBe(left);

  // Back where it is heard.
  await page.locator('[data-anchor="keyPoints.1.takeaway"]').scrollIntoViewIfNeeded();
  await hear(first('keyPoints.1.takeaway'));
  expect(await isInView(page)).toBe(true);
  await hear(first('conclusion.0'));
  await expect.poll(() => isInView(page)).toBe(true);
});

test('the scroll position stays when the full recording or another voice takes over', {
  tag: LONG,
}, async ({ page, library }) => {
  const article = library.articles[0]!;
  await openAsPremium(page, article);
  await haveNarrated(page, article, 'whole', 'am');
  // As it is while nobody has listened to it yet.
  await page.route(/\.af\.json$/, async (route) => {
    const url = route.request().url().replace('.json', '.preview.json');
    await route.fulfill({ response: await route.fetch({ url }), status: 202 });
  });
  /** Waits until another recording has been heard for two sentences. */
  const untilHeardIn = async (recording: RegExp) => {
    await expect.poll(async () => (await heard(page)).source).toMatch(recording);
    const { length } = await everMarked(page);
    await expect.poll(async () => (await everMarked(page)).length).toBeGreaterThan(length + 1);
  };

  await listen(page);
  await expect.poll(() => marked(page)).not.toBe('');
  const left = await goElsewhere(page, 6000);
  await page.unroute(/\.af\.json$/);
  await untilHeardIn(/\.af\.mp3/);
  expect(await scrolled(page)).toBe(left);

  await player(page)
    .getByRole('button', { name: /Open the player/ })
    .click();
  const full = page.getByRole('dialog');
  await chooseInPlayer(page, 'Narrator', 'American Male');
  await page.keyboard.press('Escape');
  await expect(full).toBeHidden();
  await untilHeardIn(/\.am\.mp3/);
  expect(await scrolled(page)).toBe(left);
});

test('the page follows seeking in the player', { tag: LONG }, async ({ page, library }) => {
  await openAsPremium(page, library.articles[0]!);
  await listen(page);
  await expect.poll(() => marked(page)).not.toBe('');
  const full = page.getByRole('dialog');
  const goToPart = async (at: number) => {
    await player(page)
      .getByRole('button', { name: /Open the player/ })
      .click();
    const parts = full.getByRole('region', { name: 'Parts' }).getByRole('button');
    await parts.nth(at).click();
    await page.keyboard.press('Escape');
    await expect(full).toBeHidden();
  };
  await goToPart(3);
  await expect.poll(() => isInView(page)).toBe(true);

  await goElsewhere(page, -6000);
  await goToPart(4);
  await expect.poll(() => isInView(page)).toBe(true);

  await goElsewhere(page, -6000);
  await player(page)
    .getByRole('button', { name: /Open the player/ })
    .click();
  await full.getByRole('link', { name: 'Back to the sentence' }).click();
  await expect(full).toBeHidden();
  await expect.poll(() => isInView(page)).toBe(true);
});
