import type { Page, Request } from '@playwright/test';
import { articleCards, navigationLink } from './support/article-list.ts';
import {
  expect,
  openHydrated,
  test,
  triggerHydration,
  waitForIdleCallbacks,
} from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';

const UNREADABLE_DATA_ERROR = 'The embedded page data could not be read';

for (const [defect, damage] of [
  [
    'is cut short',
    (html: string) => html.replace(/(id="page-props">.{20}).*?(<\/script>)/, '$1$2'),
  ],
  ['is missing', (html: string) => html.replace(/<script[^>]*id="page-props">.*?<\/script>/, '')],
] as const)
  test(`page data that ${defect} is logged, reported to the server and otherwise ignored`, {
    tag: defect === 'is cut short' ? [] : LONG_TEST_TAG,
  }, async ({ page, browserErrors, library }) => {
    browserErrors.expect(new RegExp(UNREADABLE_DATA_ERROR));
    const { path, title } = library.articles[0]!;
    await alterDocument(page, path, damage);
    const errorReport = page.waitForRequest('**/api/v1/errors');
    await openHydrated(page, path);
    expect((await errorReport).postDataJSON()).toMatchObject({
      message: expect.stringContaining(UNREADABLE_DATA_ERROR),
      path,
    });
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Takeaway' })).toHaveCount(3);
    await navigationLink(page, 'Explore').click();
    await expect(articleCards(page)).toHaveCount(10);
  });

const MISSING_CHUNK_ERROR = /404|dynamically imported module/;

test('a screen whose code was removed by a release is reloaded', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(MISSING_CHUNK_ERROR);
  await openHydrated(page, '/');
  const documentRequests = collectDocumentRequests(page);
  await removeChunk(page, 'articles', () => documentRequests.length === 0);
  await navigationLink(page, 'Explore').click();
  await expect(page).toHaveURL('/articles');
  await expect(articleCards(page)).toHaveCount(10);
  await triggerHydration(page);
  expect(documentRequests).toHaveLength(1);
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('a screen whose code does not load is reloaded once, then works without scripts', {
  tag: LONG_TEST_TAG,
}, async ({ page, browserErrors }) => {
  browserErrors.expect(MISSING_CHUNK_ERROR);
  await openHydrated(page, '/');
  await removeChunk(page, 'articles', () => true);
  const documentRequests = collectDocumentRequests(page);
  let notFoundCount = 0;
  page.on('response', (response) => {
    if (response.status() === 404) notFoundCount++;
  });
  await navigationLink(page, 'Explore').click();
  await expect(page).toHaveURL('/articles');
  await page.waitForLoadState();
  // A key press makes the reloaded page request the failing chunk again.
  await page.evaluate(() => dispatchEvent(new Event('keydown')));
  await expect.poll(() => notFoundCount).toBeGreaterThan(1);
  await waitForIdleCallbacks(page);
  expect(documentRequests).toHaveLength(1);
  await expect(articleCards(page)).toHaveCount(10);
  await navigationLink(page, 'Home').click();
  await expect(page).toHaveURL('/');
});

test('navigation to a screen whose code is missing shows an error, and Try Again recovers', {
  tag: LONG_TEST_TAG,
}, async ({ page, browserErrors }) => {
  browserErrors.expect(MISSING_CHUNK_ERROR);
  await openHydrated(page, '/');
  const documentRequests = collectDocumentRequests(page);
  await removeChunk(page, 'articles', () => documentRequests.length === 0);
  await removeChunk(page, 'settings', () => documentRequests.length === 1);
  await navigationLink(page, 'Explore').click();
  await expect(articleCards(page)).toHaveCount(10);
  await triggerHydration(page);
  await navigationLink(page, 'Settings').click();
  await expect(page.getByRole('heading', { name: 'Something Went Wrong' })).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('the error page says that the team was notified, and Try Again requests the page again', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/500/);
  await openHydrated(page, '/error');
  await expect(page.getByRole('heading', { name: 'Something Went Wrong' })).toBeVisible();
  await expect(page.getByText('The team has been notified')).toBeVisible();
  for (const [name, path] of [
    ['Back to Home', '/'],
    ['Contact Us', '/contact'],
    ['FAQ', '/faq'],
  ] as const)
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', path);

  const documentRequests = collectDocumentRequests(page);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect.poll(() => documentRequests.length).toBe(1);
});

test('a server error during navigation is shown, and Try Again recovers', async ({
  page,
  library,
}) => {
  await openHydrated(page, '/');
  const errorId = crypto.randomUUID();
  await page.route('**/page-payload/articles', (route) =>
    route.fulfill({
      json: {
        screen: 'error',
        status: 500,
        head: { title: 'Something Went Wrong', description: '', path: '/error' },
        props: { timestamp: new Date().toISOString(), errorId },
      },
    }),
  );
  await navigationLink(page, 'Explore').click();
  await expect(page.getByRole('heading', { name: 'Something Went Wrong' })).toBeVisible();
  await expect(page.getByText(errorId)).toBeVisible();
  await expect(page).toHaveURL('/articles');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(articleCards(page)).toHaveCount(Math.min(10, library.articles.length));
});

test('an unknown URL shows the not-found page with links to other pages', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/404/);
  await openHydrated(page, '/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  await page.getByRole('link', { name: 'Explore articles' }).click();
  await expect(page).toHaveURL('/articles');
  await expect(articleCards(page)).toHaveCount(10);
});

test('the page of a withdrawn article says that the article has been withdrawn', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/410/);
  await openHydrated(page, process.env.OCTAVO_WITHDRAWN!);
  await expect(page.getByRole('heading', { name: /has been withdrawn/ })).toBeVisible();
});

/**
 * Responds with 404 to requests for a screen's JavaScript chunk while `isGone` returns true. This simulates a release
 * that has removed the chunk.
 */
async function removeChunk(page: Page, screen: string, isGone: () => boolean): Promise<void> {
  await page.route(`**/assets/${screen}-*.js`, (route) =>
    isGone() ? route.fulfill({ status: 404 }) : route.continue(),
  );
}

/** Changes the HTML of the document at `path` before it reaches the browser. */
async function alterDocument(page: Page, path: string, alter: (html: string) => string) {
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      const body = alter(html);
      expect(body).not.toBe(html);
      await route.fulfill({ response, body });
    },
  );
}

/** Returns a list that collects the page's future requests for documents. */
function collectDocumentRequests(page: Page): readonly Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) requests.push(request);
  });
  return requests;
}
