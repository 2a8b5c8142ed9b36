import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as toText } from 'mdast-util-to-string';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Article } from '#domain/article.ts';
import { authorPath, TEXT_LICENSE_PATH } from '#domain/paths.ts';
import { findFullArticlesByIds } from '#server/catalogue/articles/repository.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';

const ORIGIN = 'http://localhost:3000';

let test: LibraryTestApp;
let library: Article[];

beforeAll(async () => {
  test = await createLibraryTestApp(pgliteTestEngine.openFilled);
  const ids = test.library.map(({ id }) => id);
  library = await findFullArticlesByIds(test.database.queries, ids);
});
afterAll(() => test.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url: path, headers });
const plainText = (html: string) => html.replace(/<[^>]*>/g, '').replace(/&#x26;|&amp;/g, '&');

describe('an article as Markdown', () => {
  it('has the title, every paragraph and every source of the article', async () => {
    for (const article of library) {
      const response = await get(`${article.path}.md`);
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('text/markdown; charset=utf-8');
      const { children } = fromMarkdown(response.body);
      const blocks = children.map((block) => toText(block));
      expect(blocks[0]).toBe(article.title);
      const { introduction, keyPoints, conclusion, sources } = article.body;
      const paragraphs = [
        ...introduction,
        ...keyPoints.flatMap((point) => point.paragraphs),
        ...conclusion,
      ];
      expect(blocks).toEqual(expect.arrayContaining(paragraphs.map(plainText)));
      for (const { cite, url } of sources ?? []) {
        expect(blocks.join('\n')).toContain(cite);
        if (url) expect(response.body).toContain(`(<${url}>)`);
      }
      expect(response.body).toContain(`<${ORIGIN}${article.path}>`);
      expect(response.body).not.toContain('](/');
    }
  });

  it('names its author, its terms of use and its page in a header, as the page does', async () => {
    const { path, authorAlias } = library[0]!;
    const links = [
      `<${ORIGIN}${authorPath(authorAlias)}>; rel="author"`,
      `<${ORIGIN}${TEXT_LICENSE_PATH}>; rel="license"`,
    ];
    const { headers } = await get(`${path}.md`);
    const canonical = `<${ORIGIN}${path}>; rel="canonical"`;
    expect(String(headers.link).split(', ')).toEqual([canonical, ...links]);
    const page = await get(path);
    expect(String(page.headers.link).split(', ')).toEqual(expect.arrayContaining(links));
  });

  it('is where clients are sent that ask for Markdown', async () => {
    const { path } = library[0]!;
    const accept = 'text/markdown, text/html;q=0.9, */*;q=0.8';
    const { statusCode, headers } = await get(path, { accept });
    expect([statusCode, headers.location]).toEqual([302, `${path}.md`]);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'accept' });
    const page = await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect(page.statusCode).toBe(200);
  });

  it('is also redirected by a server whose cache contains the page', async () => {
    const { path } = library[0]!;
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const page = await fetch(address + path);
    await page.text();
    const accept = { accept: 'text/markdown' };
    const response = await fetch(address + path, { headers: accept, redirect: 'manual' });
    expect(response.status).toBe(302);
    const followed = await fetch(address + path, { headers: accept });
    expect(await followed.text()).toMatch(/^# /);
  });

  it('moves with the spelling of its path', async () => {
    const { path } = library[0]!;
    const { statusCode, headers } = await get(`${path.toUpperCase()}.md`);
    expect([statusCode, headers.location]).toEqual([301, `${path}.md`]);
  });

  it.each(['/nobody/nothing.md', '/ballast/no-such-article.md', '/ballast.md'])(
    'is not found at %s',
    async (path) => {
      expect((await get(path)).statusCode).toBe(404);
    },
  );
});

describe('/llms.txt', () => {
  it('lists the newest articles, whose links lead to Markdown', async () => {
    const { body, headers } = await get('/llms.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toMatch(/^# Octavo\n\n> /);
    for (const { path } of library) expect(body).toContain(`(${ORIGIN}${path}.md)`);
  });

  it('has only links that lead somewhere', async () => {
    const { body } = await get('/llms.txt');
    const paths = [...body.matchAll(/\]\(http:\/\/localhost:3000([^)]*)\)/g)].map(
      ([, path]) => path!,
    );
    expect(paths.length).toBeGreaterThan(30);
    for (const path of paths) expect((await get(path)).statusCode, path).toBe(200);
  });
});
