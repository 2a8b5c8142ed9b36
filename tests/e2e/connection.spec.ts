import type { Page, Request } from '@playwright/test';
import { articleCards, navigationLink } from './support/article-list.ts';
import { expect, openHydrated, test, waitForNetworkIdle } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { WIDE_SCREEN_TAG } from './support/wide-screen-tag.ts';

const offlineHeading = (page: Page) =>
  page.getByRole('heading', { name: 'You seem to be offline' });

test('offline navigation leads to the offline page, and Try Again opens the screen after reconnecting', async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  // Hides the browser's `online` event from the page, so that only the Try Again button can load the screen.
  await page.addInitScript(() =>
    addEventListener('online', (event) => event.stopImmediatePropagation()),
  );
  await openHydrated(page, '/');
  await context.setOffline(true);
  await navigationLink(page, 'Explore').click();
  await expect(offlineHeading(page)).toBeVisible();
  const tryAgainButton = page.getByRole('button', { name: 'Try Again' });
  await tryAgainButton.click();
  await expect(page.getByText('Still no connection')).toBeVisible();

  await context.setOffline(false);
  await tryAgainButton.click();
  await expect(page).toHaveURL('/articles');
  await expect(articleCards(page)).toHaveCount(10);
});

test('the screen opens automatically when the connection returns', { tag: LONG_TEST_TAG }, async ({
  page,
  context,
  browserErrors,
  library,
}) => {
  browserErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  await openHydrated(page, library.articles[0]!.path);
  await context.setOffline(true);
  // The link leads to another article, because the page has already loaded the code for articles and must request only
  // the other article's payload (its data).
  const next = page.getByRole('region', { name: 'You may also like' }).getByRole('link').first();
  const title = (await next.getByRole('heading').textContent())!;
  await next.click();
  await expect(offlineHeading(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('going back offline shows a screen visited ten minutes earlier', async ({
  page,
  context,
  library,
  browserErrors,
}) => {
  // The browser prefetches the payloads and the code of linked screens. These requests fail if the connection is lost.
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED \(\S*\/(page-payload|assets)\//);
  await page.clock.install();
  await openHydrated(page, '/articles');
  await articleCards(page).first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Conclusion' })).toBeAttached();
  await page.clock.fastForward('10:00');
  await context.setOffline(true);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Explore articles' })).toBeAttached();
  await expect(articleCards(page)).toHaveCount(Math.min(10, library.articles.length));
});

/** Index of an article card that is below the window after the page has loaded. */
const INDEX_OF_CARD_BELOW_WINDOW = 9;

test('a link about to be followed is prefetched once', { tag: WIDE_SCREEN_TAG }, async ({
  page,
  library,
  isMobile,
}) => {
  const { path, title } = library.articles[INDEX_OF_CARD_BELOW_WINDOW]!;
  await openHydrated(page, '/articles');
  const payloadRequests = collectPayloadRequests(page, path);
  const link = articleCards(page).nth(INDEX_OF_CARD_BELOW_WINDOW).getByRole('link').first();
  if (isMobile) await link.dispatchEvent('touchstart');
  else await link.hover();
  await expect.poll(() => payloadRequests.length).toBe(1);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(payloadRequests).toHaveLength(1);
});

test('a failed prefetch shows no error, and the link still works', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED/);
  const { path, title } = library.articles[INDEX_OF_CARD_BELOW_WINDOW]!;
  await openHydrated(page, '/articles');
  await page.route(`**/page-payload${path}`, (route) => route.abort(), { times: 1 });
  const payloadRequests = collectPayloadRequests(page, path);
  const link = articleCards(page).nth(INDEX_OF_CARD_BELOW_WINDOW).getByRole('link').first();
  await link.focus();
  // Only the first request is checked, because there may be a second one: focusing the link scrolls it into view, and
  // an idle page prefetches visible links.
  await expect.poll(() => payloadRequests[0]?.failure()).toBeTruthy();
  await link.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

for (const saveData of [false, true])
  test(`links in view are ${saveData ? 'not ' : ''}prefetched on a fast connection${saveData ? ' if the reader saves data' : ''}`, async ({
    page,
    library,
  }) => {
    await page.addInitScript(
      (connection) => Object.defineProperty(navigator, 'connection', { value: connection }),
      { effectiveType: '4g', saveData },
    );
    const payloadRequests = collectPayloadRequests(page, library.articles[0]!.path);
    const requestsBelowWindow = collectPayloadRequests(
      page,
      library.articles[INDEX_OF_CARD_BELOW_WINDOW]!.path,
    );
    await openHydrated(page, '/articles');
    if (!saveData) await expect.poll(() => payloadRequests.length).toBe(1);
    await waitForNetworkIdle(page);
    expect([payloadRequests.length, requestsBelowWindow.length]).toEqual([saveData ? 0 : 1, 0]);
  });

/** Returns a list that collects the page's future requests for the payload (the data) of the screen at `path`. */
function collectPayloadRequests(page: Page, path: string): readonly Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/page-payload${path}`) requests.push(request);
  });
  return requests;
}
