import type { Locator, Page } from '@playwright/test';
import type { ArticleMeta } from '#domain/article.ts';
import { dailyFiveCopy } from '#web/copy/daily-five.ts';
import { downloadsCopy } from '#web/copy/downloads.ts';
import { getOrStartNamedServer, moveClock, SERVER_START_TIMEOUT } from './setup/named-servers.ts';
import { createEmailAddress, createPremiumAccount } from './support/accounts.ts';
import { expect, openHydrated, test, triggerHydration } from './support/browser.ts';
import { type Device, openDevice } from './support/device.ts';
import { type PublishedLibrary, readPublishedLibrary } from './support/library.ts';
import {
  audioPlayer,
  ensureNarration,
  installAudioAndHighlightTracking,
  listenButton,
  openPlayer,
} from './support/listening.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import {
  bookmarkOffline,
  countStoredActions,
  finishReading,
  readApi,
  scrollToConclusion,
  takeawayButton,
  toBookmarkKey,
} from './support/outbox.ts';
import {
  bookmarkButton,
  bookmarkByApi,
  feedbackButton,
  followButton,
  recordReadingByApi,
} from './support/reader.ts';
import { listSavedPaths } from './support/saved-articles.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'reduce' } });

// The tests run one after the other, because all of them change the clock of the same server.
test.describe.configure({ mode: 'default' });

let origin: string;
let published: PublishedLibrary;
/**
 * The first of the three simulated days of a test. It is in the future, so that the real midnight has no effect on the
 * test.
 */
let firstDay: number;
let devices: Device[];

test.beforeAll(async () => {
  test.setTimeout(SERVER_START_TIMEOUT);
  origin = await getOrStartNamedServer('returning');
  published = await readPublishedLibrary(origin);
});
test.afterEach(async () => {
  await Promise.all(devices.map(({ context }) => context.close()));
});

/**
 * Moves all clocks to the first simulated day of a test. Each test uses a later week than the previous test, so that
 * the clocks never go back.
 */
async function beginWeek(week: number): Promise<void> {
  test.setTimeout(300_000);
  devices = [];
  firstDay = new Date().setUTCHours(0, 0, 0, 0) + (week * 7 + 2) * DAY;
  await moveTo(0, 8);
}

/** Moves the clocks of the server and of all devices to an hour of a simulated day. The first day is 0. */
async function moveTo(day: number, hour: number): Promise<void> {
  const offset = await moveClock(new Date(firstDay + day * DAY + hour * HOUR));
  for (const device of devices) await device.setClockOffset(offset);
}

/** Opens two devices (browsers) of the same reader, or of visitors if `email` is not given. */
async function openTwoDevices(
  browser: Parameters<typeof openDevice>[0],
  email?: string,
): Promise<[Device, Device]> {
  const openedDevices: [Device, Device] = [
    await openDevice(browser, origin, email),
    await openDevice(browser, origin, email),
  ];
  devices.push(...openedDevices);
  await moveTo(0, 8);
  return openedDevices;
}

const dailyFive = (page: Page): Locator => page.getByRole('region', { name: dailyFiveCopy.title });
const continueList = (page: Page): Locator =>
  page.getByRole('region', { name: dailyFiveCopy.continue });

/** Returns the titles of the articles in a list. */
const articleTitles = (list: Locator): Locator => list.getByRole('listitem').getByRole('heading');

/** Opens Home, and returns the five articles that it offers for the day. */
async function readDailyFive({ page }: Device): Promise<ArticleMeta[]> {
  await openHydrated(page, '/');
  const titles = await articleTitles(dailyFive(page)).allTextContents();
  const articles = titles.map(
    (title) => published.articles.find((article) => article.title === title)!,
  );
  expect(new Set(articles).size).toBe(5);
  return articles;
}

/** Expects two lists of articles to have none in common. */
function expectDisjoint(articles: readonly ArticleMeta[], others: readonly ArticleMeta[]): void {
  const ids = new Set(others.map(({ id }) => id));
  expect(articles.filter(({ id }) => ids.has(id)).map(({ title }) => title)).toEqual([]);
}

/**
 * Restarts a device without a network, and connects it to the network on the third day. Returns the five articles that
 * it then offers. Expects that none of them is in `earlier`.
 */
async function returnOnThirdDay(
  device: Device,
  earlier: readonly ArticleMeta[],
): Promise<ArticleMeta[]> {
  await device.restart();
  await moveTo(2, 9);
  await device.context.setOffline(false);
  const third = await readDailyFive(device);
  expectDisjoint(third, earlier);
  return third;
}

/** Opens a saved article without a network. */
async function openSavedArticle({ page }: Device, { path, title }: ArticleMeta): Promise<void> {
  await page.goto(path);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await triggerHydration(page);
}

/** Scrolls an article to a key point, and waits until the server has stored that the reader has reached it. */
async function readToPoint({ page }: Device, { path }: ArticleMeta, point: string): Promise<void> {
  await openHydrated(page, path);
  const readingResponse = page.waitForResponse((response) => response.url().endsWith('/reading'));
  await page.locator(point).evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await (await readingResponse).finished();
}

async function waitUntilSaved({ page }: Device, articles: readonly ArticleMeta[]): Promise<void> {
  const paths = articles.map(({ path }) => path);
  await expect.poll(() => listSavedPaths(page)).toEqual(expect.arrayContaining(paths));
}

test('a free reader’s two devices, one of them without a network, agree on the third day', {
  tag: LONG_TEST_TAG,
}, async ({ browser }) => {
  await beginWeek(0);
  const [phone, laptop] = await openTwoDevices(browser, createEmailAddress());
  const first = await readDailyFive(phone);
  const [finished, unfinished, other] = first as [ArticleMeta, ArticleMeta, ArticleMeta];
  expect(await readDailyFive(laptop)).toEqual(first);
  await recordReadingByApi(phone.page, finished, 'end');
  await readToPoint(phone, unfinished, '#point-2');
  await moveTo(0, 20);
  expect(await readDailyFive(laptop)).toEqual(first);
  await expect(dailyFive(laptop.page).getByText(dailyFiveCopy.progress(1, 5))).toBeVisible();
  await expect(articleTitles(continueList(laptop.page))).toHaveText([unfinished.title]);
  expect(await readDailyFive(phone)).toEqual(first);
  await waitUntilSaved(phone, first);

  await phone.context.setOffline(true);
  await moveTo(1, 9);
  await phone.restart();
  await openSavedArticle(phone, unfinished);
  await doEverythingOffline(phone.page, unfinished);
  await openSavedArticle(phone, other);
  await bookmarkOffline(phone.page);

  await moveTo(1, 18);
  const second = await readDailyFive(laptop);
  expectDisjoint(second, first);
  await expect(articleTitles(continueList(laptop.page))).toHaveText([unfinished.title]);
  const [laptopRead, laptopBookmark] = second as [ArticleMeta, ArticleMeta];
  await recordReadingByApi(laptop.page, laptopRead, 'end');
  await bookmarkByApi(laptop.page, laptopBookmark);

  const third = await returnOnThirdDay(phone, [...first, ...second]);
  await expect.poll(() => countStoredActions(phone.context)).toBe(0);
  const { ids } = await readApi(laptop.page, '/bookmarks/ids');
  expect(ids).toEqual([other, unfinished, laptopBookmark].map(toBookmarkKey));
  const { authors } = await readApi(laptop.page, '/users/me/following');
  expect(authors).toEqual([unfinished.authorAlias]);
  const { lines } = await readApi(laptop.page, '/lines');
  expect(lines).toHaveLength(1);
  const feedback = `/articles/${unfinished.authorAlias}/${unfinished.id}/feedback`;
  expect(await readApi(laptop.page, feedback)).toEqual({ feedbackType: 'PRACTICAL' });

  expect(await readDailyFive(laptop)).toEqual(third);
  await expect(continueList(laptop.page)).toHaveCount(0);
  await openHydrated(laptop.page, '/profile/history');
  // The history must be ordered by the time at which the reader read each article. The article on the laptop was read
  // after the one on the phone, although the server learned of it first.
  await expect(laptop.page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(
    [laptopRead, unfinished, finished].map(({ title }) => title),
  );
  await openHydrated(laptop.page, unfinished.path);
  await expect(bookmarkButton(laptop.page)).toHaveAttribute('aria-pressed', 'true');
  await expect(followButton(laptop.page, unfinished.authorAlias)).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await laptop.page.locator('#point-2').scrollIntoViewIfNeeded();
  await expect(takeawayButton(laptop.page, 1)).toHaveAttribute('aria-pressed', 'true');

  await openHydrated(phone.page, '/settings');
  await phone.page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(phone.page).toHaveURL('/');
  await expect.poll(() => listSavedPaths(phone.page)).toEqual([]);
  expect(await readDailyFive(laptop)).toEqual(third);
  await waitUntilSaved(laptop, third);
});

test('a Premium reader listens on one device without a network, and continues on the other', {
  tag: LONG_TEST_TAG,
}, async ({ browser }) => {
  await beginWeek(1);
  const email = await createPremiumAccount(origin);
  const [phone, laptop] = await openTwoDevices(browser, email);
  await installAudioAndHighlightTracking(phone.page);
  const first = await readDailyFive(phone);
  const [heardArticle] = first as [ArticleMeta];
  await openHydrated(phone.page, heardArticle.path);
  await ensureNarration(phone.page, heardArticle, 'full');
  await listenButton(phone.page).click();
  await expect(audioPlayer(phone.page)).toHaveAttribute('data-status', 'playing');
  const player = await openPlayer(phone.page);
  await player.getByRole('button', { name: 'Download this narration' }).click();
  await expect(player.getByText(downloadsCopy.saved, { exact: true })).toBeVisible();
  await player.getByRole('button', { name: 'Stop listening' }).click();
  await moveTo(0, 20);
  expect(await readDailyFive(laptop)).toEqual(first);

  await phone.context.setOffline(true);
  await moveTo(1, 9);
  await phone.restart();
  await openSavedArticle(phone, heardArticle);
  await listenButton(phone.page).click();
  await expect(audioPlayer(phone.page)).toHaveAttribute('data-status', 'playing');
  const offlinePlayer = await openPlayer(phone.page);
  await offlinePlayer.getByRole('slider').first().fill('60');
  // The outbox stores two actions: the listening position, and the reading position, which the page records because it
  // scrolls along with the narration.
  await expect.poll(() => countStoredActions(phone.context)).toBe(2);
  await offlinePlayer.getByRole('button', { name: 'Pause' }).click();
  await expect(offlinePlayer.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(await countStoredActions(phone.context)).toBe(2);
  await moveTo(1, 18);
  const second = await readDailyFive(laptop);
  expectDisjoint(second, first);

  const third = await returnOnThirdDay(phone, [...first, ...second]);
  await expect.poll(() => countStoredActions(phone.context)).toBe(0);
  const { places } = await readApi(laptop.page, '/user/listening');
  expect(places).toHaveLength(1);
  expect(await readDailyFive(laptop)).toEqual(third);
  const row = continueList(laptop.page);
  await expect(articleTitles(row)).toHaveText([heardArticle.title]);
  await expect(row.getByRole('button', { name: /^Continue listening at / })).toBeVisible();
});

test('a visitor finds the same five on two devices, and continues on the one that was read on', {
  tag: LONG_TEST_TAG,
}, async ({ browser }) => {
  await beginWeek(2);
  const [phone, laptop] = await openTwoDevices(browser);
  const first = await readDailyFive(phone);
  const [unfinished] = first as [ArticleMeta];
  expect(await readDailyFive(laptop)).toEqual(first);
  await openHydrated(phone.page, unfinished.path);
  await phone.page
    .locator('#point-2')
    .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await waitUntilSaved(phone, [unfinished]);
  await moveTo(0, 20);
  expect(await readDailyFive(phone)).toEqual(first);
  await expect(continueList(phone.page).getByRole('link').first()).toHaveText(unfinished.title);
  expect(await readDailyFive(laptop)).toEqual(first);
  await expect(continueList(laptop.page)).toHaveCount(0);
  await waitUntilSaved(phone, first);

  await phone.context.setOffline(true);
  await moveTo(1, 9);
  await phone.restart();
  await openSavedArticle(phone, unfinished);
  await scrollToConclusion(phone.page);
  await expect
    .poll(() => phone.page.evaluate(() => localStorage.getItem('visitor-readings')))
    .toContain('"end"');
  const second = await readDailyFive(laptop);
  expectDisjoint(second, first);

  const third = await returnOnThirdDay(phone, [...first, ...second]);
  await expect(continueList(phone.page)).toHaveCount(0);
  expect(await readDailyFive(laptop)).toEqual(third);
});

/**
 * Without a network, bookmarks the current article, follows its author, keeps a line, gives feedback, and reads to the
 * end.
 */
async function doEverythingOffline(page: Page, { authorAlias }: ArticleMeta): Promise<void> {
  await bookmarkOffline(page);
  await followButton(page, authorAlias).click();
  await page.locator('#point-2').evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await takeawayButton(page, 1).click();
  await feedbackButton(page, 'PRACTICAL').click();
  await expect(feedbackButton(page, 'PRACTICAL')).toHaveAttribute('aria-pressed', 'true');
  await expect(takeawayButton(page, 1)).toHaveAttribute('aria-pressed', 'true');
  await expect(followButton(page, authorAlias)).toHaveAttribute('aria-pressed', 'true');
  await finishReading(page);
}
