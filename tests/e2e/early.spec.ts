import type { Page } from '@playwright/test';
import { FEEDBACK_TYPES } from '#domain/feedback.ts';
import { expect, isTakenOver, test, untilQuiet, untilTakenOver } from './support/browser.ts';
import { ensureNarration } from './support/listening.ts';
import { LONG } from './support/long.ts';
import { ribbon, signIn } from './support/reader.ts';
import { cards, loadMore, titles } from './support/shelf.ts';

/** Slow 4G, as Lighthouse has it: bytes a second, and milliseconds there and back. */
const SLOW = { downloadThroughput: 204_800, uploadThroughput: 86_400, latency: 150 };

test.describe('on a slow line, what is pressed as soon as it is seen is done', () => {
  test.beforeEach(async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW });
  });

  test('Share', async ({ page, library }) => {
    await pressEarly(page, library.articles[0]!.path, { within: 'body', name: '^Share$' });
    await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  });

  test('Listen, by a visitor', { tag: LONG }, async ({ page, library }) => {
    const article = library.articles[0]!;
    await page.goto('/terms');
    await ensureNarration(page, article, 'preview');
    await pressEarly(page, article.path, { within: 'body', name: '^Listen$' });
    const player = page.getByRole('region', { name: 'Audio player' });
    await expect(player).toContainText('Preview');
    await expect(player).toHaveAttribute('data-status', 'playing');
  });

  test('Listen, by a reader', async ({ page, library }) => {
    const article = library.articles[0]!;
    await signIn(page, '/terms');
    await ensureNarration(page, article, 'preview');
    await pressEarly(page, article.path, { within: 'body', name: '^Listen$' });
    const player = page.getByRole('region', { name: 'Audio player' });
    await expect(player).toHaveAttribute('data-status', 'playing');
  });

  test('Bookmark', { tag: LONG }, async ({ page, library }) => {
    await pressEarly(page, library.articles[0]!.path, RIBBON);
    await expect(page.getByRole('dialog', { name: 'Sign in to bookmark' })).toBeVisible();
  });

  test('Bookmark, by a reader', async ({ page, library }) => {
    const { path } = library.articles[0]!;
    await signIn(page, '/terms');
    await pressEarly(page, path, RIBBON);
    await expect(ribbon(page)).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(ribbon(page)).toHaveAttribute('aria-pressed', 'true');
  });

  test('Follow', { tag: LONG }, async ({ page, library }) => {
    const { authorAlias, path } = library.articles[0]!;
    await pressEarly(page, path, { within: 'main', name: `^Follow ${authorAlias}$` });
    await expect(page.getByRole('dialog', { name: 'Sign in to follow' })).toBeVisible();
  });

  test('an answer', { tag: LONG }, async ({ page, library }) => {
    const name = `^${FEEDBACK_TYPES.PRACTICAL.label}`;
    await pressEarly(page, library.articles[0]!.path, { within: 'main', name });
    await expect(page.getByRole('dialog', { name: /^Sign in to/ })).toBeVisible();
  });

  test('Load More', { tag: LONG }, async ({ page }) => {
    await page.goto('/articles');
    const first = await titles(page);
    await pressEarly(page, '/articles', { within: 'main', name: '^Load More' });
    await expect(cards(page)).toHaveCount(20);
    await expect(page).toHaveURL('/articles');
    expect((await titles(page)).slice(0, 10)).toEqual(first);
  });

  test('a search that is typed', async ({ page, library }) => {
    const { title } = library.articles.at(-1)!;
    await arrive(page, '/articles');
    await page.getByRole('searchbox').fill(title);
    await untilTakenOver(page);
    await expect.poll(async () => (await titles(page))[0]).toBe(title);
    await expect(page.getByRole('searchbox')).toHaveValue(title);
  });

  test('a search that is sent', { tag: LONG }, async ({ page, library }) => {
    const { title } = library.articles.at(-1)!;
    await arrive(page, '/articles');
    await page.getByRole('searchbox').fill(title);
    await page.getByRole('searchbox').press('Enter');
    await expect.poll(async () => (await titles(page))[0]).toBe(title);
  });

  test('a theme', { tag: LONG }, async ({ page }) => {
    await pressEarly(page, '/settings', { within: 'main', name: '^Dark$' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  });

  test('a link', { tag: LONG }, async ({ page, library }) => {
    const { authorAlias, path } = library.articles[0]!;
    await arrive(page, path);
    await page.getByRole('main').getByRole('link', { name: authorAlias, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: authorAlias })).toBeVisible();
  });
});

test('an article that is only read loads no script, and what is pressed in it then all of them', async ({
  page,
  library,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(library.articles[0]!.path);
  await untilQuiet(page);
  expect(scripts).toEqual([]);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  expect(scripts.length).toBeGreaterThan(2);
});

test('a failed script is requested again with the next press, and links still work', async ({
  page,
  faults,
}) => {
  faults.expect(/ERR_FAILED/);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/articles');
  const failed = page.waitForEvent('requestfailed');
  await loadMore(page).click();
  await failed;
  await expect(page).toHaveURL(/[?&]from=/);
  await expect(cards(page).first()).toBeVisible();
});

/** Opens a page as far as its first paint. */
async function arrive(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
}

declare global {
  interface Window {
    isTakenOver: typeof isTakenOver;
  }
}

/** A button, link or label, by the words it is called. */
interface Control {
  within: string;
  name: string;
}

const RIBBON: Control = { within: 'header', name: '^Bookmark$' };

/**
 * Opens a page that presses a control of its own as soon as it has been painted; makes sure that React had not taken it
 * over by then, and waits until it has, however long this line and this machine take.
 */
async function pressEarly(page: Page, address: string, control: Control): Promise<void> {
  await page.addInitScript(`window.isTakenOver = ${isTakenOver}`);
  await page.addInitScript(({ within, name }) => {
    const isMeant = (element: HTMLElement) =>
      new RegExp(name).test((element.ariaLabel ?? element.textContent).trim());
    const press = () => {
      const controls = document.querySelectorAll<HTMLElement>(`${within} :is(button, a, label)`);
      const found = [...controls].find(isMeant);
      // The rest of the document may still be on its way.
      if (!found) return requestAnimationFrame(press);
      performance.mark('pressed', { detail: { isEarly: !window.isTakenOver({}) } });
      // Pressed once: after a reload, the test observes the result.
      sessionStorage.setItem('pressed', name);
      found.click();
    };
    new PerformanceObserver((entries) => {
      const isPainted = entries.getEntriesByName('first-contentful-paint').length > 0;
      if (isPainted && !sessionStorage.getItem('pressed')) press();
    }).observe({ type: 'paint', buffered: true });
  }, control);
  await page.goto(address, { waitUntil: 'commit' });
  const pressed = await page.waitForFunction(() => {
    const [press] = performance.getEntriesByName('pressed') as PerformanceMark[];
    return press?.detail;
  });
  expect(await pressed.jsonValue()).toEqual({ isEarly: true });
  await untilTakenOver(page);
}
