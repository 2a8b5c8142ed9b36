import type { Page, Route } from '@playwright/test';
import { FEEDBACK_TYPE_DETAILS } from '#domain/feedback.ts';
import { articleCards, listCardTitles, loadMoreLink } from './support/article-list.ts';
import {
  expect,
  isHydrated,
  test,
  waitForHydration,
  waitForNetworkIdle,
} from './support/browser.ts';
import { ensureNarration } from './support/listening.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { bookmarkButton, signInByApiAndOpen } from './support/reader.ts';

/** The “Slow 4G” connection of Lighthouse. The throughput is in bytes per second, and the latency in milliseconds. */
const SLOW_CONNECTION = { downloadThroughput: 204_800, uploadThroughput: 86_400, latency: 150 };

test.describe('on a slow connection, a press right after the first paint takes effect', () => {
  test.beforeEach(async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_CONNECTION });
  });

  test('on Share', async ({ page, library }) => {
    await pressEarly(page, library.articles[0]!.path, { within: 'body', name: '^Share$' });
    await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  });

  test('on Listen, by a visitor', { tag: LONG_TEST_TAG }, async ({ page, library }) => {
    const article = library.articles[0]!;
    await page.goto('/terms');
    await ensureNarration(page, article, 'preview');
    await pressEarly(page, article.path, { within: 'body', name: '^Listen$' });
    const player = page.getByRole('region', { name: 'Audio player' });
    await expect(player).toContainText('Preview');
    await expect(player).toHaveAttribute('data-status', 'playing');
  });

  test('on Listen, by a reader', { tag: LONG_TEST_TAG }, async ({ page, library }) => {
    const article = library.articles[0]!;
    await signInByApiAndOpen(page, '/terms');
    await ensureNarration(page, article, 'preview');
    await pressEarly(page, article.path, { within: 'body', name: '^Listen$' });
    const player = page.getByRole('region', { name: 'Audio player' });
    await expect(player).toHaveAttribute('data-status', 'playing');
  });

  test('on Bookmark, by a visitor', { tag: LONG_TEST_TAG }, async ({ page, library }) => {
    await pressEarly(page, library.articles[0]!.path, BOOKMARK_BUTTON);
    await expect(page.getByRole('dialog', { name: 'Sign in to bookmark' })).toBeVisible();
  });

  test('on Bookmark, by a reader', { tag: LONG_TEST_TAG }, async ({ page, library }) => {
    const { path } = library.articles[0]!;
    await signInByApiAndOpen(page, '/terms');
    await pressEarly(page, path, BOOKMARK_BUTTON);
    await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'true');
  });

  test('on Follow', { tag: LONG_TEST_TAG }, async ({ page, library }) => {
    const { authorAlias, path } = library.articles[0]!;
    await pressEarly(page, path, { within: 'main', name: `^Follow ${authorAlias}$` });
    await expect(page.getByRole('dialog', { name: 'Sign in to follow' })).toBeVisible();
  });

  test('on a feedback button', { tag: LONG_TEST_TAG }, async ({ page, library }) => {
    const name = `^${FEEDBACK_TYPE_DETAILS.PRACTICAL.label}`;
    await pressEarly(page, library.articles[0]!.path, { within: 'main', name });
    await expect(page.getByRole('dialog', { name: /^Sign in to/ })).toBeVisible();
  });

  test('on Load More', { tag: LONG_TEST_TAG }, async ({ page }) => {
    await page.goto('/articles');
    const first = await listCardTitles(page);
    await pressEarly(page, '/articles', { within: 'main', name: '^Load More' });
    await expect(articleCards(page)).toHaveCount(20);
    await expect(page).toHaveURL('/articles');
    expect((await listCardTitles(page)).slice(0, 10)).toEqual(first);
  });

  test('in the search field, by typing', { tag: LONG_TEST_TAG }, async ({ page, library }) => {
    const { title } = library.articles.at(-1)!;
    await openUntilFirstPaint(page, '/articles');
    await page.getByRole('searchbox').fill(title);
    await waitForHydration(page);
    await expect.poll(async () => (await listCardTitles(page))[0]).toBe(title);
    await expect(page.getByRole('searchbox')).toHaveValue(title);
  });

  test('in the search field, with Enter', { tag: LONG_TEST_TAG }, async ({ page, library }) => {
    const { title } = library.articles.at(-1)!;
    await openUntilFirstPaint(page, '/articles');
    await page.getByRole('searchbox').fill(title);
    await page.getByRole('searchbox').press('Enter');
    await expect.poll(async () => (await listCardTitles(page))[0]).toBe(title);
  });

  test('on a theme', { tag: LONG_TEST_TAG }, async ({ page }) => {
    await pressEarly(page, '/settings', { within: 'main', name: '^Dark$' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  });

  test('on a link', { tag: LONG_TEST_TAG }, async ({ page, library }) => {
    const { authorAlias, path } = library.articles[0]!;
    await openUntilFirstPaint(page, path);
    await page.getByRole('main').getByRole('link', { name: authorAlias, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: authorAlias })).toBeVisible();
  });
});

test('an article loads no script while it is only read, and all scripts after a press', async ({
  page,
  library,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(library.articles[0]!.path);
  await waitForNetworkIdle(page);
  expect(scripts).toEqual([]);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  expect(scripts.length).toBeGreaterThan(2);
});

test('a failed script is requested again with the next press, and links still work', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED/);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/articles');
  const failed = page.waitForEvent('requestfailed');
  await loadMoreLink(page).click();
  await failed;
  await expect(page).toHaveURL(/[?&]from=/);
  await expect(articleCards(page).first()).toBeVisible();
});

test('a navigation replaces an earlier press on a list, also if the scripts then fail', {
  tag: LONG_TEST_TAG,
}, async ({ page, browserErrors }) => {
  browserErrors.allow(/ERR_FAILED/);
  const scripts = await holdRequests(page, '**/assets/*.js');
  const nextPage = await holdRequests(page, '**/faq');
  await page.goto('/articles');
  await loadMoreLink(page).click();
  const script = (await scripts.first).request().url();
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(
      ({ sheet }) => sheet,
    ),
  );
  // The test imports the same script as the page, so that it notices when the page's import has failed. The page has
  // already started its import, because the style sheets have loaded. If the script fails to load, the page's import
  // therefore rejects before the test's import.
  await page.evaluate((url) => {
    import(url).catch(() => setTimeout(() => console.info('failed')));
  }, script);
  await page.evaluate(() => location.assign('/faq'));
  await nextPage.first;
  const failed = page.waitForEvent('console', (message) => message.text() === 'failed');
  await scripts.settle((route) => route.abort());
  await failed;
  await nextPage.settle((route) => route.continue());
  await expect(page).toHaveURL('/faq');
});

test('a page that the reader leaves does not reload for a missing script', async ({
  page,
  library,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED/);
  await page.goto(library.articles[0]!.path);
  await page.evaluate(() => addEventListener('vite:preloadError', () => console.info('missing')));
  await page.mouse.wheel(0, 100);
  await waitForHydration(page);
  const sheet = await holdRequests(page, '**/assets/share-dialog-*.js');
  const nextPage = await holdRequests(page, '**/faq');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await sheet.first;
  await page.evaluate(() => location.assign('/faq'));
  await nextPage.first;
  const missing = page.waitForEvent('console', (message) => message.text() === 'missing');
  await sheet.settle((route) => route.abort());
  await missing;
  await nextPage.settle((route) => route.continue());
  await expect(page).toHaveURL('/faq');
});

/**
 * Holds back the page's requests to URLs that match `pattern` until `settle` is called. `first` resolves with the first
 * of these requests.
 */
async function holdRequests(page: Page, pattern: string) {
  const heldRoutes: Route[] = [];
  const first = Promise.withResolvers<Route>();
  let settleRoute: ((route: Route) => Promise<void>) | undefined;
  await page.route(pattern, async (route) => {
    if (settleRoute) return settleRoute(route);
    heldRoutes.push(route);
    first.resolve(route);
  });
  return {
    first: first.promise,
    async settle(settleWith: (route: Route) => Promise<void>) {
      settleRoute = settleWith;
      await Promise.all(heldRoutes.map(settleWith));
    },
  };
}

/** Opens a page and waits for its first paint. */
async function openUntilFirstPaint(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
}

declare global {
  interface Window {
    isHydrated: typeof isHydrated;
  }
}

/** A button, link or label, identified by its accessible name. */
interface Control {
  within: string;
  name: string;
}

const BOOKMARK_BUTTON: Control = { within: 'header', name: '^Bookmark$' };

/**
 * Opens a page and presses a control immediately after the first paint. Expects that React has not hydrated the page at
 * this moment, and then waits for the hydration.
 */
async function pressEarly(page: Page, path: string, control: Control): Promise<void> {
  await page.addInitScript(`window.isHydrated = ${isHydrated}`);
  await page.addInitScript(({ within, name }) => {
    const isMatch = (element: HTMLElement) =>
      new RegExp(name).test((element.ariaLabel ?? element.textContent).trim());
    const press = () => {
      const controls = document.querySelectorAll<HTMLElement>(`${within} :is(button, a, label)`);
      const target = [...controls].find(isMatch);
      // If the part of the document that contains the control has not arrived yet, tries again in the next frame.
      if (!target) return requestAnimationFrame(press);
      performance.mark('pressed', { detail: { isEarly: !window.isHydrated({}) } });
      // Presses the control only once, even if the page reloads, because the test checks the result of a single press.
      sessionStorage.setItem('pressed', name);
      target.click();
    };
    new PerformanceObserver((entries) => {
      const isPainted = entries.getEntriesByName('first-contentful-paint').length > 0;
      if (isPainted && !sessionStorage.getItem('pressed')) press();
    }).observe({ type: 'paint', buffered: true });
  }, control);
  await page.goto(path, { waitUntil: 'commit' });
  const pressed = await page.waitForFunction(() => {
    const [press] = performance.getEntriesByName('pressed') as PerformanceMark[];
    return press?.detail;
  });
  expect(await pressed.jsonValue()).toEqual({ isEarly: true });
  await waitForHydration(page);
}
