import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAILY_FIVE_SIZE } from '#domain/daily-five.ts';
import { authorPath } from '#domain/paths.ts';
import { reportCopy } from '#web/copy/report.ts';
import { signInCopy } from '#web/copy/sign-in.ts';
import { createEmailAddress } from './support/accounts.ts';
import { articleCards, listCardTitles, navigationLink } from './support/article-list.ts';
import {
  expect,
  openHydrated,
  recordHydration,
  test,
  triggerHydration,
} from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import {
  bookmarkButton,
  continueToProvider,
  expectStoredDataInPrivacyPolicy,
  feedbackButton,
  followAuthor,
  followButton,
  listLocalStorageCacheKeys,
  signInAtProvider,
  signInByApiAndOpen,
  signInFromDialog,
} from './support/reader.ts';

test('a new reader signs in, follows authors, bookmarks an article, gives feedback, reports it, and signs out', async ({
  page,
  library,
  browserErrors,
}) => {
  // A reader with the free plan may follow three authors, so the server responds with 403 for the fourth author.
  browserErrors.expect(/403/);
  const article = library.articles[0]!;
  // The articles are in different categories, because the reader finds each author under a different topic.
  const articlesByTopic = Map.groupBy(library.articles, ({ category }) => category);
  const [first, second, third, fourth] = [...articlesByTopic.values()].map(
    ([newest]) => newest!.authorAlias,
  );

  await openHydrated(page, '/');
  await page.getByRole('link', { name: 'Get Started Free' }).first().click();
  await expect(page).toHaveURL('/auth');
  await page.getByRole('button', { name: /^Continue with / }).click();
  await signInAtProvider(page, `grace.hopper+${Date.now()}@example.org`);
  await expect(page).toHaveURL('/');
  await triggerHydration(page);

  await expect(page.getByText(/^Welcome, Grace Hopper/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing to Show Here' })).toBeVisible();
  for (const topic of await page.getByRole('checkbox').all()) await topic.check();
  for (const alias of [first!, second!, third!]) {
    await followButton(page, alias).click();
    await expect(followButton(page, alias)).toHaveText(/^Following/);
  }
  await followButton(page, fourth!).click();
  await expect(page.getByRole('dialog')).toContainText(
    'You’re following 3 authors, the most a free account can',
  );
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(followButton(page, fourth!)).toHaveText(/^Follow /);
  await page.getByRole('button', { name: 'Open your feed' }).click();
  const followed = new Set([first, second, third]);
  const authorArticles = library.articles.filter(({ authorAlias }) => followed.has(authorAlias));
  const listFeed = async () => (await listCardTitles(page)).slice(DAILY_FIVE_SIZE);
  await expect.poll(listFeed).toEqual(authorArticles.map(({ title }) => title));

  await openHydrated(page, article.path);
  await bookmarkButton(page).click();
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'true');

  await feedbackButton(page, 'PRACTICAL').click();
  await expect(feedbackButton(page, 'PRACTICAL')).toHaveAttribute('aria-pressed', 'true');
  await feedbackButton(page, 'INTRIGUING').click();
  await expect(feedbackButton(page, 'INTRIGUING')).toHaveAttribute('aria-pressed', 'true');
  await expect(feedbackButton(page, 'PRACTICAL')).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await triggerHydration(page);
  await feedbackButton(page, 'INTRIGUING').scrollIntoViewIfNeeded();
  await expect(feedbackButton(page, 'INTRIGUING')).toHaveAttribute('aria-pressed', 'true');
  await feedbackButton(page, 'INTRIGUING').click();
  await expect(feedbackButton(page, 'INTRIGUING')).toHaveAttribute('aria-pressed', 'false');

  await page.getByRole('button', { name: 'Report this article' }).click();
  const submit = page.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  await page.getByRole('radio', { name: 'Other' }).check();
  await expect(submit).toBeDisabled();
  await page.getByRole('textbox').fill('The third key point repeats the second.');
  await submit.click();
  await expect(page.getByText(reportCopy.sent)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  await navigationLink(page, 'Profile').click();
  await expect(page.getByRole('heading', { level: 1, name: /^Grace Hopper/ })).toBeVisible();
  await expect(page.getByText('Signed in with a demo account')).toBeVisible();
  await expect.poll(() => listCardTitles(page)).toEqual([article.title]);
  await page.getByRole('navigation', { name: 'Profile' }).getByText('Following').click();
  await expect(followButton(page, first!)).toHaveText(/^Following/);

  await navigationLink(page, 'Settings').click();
  await expectStoredDataInPrivacyPolicy(page, [
    'session',
    'id_token',
    'cache:bookmarks',
    'cache:follows',
  ]);
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await expect(page.getByRole('status').getByText('You’re signed out.')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Get Started Free' }).first()).toBeVisible();
  expect(await listLocalStorageCacheKeys(page)).toEqual([]);
  const cookies = new Set((await page.context().cookies()).map(({ name }) => name));
  // A sign-out keeps the cookie that stores the reader's choice about optional cookies. It also keeps the cookies of
  // the demo's identity provider, which counts as another site.
  const remainingCookies = [...cookies].filter((name) => !name.startsWith('demo_identity'));
  expect(remainingCookies).toEqual(['cookie_consent']);
  for (const path of ['/settings', '/profile/following', '/profile']) {
    await page.goBack();
    await expect(page).toHaveURL(path);
    await triggerHydration(page);
    await expect(page.getByRole('main').getByRole('link', { name: /^Sign in/ })).toBeVisible();
    await expect(page.getByText(/grace.hopper/i)).toBeHidden();
  }
  expect(await listCardTitles(page)).toEqual([]);
});

test('a signed-out visitor is asked to sign in, returns to the same place, and the action is completed', async ({
  page,
  library,
}) => {
  const article = library.articles[0]!;
  await openHydrated(page, article.path);
  await feedbackButton(page, 'EYE_OPENING').scrollIntoViewIfNeeded();
  const scrollTop = await page.evaluate(() => scrollY);
  await feedbackButton(page, 'EYE_OPENING').click();
  await expect(page.getByRole('dialog', { name: 'Sign in to give feedback' })).toBeVisible();
  await signInFromDialog(page);
  await expect(page).toHaveURL(article.path);
  await expect(feedbackButton(page, 'EYE_OPENING')).toHaveAttribute('aria-pressed', 'true');
  expect(Math.abs((await page.evaluate(() => scrollY)) - scrollTop)).toBeLessThan(100);
  // After the sign-in, a second action must not open the sign-in dialog again.
  await bookmarkButton(page).click();
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'true');
});

test('a bookmark made from a list is saved after signing in', { tag: LONG_TEST_TAG }, async ({
  page,
}) => {
  await openHydrated(page, '/articles');
  const card = articleCards(page).first();
  await card.getByRole('button', { name: /^Bookmark / }).click();
  await signInFromDialog(page);
  await expect(page).toHaveURL('/articles');
  await expect(card.getByRole('button', { name: /^Bookmark / })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('canceling at the provider shows a message, and the action is not completed later', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const article = library.articles[0]!;
  await openHydrated(page, article.path);
  await bookmarkButton(page).click();
  await continueToProvider(page);
  await expectStoredDataInPrivacyPolicy(page, ['pkce_code_verifier', 'intent']);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/^[^?]*\/auth\?redirect=/);
  await expect(page.getByText('You canceled before signing in').first()).toBeVisible();
  await openHydrated(page, article.path);
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'false');
  await signInByApiAndOpen(page, article.path);
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'false');
});

test('an expired sign-in shows a message for five seconds', async ({ page }) => {
  await page.clock.install();
  await openHydrated(page, '/auth?error=expired&redirect=/plans');
  const banner = page.getByText(signInCopy.errors.expired).first();
  await expect(banner).toBeVisible();
  await expect(page).toHaveURL('/auth?redirect=%2Fplans');
  await page.clock.fastForward(5100);
  await expect(banner).toBeHidden();
});

test('two tabs share bookmarks and the session', async ({
  page,
  context,
  library,
  browserErrors,
}) => {
  // If the session ends during a request for the profile, this request fails with 401.
  browserErrors.allow(/401 \(Unauthorized\) \(\S*\/user\/profile\)/);
  const article = library.articles[0]!;
  await signInByApiAndOpen(page, article.path);
  const otherPage = await context.newPage();
  await openHydrated(otherPage, article.path);
  await bookmarkButton(page).click();
  await expect(bookmarkButton(otherPage)).toHaveAttribute('aria-pressed', 'true');
  await bookmarkButton(otherPage).click();
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'false');

  await openHydrated(otherPage, '/settings');
  await otherPage.getByRole('link', { name: 'Sign Out' }).click();
  await expect(otherPage).toHaveURL('/');
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await bookmarkButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Sign in to bookmark' })).toBeVisible();
});

test('a tab without a bookmark button also receives changes from other tabs', {
  tag: LONG_TEST_TAG,
}, async ({ page, context, library }) => {
  const { path } = library.articles[0]!;
  await signInByApiAndOpen(page, path);
  const otherPage = await context.newPage();
  await openHydrated(otherPage, path);
  await expect(bookmarkButton(otherPage)).toHaveAttribute('aria-pressed', 'false');
  for (const isPressed of ['true', 'false']) {
    await navigationLink(otherPage, 'Settings').click();
    await expect(otherPage.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await bookmarkButton(page).click();
    await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', isPressed);
    await otherPage.goBack();
    await expect(bookmarkButton(otherPage)).toHaveAttribute('aria-pressed', isPressed);
  }
});

test('typed text survives the end of the session', { tag: LONG_TEST_TAG }, async ({
  page,
  context,
  library,
  browserErrors,
  baseURL,
}) => {
  browserErrors.expect(/401/);
  const article = library.articles[0]!;
  const email = await signInByApiAndOpen(page, article.path);
  await page.getByRole('button', { name: 'Report this article' }).click();
  await page.getByRole('radio', { name: 'Misinformation' }).check();
  await page.getByRole('textbox').fill('The year is wrong.');

  // Another device signs the reader out on all devices.
  const otherContext = await context.browser()!.newContext({ baseURL: baseURL! });
  await recordHydration(otherContext);
  const otherDevice = await otherContext.newPage();
  await signInByApiAndOpen(otherDevice, '/settings', email);
  await otherDevice.getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await otherDevice
    .getByRole('dialog')
    .getByRole('button', { name: 'Sign Out Everywhere' })
    .click();
  await expect(otherDevice.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  await otherContext.close();

  const apiUrls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) apiUrls.push(request.url());
  });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign in to report' })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-signed-in');
  expect(apiUrls.length).toBeLessThan(3);

  await signInFromDialog(page, email);
  await expect(page).toHaveURL(article.path);
  await expect(page.getByRole('textbox')).toHaveValue('The year is wrong.');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(reportCopy.sent)).toBeVisible();
});

test('a feed shows articles of followed authors, and differs for the next reader', {
  tag: LONG_TEST_TAG,
}, async ({ page, library, browserErrors }) => {
  // When the second reader signs in, the first reader's session ends. The first reader's event stream may then try to
  // reconnect, which fails with 401.
  browserErrors.allow(/401 \(Unauthorized\) \(\S*\/user\/changes\)/);
  const { alias } = library.authors[0]!;
  await signInByApiAndOpen(page, '/');
  await followAuthor(page, alias);
  await navigationLink(page, 'Home').click();
  const authorArticles = library.articles.filter(({ authorAlias }) => authorAlias === alias);
  const listFeed = async () => (await listCardTitles(page)).slice(DAILY_FIVE_SIZE);
  await expect.poll(listFeed).toEqual(authorArticles.map(({ title }) => title));
  // After a reload, the server renders the feed. It must contain the same articles as before the reload.
  await page.reload();
  await expect.poll(listFeed).toEqual(authorArticles.map(({ title }) => title));
  await signInByApiAndOpen(page, '/', createEmailAddress());
  await expect(page.getByText('Nothing to Show Here')).toBeVisible();
});

test(
  'following an author increases the displayed follower count immediately',
  { tag: LONG_TEST_TAG },
  async ({ page, library }, { parallelIndex }) => {
    // Each test worker uses a different author from the end of the list. Other tests change the follower counts of the
    // first authors.
    const { alias } = library.authors.at(-1 - parallelIndex)!;
    await signInByApiAndOpen(page, authorPath(alias));
    const count = page.getByText(/^\d+ followers?$/);
    const before = Number.parseInt((await count.textContent())!, 10);
    await followButton(page, alias).click();
    await expect(count).toHaveText(new RegExp(`^${before + 1} `));
    await followButton(page, alias).click();
    await expect(count).toHaveText(new RegExp(`^${before} `));
  },
);

test('the card of a removed bookmark stays until the page is opened again', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const article = library.articles[0]!;
  await signInByApiAndOpen(page, article.path);
  await bookmarkButton(page).click();
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'true');
  await openHydrated(page, '/profile');
  const bookmarkRibbon = articleCards(page)
    .first()
    .getByRole('button', { name: /^Bookmark / });
  await expect(bookmarkRibbon).toHaveAttribute('aria-pressed', 'true');
  await bookmarkRibbon.click();
  await expect(bookmarkRibbon).toHaveAttribute('aria-pressed', 'false');
  expect(await listCardTitles(page)).toEqual([article.title]);
  await page.reload();
  await expect(page.getByText('No Bookmarks Yet')).toBeVisible();
});

test('a reader exports their data, and deletes the account', async ({ page, library }) => {
  const article = library.articles[0]!;
  const email = await signInByApiAndOpen(page, article.path);
  await bookmarkButton(page).click();
  await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'true');
  await openHydrated(page, '/settings');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download my data' }).click();
  const file = await (await download).createReadStream();
  const data = JSON.parse(Buffer.concat(await file.toArray()).toString());
  expect(data.account).toMatchObject({ email });
  expect(JSON.stringify(data.bookmarks)).toContain(article.path);

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: 'Delete account' });
  await expect(button).toBeDisabled();
  await dialog.getByRole('textbox').fill(email.toUpperCase());
  await button.click();
  await expect(page.getByText('Your account has been deleted')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Get Started Free' }).first()).toBeVisible();
  // The account was deleted, so signing in with the same email address must create a new account.
  await signInByApiAndOpen(page, '/profile', email);
  await expect(page.getByText('No Bookmarks Yet')).toBeVisible();
});

test('another site can neither act for a reader nor sign them out', async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.expect(/403 .*user\/deletion/);
  browserErrors.expect(/NotSameOrigin.*auth\/signout/);
  // The test submits a form to the API, so the browser shows the API's response as a page without an icon. Some
  // browsers then request /favicon.ico, and may report that this request has failed.
  browserErrors.allow(/favicon\.ico/);
  await signInByApiAndOpen(page, '/settings');
  const { origin } = new URL(page.url());
  // A server under another host name of this machine counts as another site.
  const evilServer = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Evil</title>
<link rel="icon" href="data:,">
<img src="${origin}/auth/signout" alt="">
<a href="${origin}/auth/signout">A kitten</a>
<form method="post" action="${origin}/api/v1/user/deletion"><button>Win</button></form>`);
  }).listen(0, 'localhost');
  await once(evilServer, 'listening');
  const evilUrl = `http://localhost:${(evilServer.address() as AddressInfo).port}/`;

  const evilPage = await context.newPage();
  await evilPage.goto(evilUrl);
  await evilPage.getByRole('link', { name: 'A kitten' }).click();
  await evilPage.waitForURL(`${origin}/`);
  await evilPage.goto(evilUrl);
  await evilPage.getByRole('button', { name: 'Win' }).click();
  await evilPage.waitForURL(/deletion$/);
  evilServer.close();
  await page.reload();
  await triggerHydration(page);
  await expect(page.getByRole('link', { name: 'Sign Out' })).toBeVisible();
  expect((await page.request.get('/api/v1/user/profile')).status()).toBe(200);
});
