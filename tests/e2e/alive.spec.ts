import { expect, isHydrated, test, waitForIdleCallbacks } from './support/browser.ts';
import { startSlowDocumentProxy } from './support/slow-document-proxy.ts';

/** The share of the document that the test lets arrive immediately. This part is taller than the window. */
const IMMEDIATE_SHARE = 0.7;

test('a page is hydrated only after its whole document has arrived, even if its scripts arrive first', async ({
  page,
  library,
}) => {
  const { promise: restReleased, resolve: releaseRest } = Promise.withResolvers<void>();
  const proxy = await startSlowDocumentProxy(process.env.OCTAVO_ORIGIN!, async function* (body) {
    yield body.subarray(0, IMMEDIATE_SHARE * body.length);
    await restReleased;
    yield body.subarray(IMMEDIATE_SHARE * body.length);
  });
  await page.goto(proxy.origin + library.articles[0]!.path, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.waitForFunction(areScriptsRequested);
  // Once the page is idle, it has run all scripts that do not have to wait for the rest of the document.
  await waitForIdleCallbacks(page);
  expect(await page.evaluate(isHydrated, {})).toBe(false);
  releaseRest();
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
  await expect(page.locator('footer')).toHaveCount(1);
  proxy.close();
});

/** Returns true if the browser has requested all scripts of the page. Runs in the page. */
function areScriptsRequested(): boolean {
  const { scripts } = document.querySelector<HTMLElement>('[data-scripts]')!.dataset;
  return scripts!
    .split(' ')
    .every((script) => performance.getEntriesByName(location.origin + script).length > 0);
}
