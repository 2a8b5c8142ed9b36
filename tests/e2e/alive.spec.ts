import { expect, isHydrated, test } from './support/browser.ts';
import { startSlowDocumentProxy } from './support/slow-document-proxy.ts';

/** The share of a document that arrives immediately in a test. It fills more than the window. */
const IMMEDIATE_SHARE = 0.7;

test('a page is hydrated only after its whole document has arrived, even if its scripts arrive first', async ({
  page,
  library,
}) => {
  const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>();
  const line = await startSlowDocumentProxy(process.env.OCTAVO_ORIGIN!, async function* (body) {
    yield body.subarray(0, IMMEDIATE_SHARE * body.length);
    await rest;
    yield body.subarray(IMMEDIATE_SHARE * body.length);
  });
  await page.goto(line.origin + library.articles[0]!.path, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.waitForFunction(haveScripts);
  // An idle page has run all scripts that have arrived and can run without the rest of the document.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  expect(await page.evaluate(isHydrated, {})).toBe(false);
  sendRest();
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  await expect(page.locator('footer')).toHaveCount(1);
  line.close();
});

/** Returns true if the page's scripts have been requested. Runs in the page. */
function haveScripts(): boolean {
  const { scripts } = document.querySelector<HTMLElement>('[data-scripts]')!.dataset;
  return scripts!
    .split(' ')
    .every((script) => performance.getEntriesByName(location.origin + script).length > 0);
}
