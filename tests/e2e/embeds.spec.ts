import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ARTICLE_MAX_LENGTHS } from '#domain/article.ts';
import { articleEmbedPath } from '#domain/paths.ts';
import { expectAccessible } from './support/accessible.ts';
import { test as base, expect } from './support/browser.ts';

interface BlogFixture {
  /**
   * Opens a page of another site that contains the given frame. The site's content security policy allows only frames
   * of Octavo.
   */
  openBlog: (frame: string) => Promise<void>;
}

const test = base.extend<BlogFixture>({
  openBlog: async ({ page, baseURL }, use) => {
    let frame = '';
    const blog = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.setHeader(
        'content-security-policy',
        `default-src 'none'; frame-src ${baseURL}; img-src data:`,
      );
      // An empty icon prevents the browser from requesting /favicon.ico.
      const icon = '<link rel="icon" href="data:,">';
      response.end(`<!doctype html><html lang="en"><title>A blog</title>${icon}${frame}`);
    }).listen(0, '127.0.0.1');
    await once(blog, 'listening');
    await use(async (content) => {
      frame = content;
      await page.goto(`http://127.0.0.1:${(blog.address() as AddressInfo).port}`);
    });
    blog.close();
    blog.closeAllConnections();
  },
});

test('a site that embeds a link shows the card, which opens the article in a new tab', async ({
  page,
  library,
  baseURL,
  browserErrors,
  openBlog,
}) => {
  // The tests inject scripts into every document. The sandbox of the embedded frame blocks them, and the browser
  // reports this as an error.
  browserErrors.allow(/Blocked script execution/);
  const { path, title, authorAlias } = library.articles[0]!;
  const oEmbed = await page.request.get('/oembed', { params: { url: baseURL + path } });
  const { html } = await oEmbed.json();
  await openBlog(html);
  const frame = page.frameLocator(`iframe[title="${title}, on Octavo"]`);
  const link = frame.getByRole('link', { name: title });
  await expect(link).toContainText(authorAlias);
  const cover = frame.locator('img');
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const [article] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  await expect(article).toHaveURL(baseURL + path);
  await expect(article.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('a page of Octavo cannot be framed', async ({
  page,
  library,
  baseURL,
  browserErrors,
  openBlog,
}) => {
  browserErrors.expect(/frame-ancestors 'none'/);
  const { path } = library.articles[0]!;
  const frame = `<iframe src="${baseURL}${path}"></iframe>`;
  await openBlog(frame);
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeHidden();
});

test('a card is accessible, and shows the author in every size, and the longest title unless it is narrow', async ({
  page,
  library,
}) => {
  const { path, title, tagline } = library.articles[0]!;
  const createText = (length: number) =>
    'An unusually long line of words '.repeat(6).slice(0, length);
  await page.route(articleEmbedPath(path), async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replaceAll(title, createText(ARTICLE_MAX_LENGTHS.title))
      .replaceAll(tagline, createText(ARTICLE_MAX_LENGTHS.tagline));
    await route.fulfill({ response, body });
  });
  await page.goto(articleEmbedPath(path));
  const heading = page.getByRole('heading', { level: 1 });
  for (const [width, height, showsWholeTitle = true] of [
    [600, 220],
    [600, 120],
    [540, 220],
    [539, 240],
    [360, 240],
    [300, 240, false],
    [240, 240, false],
    [240, 120, false],
  ] as const) {
    await page.setViewportSize({ width, height });
    const isTitleComplete = await heading.evaluate(
      ({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight,
    );
    expect(isTitleComplete, `title in ${width} × ${height}`).toBe(showsWholeTitle);
    const box = (await page.getByText(/min read by/).boundingBox())!;
    expect(box.y + box.height, `${width} × ${height}`).toBeLessThanOrEqual(height);
    const size = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth, scrollHeight];
    });
    expect(size).toEqual([width, height]);
  }
  await page.setViewportSize({ width: 600, height: 220 });
  await expectAccessible(page);
});
