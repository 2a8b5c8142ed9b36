import { expect, open, test } from './support/browser.ts';

test('a list of authors has every Follow in ink, and so has an article', async ({
  page,
  library,
}) => {
  for (const address of ['/authors', library.articles[0]!.path]) {
    await open(page, address);
    const follow = page.getByRole('button', { name: /^Follow / }).first();
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    await expect(follow).toHaveCSS('color', ink);
  }
});
