import { dailyFiveCopy } from '#web/copy/daily-five.ts';
import { feedCopy } from '#web/copy/feed.ts';
import { historyCopy } from '#web/copy/history.ts';
import { sharedControlsCopy } from '#web/copy/shared-controls.ts';
import { expectAccessible } from './support/accessible.ts';
import {
  callApi,
  createEmailAddress,
  createPremiumAccount,
  signInByApi,
} from './support/accounts.ts';
import { expect, openHydrated, test, waitForIdleCallbacks } from './support/browser.ts';
import { expectNoLayoutProblems } from './support/layout.ts';
import {
  blockFonts,
  FONT_BLOCKED_ERROR,
  recordLayoutShifts,
  sumLayoutShifts,
} from './support/layout-shifts.ts';
import {
  audioPlayer,
  fetchTimings,
  openArticleAsPremiumReader,
  readAudioState,
} from './support/listening.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { followByApi, recordReadingByApi } from './support/reader.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an article that the reader leaves in the middle continues there, until it is finished', async ({
  page,
  library,
}) => {
  const [leftArticle, finishedArticle] = library.articles;
  await signInByApi(page.request, createEmailAddress());
  await openHydrated(page, leftArticle!.path);
  const readingRequest = page.waitForRequest((request) => request.url().endsWith('/reading'));
  await page.locator('#point-2').scrollIntoViewIfNeeded();
  await page.locator('#point-2').evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await (await readingRequest).response();
  await openHydrated(page, finishedArticle!.path);
  const endRequest = page.waitForRequest(
    (request) => request.url().endsWith('/reading') && request.postDataJSON().section === 'end',
  );
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await (await endRequest).response();

  await openHydrated(page, '/profile/history');
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('h2') });
  await expect(rows.getByRole('heading')).toHaveText([finishedArticle!.title, leftArticle!.title]);
  await expect(rows.first()).toContainText(historyCopy.finished);
  await page.getByRole('link', { name: historyCopy.continueAt('point-2') }).click();
  await expect(page).toHaveURL(`${leftArticle!.path}#point-2`);
  await expect(page.locator('#point-2')).toBeInViewport();
});

test('a leaf of the daily five fills when the reader returns from a finished article', async ({
  page,
}) => {
  await signInByApi(page.request, createEmailAddress());
  await openHydrated(page, '/');
  const dailyFive = page.getByRole('region', { name: dailyFiveCopy.title });
  await expect(dailyFive.getByText(dailyFiveCopy.progress(0, 5))).toBeVisible();
  await dailyFive.getByRole('heading', { level: 2 }).last().getByRole('link').click();
  // The page may also report that the reader has reached an earlier section. The test waits for the report that the
  // reader has reached the article's end.
  const endResponse = page.waitForResponse(
    (response) =>
      response.url().endsWith('/reading') &&
      Boolean(response.request().postData()?.includes('"end"')),
  );
  await expect(page.locator('#point-1')).toBeAttached();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await (await endResponse).finished();
  // Once the page is idle, it has handled the response to its report that the reader has finished the article.
  await waitForIdleCallbacks(page);
  await page.goBack();
  await expect(dailyFive.getByText(dailyFiveCopy.progress(1, 5))).toBeVisible();
});

test('a visitor continues an article where they stopped, and sees which of the day’s articles they have read', async ({
  page,
  library,
}) => {
  const { path, title } = library.articles[0]!;
  const readStoredReadings = () => page.evaluate(() => localStorage.getItem('visitor-readings'));
  await openHydrated(page, path);
  await page.locator('#point-2').scrollIntoViewIfNeeded();
  await page.locator('#point-2').evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await expect.poll(readStoredReadings).toContain('point-2');

  await openHydrated(page, '/');
  const unfinished = page.getByRole('region', { name: dailyFiveCopy.continue });
  await unfinished.getByRole('link', { name: title, exact: true }).click();
  await expect(page).toHaveURL(`${path}#point-2`);
  await expect(page.locator('#point-2')).toBeInViewport();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect.poll(readStoredReadings).toContain('"end"');

  await openHydrated(page, '/');
  await expect(page.getByText(dailyFiveCopy.title)).toBeVisible();
  await expect(unfinished).toHaveCount(0);
  const dailyFive = page.getByRole('region', { name: dailyFiveCopy.title });
  const otherItems = dailyFive.getByRole('listitem').filter({ hasNotText: title });
  await otherItems.first().getByRole('link').click();
  await expect(page.locator('#point-1')).toBeAttached();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect.poll(async () => (await readStoredReadings())!.match(/"end"/g)).toHaveLength(2);
  await page.goBack();
  await expect(page.getByText(/^[12] of 5 read$/)).toBeVisible();
});

test('the history is accessible, has a sound layout, and can be cleared', async ({
  page,
  library,
}) => {
  await signInByApi(page.request, createEmailAddress());
  for (const [index, section] of (['point-3', 'end', 'end'] as const).entries())
    await recordReadingByApi(page, library.articles[index]!, section);
  await openHydrated(page, '/profile/history');
  await expectAccessible(page);
  await expectNoLayoutProblems(page);
  await page.getByRole('button', { name: historyCopy.clear }).click();
  await expectNoLayoutProblems(page);
  await page.getByRole('button', { name: historyCopy.clearConfirmed }).click();
  await expect(page.getByRole('heading', { name: historyCopy.nothingTitle })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: historyCopy.nothingTitle })).toBeVisible();
});

test('nothing is recorded once the history is switched off, in open tabs either', async ({
  page,
  context,
  library,
}) => {
  const [recordedArticle, unrecordedArticle] = library.articles;
  await signInByApi(page.request, createEmailAddress());
  await recordReadingByApi(page, recordedArticle!, 'point-2');
  const article = await context.newPage();
  await openHydrated(article, unrecordedArticle!.path);

  await openHydrated(page, '/settings');
  const toggle = page.getByRole('checkbox', { name: historyCopy.switch.name });
  await expect(toggle).toBeChecked();
  const historyResponse = page.waitForResponse(
    (response) => response.url().endsWith('/user/history') && response.request().method() === 'PUT',
  );
  await toggle.uncheck();
  await historyResponse;

  const readingResponse = article.waitForResponse((response) =>
    response.url().endsWith('/reading'),
  );
  await article.getByRole('contentinfo').scrollIntoViewIfNeeded();
  expect((await readingResponse).status()).toBe(204);
  await page.goto('/profile/history');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([recordedArticle!.title]);
  await page.getByRole('link', { name: historyCopy.toSwitch }).click();
  await expect(page.getByRole('heading', { name: historyCopy.switch.title })).toBeInViewport();
  await expect(toggle).not.toBeChecked();
});

test('finished articles are marked in lists, without shifting the layout', {
  tag: LONG_TEST_TAG,
}, async ({ page, library, browserErrors }) => {
  browserErrors.allow(FONT_BLOCKED_ERROR);
  await blockFonts(page);
  const [first, second] = library.articles;
  await signInByApi(page.request, createEmailAddress());
  for (const article of [first!, second!]) await recordReadingByApi(page, article, 'end');
  await recordLayoutShifts(page);
  await openHydrated(page, '/articles');
  const readMarks = page.getByRole('main').getByText(sharedControlsCopy.read, { exact: true });
  await expect(readMarks).toHaveCount(2);
  expect(await sumLayoutShifts(page)).toBeLessThan(0.01);
  await expectAccessible(page);
  await expectNoLayoutProblems(page);
  await openHydrated(page, `/articles?q=${encodeURIComponent(first!.title)}`);
  await expect(readMarks.first()).toBeAttached();
  await expectAccessible(page);
  await expectNoLayoutProblems(page);
});

test('the feed shows unread articles alone, also without a script', { tag: LONG_TEST_TAG }, async ({
  page,
  browser,
  library,
}) => {
  const { authorAlias } = library.articles[0]!;
  const authorArticles = library.articles.filter((article) => article.authorAlias === authorAlias);
  await signInByApi(page.request, createEmailAddress());
  await followByApi(page, authorAlias);
  await recordReadingByApi(page, authorArticles[0]!, 'end');
  const withoutScript = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const pageWithoutScript = await withoutScript.newPage();
  for (const tab of [page, pageWithoutScript]) {
    if (tab === page) await openHydrated(tab, '/');
    else await tab.goto('/');
    // The finished article's title must occur only in the feed, and not in the lists of the day's articles and of
    // articles to continue.
    const finished = tab.getByRole('heading', { name: authorArticles[0]!.title, exact: true });
    const unread = tab.getByRole('link', { name: feedCopy.filter.views.unread.name, exact: true });
    await expect(finished).toHaveCount(1);
    await unread.click();
    await expect(tab).toHaveURL('/?show=unread');
    await expect(unread).toHaveAttribute('aria-current', 'true');
    await expect(finished).toHaveCount(0);
  }
  await withoutScript.close();
  await expectAccessible(page);
  await expectNoLayoutProblems(page);
});

test('a narration that was left last goes on from Home, or in the article', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const article = library.articles[4]!;
  const email = await createPremiumAccount(process.env.OCTAVO_ORIGIN!);
  await openArticleAsPremiumReader(page, article, { email });
  await recordReadingByApi(page, article, 'point-1');
  const { sentences } = await fetchTimings(page, article, 'af');
  const sentence = sentences.find(({ anchor }) => anchor.startsWith('keyPoints.1.'))!;
  const { anchor, start, from: seconds } = sentence;
  const url = `/articles/${article.authorAlias}/${article.id}/place`;
  const body = { anchor, start, seconds };
  expect((await callApi(page.request, 'PUT', url, body)).status()).toBe(204);

  await openHydrated(page, '/');
  const unfinished = page.getByRole('region', { name: dailyFiveCopy.continue });
  await expect(unfinished.getByRole('heading', { name: article.title })).toBeVisible();
  await expectAccessible(page);
  await expectNoLayoutProblems(page);
  await unfinished.getByRole('button', { name: /^Continue listening at / }).click();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
  await expect
    .poll(async () => (await readAudioState(page)).seconds)
    .toBeGreaterThanOrEqual(seconds - 1);
  await unfinished.getByRole('link', { name: article.title }).click();
  await expect(page).toHaveURL(`${article.path}#point-2`);
  await expect(page.locator('#point-2')).toBeInViewport();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
});
