import { expect, openHydrated, test } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';

test('the Follow buttons of a list of authors and of an article have the text color', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  for (const path of ['/authors', library.articles[0]!.path]) {
    await openHydrated(page, path);
    const follow = page.getByRole('button', { name: /^Follow / }).first();
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    await expect(follow).toHaveCSS('color', ink);
  }
});
