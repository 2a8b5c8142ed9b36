import { eq } from 'drizzle-orm';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { articleEmbedPath, authorPath } from '#domain/paths.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { announceContentChange } from '#server/platform/db/content-changes.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { listHtmlErrors } from '../../../../tests/e2e/support/valid-html.ts';

const ORIGIN = 'http://localhost:3000';

let test: LibraryTestApp;
let article: ArticleMeta;

beforeAll(async () => {
  test = await createLibraryTestApp(pgliteTestEngine.openFilled);
  [article] = test.library as [ArticleMeta];
});
afterAll(() => test.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url: path, headers });
const getOEmbed = (url: string, parameters: Record<string, string> = {}) =>
  get(`/oembed?${new URLSearchParams({ url, ...parameters })}`);
const readOEmbed = async (path: string, parameters: Record<string, string> = {}) => {
  const response = await getOEmbed(ORIGIN + path, parameters);
  expect(response.statusCode).toBe(200);
  return response.json();
};
/** Returns the only element of an oEmbed response's HTML. */
const parseFrame = ({ html }: { html: string }) => {
  const { body } = new JSDOM(html).window.document;
  expect(body.children).toHaveLength(1);
  return body.firstElementChild!;
};

describe('the oEmbed response', () => {
  it('describes an article as a frame with its card', async () => {
    const described = await readOEmbed(article.path);
    expect(described).toMatchObject({
      version: '1.0',
      type: 'rich',
      title: article.title,
      author_name: article.authorAlias,
      author_url: ORIGIN + authorPath(article.authorAlias),
      provider_name: 'Octavo',
      provider_url: ORIGIN,
      width: 600,
      height: 220,
    });
    const frame = parseFrame(described);
    const { src, ...attributes } = Object.fromEntries(
      [...frame.attributes].map(({ name, value }) => [name, value]),
    );
    expect(src).toBe(ORIGIN + articleEmbedPath(article.path));
    expect(attributes).toMatchObject({
      width: '600',
      height: '220',
      title: `${article.title}, on Octavo`,
      // The sandbox does not allow scripts, so a site that embeds the frame need not trust Octavo.
      sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    });
    // The embedding site may have a strict content security policy, which forbids style attributes.
    expect(attributes).not.toHaveProperty('style');
    expect((await get(src!.replace(ORIGIN, ''))).statusCode).toBe(200);
  });

  it.each([
    [{}, 960, 1200],
    [{ maxwidth: '500' }, 480, 600],
    [{ maxheight: '500' }, 320, 400],
  ])('has a thumbnail within the limits %j', async (limits, width, height) => {
    const described = await readOEmbed(article.path, limits);
    expect(described).toMatchObject({ thumbnail_width: width, thumbnail_height: height });
    const { statusCode, headers } = await get(described.thumbnail_url.replace(ORIGIN, ''));
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('image/jpeg');
  });

  it.each([
    [{ maxwidth: '1000' }, { width: 600, height: 220 }],
    [{ maxwidth: '500' }, { width: 500, height: 240 }],
    [{ maxwidth: '300' }, { width: 300, height: 240 }],
    [{ maxheight: '150' }, { width: 600, height: 150 }],
    [
      { maxwidth: '240', maxheight: '120' },
      { width: 240, height: 120 },
    ],
  ])('has a frame within the limits %j', async (limits, size) => {
    const described = await readOEmbed(article.path, limits);
    expect(described).toMatchObject({ type: 'rich', ...size });
    const { width, height } = size;
    expect(described.html).toContain(`width="${width}" height="${height}"`);
  });

  it.each<Record<string, string>>([
    { maxwidth: '239' },
    { maxheight: '119' },
    { maxwidth: '1', maxheight: '1' },
  ])('is a link if the limits %j leave no room for the card', async (limits) => {
    const described = await readOEmbed(article.path, limits);
    expect(described).toMatchObject({ type: 'link', title: article.title });
    for (const field of ['html', 'width', 'height']) expect(described).not.toHaveProperty(field);
  });

  it('describes an author as a link with the portrait', async () => {
    const path = authorPath(article.authorAlias);
    for (const url of [path, `${path}/articles`]) {
      const described = await readOEmbed(url, { maxwidth: '300' });
      expect(described).toMatchObject({
        type: 'link',
        title: article.authorAlias,
        author_url: ORIGIN + path,
        thumbnail_width: 256,
        thumbnail_height: 256,
      });
    }
  });

  it('accepts http URLs, queries and fragments, as people paste them', async () => {
    for (const url of [
      `${ORIGIN}${article.path}?utm_source=x`,
      `${ORIGIN}${article.path}#summary`,
      `${ORIGIN}${article.path}/`,
      `${ORIGIN.replace('http:', 'https:')}${article.path}`,
    ])
      expect((await getOEmbed(url)).json(), url).toMatchObject({ title: article.title });
  });

  it('is redirected from another spelling of the URL to the canonical one', async () => {
    const { statusCode, headers } = await getOEmbed(ORIGIN + article.path.toUpperCase(), {
      maxwidth: '400',
    });
    expect([statusCode, headers.location]).toEqual([
      301,
      `/oembed?url=${ORIGIN}${article.path}&maxwidth=400`,
    ]);
    expect((await get(headers.location as string)).json()).toMatchObject({ width: 400 });
  });

  it('is the same for all limits that make no difference, and for no others', async () => {
    const path = article.path.toUpperCase();
    for (const maxheight of ['1200', '1201', '99999']) {
      const { headers } = await getOEmbed(ORIGIN + path, { maxheight });
      expect(headers.location).toBe(`/oembed?url=${ORIGIN}${article.path}&maxheight=1200`);
    }
    expect(await readOEmbed(article.path, { maxheight: '1200' })).toMatchObject(
      await readOEmbed(article.path),
    );
    expect(await readOEmbed(article.path, { maxheight: '1199' })).toMatchObject({
      thumbnail_height: 960,
    });
  });

  it('is not that of another page whose URL contains it', async () => {
    await readOEmbed(article.path, { maxwidth: '333' });
    const { statusCode } = await getOEmbed(`${ORIGIN}${article.path}%26maxwidth%3D333`);
    expect(statusCode).toBe(404);
  });

  it('may be read by pages of every site, and is cacheable', async () => {
    const response = await getOEmbed(ORIGIN + article.path);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': expect.stringContaining('public'),
      etag: expect.any(String),
    });
    const url = `/oembed?url=${ORIGIN}${article.path}`;
    const again = await get(url, { 'if-none-match': response.headers.etag as string });
    expect(again.statusCode).toBe(304);
    expect(again.headers['access-control-allow-origin']).toBe('*');
  });

  it.each([
    ['/oembed', 400, 'url'],
    ['/oembed?url=', 400, 'url'],
    ['/oembed?url=somewhere', 400, 'url'],
    ['/oembed?url=javascript:alert(1)', 404, 'No article'],
    [`/oembed?url=${ORIGIN}/a/b&url=${ORIGIN}/c/d`, 400, 'url'],
    [`/oembed?url=${ORIGIN}/a/b&maxwidth=wide`, 400, 'maxwidth must be a whole number'],
    [`/oembed?url=${ORIGIN}/a/b&maxwidth=0`, 400, 'maxwidth'],
    [`/oembed?url=${ORIGIN}/a/b&maxheight=-5`, 400, 'maxheight'],
    [`/oembed?url=${ORIGIN}/a/b&maxheight=1.5`, 400, 'maxheight'],
    [`/oembed?url=${ORIGIN}/a/b&format=xml`, 501, 'json'],
    [`/oembed?url=${ORIGIN}/nobody/nothing`, 404, 'No article'],
    [`/oembed?url=${ORIGIN}/authors/nobody`, 404, 'No article'],
    [`/oembed?url=${ORIGIN}/faq`, 404, 'No article'],
    [`/oembed?url=${ORIGIN}/`, 404, 'No article'],
    ['/oembed?url=https://elsewhere.example/a/b', 404, 'No article'],
    [`/oembed?url=${ORIGIN}/profile`, 401, 'Sign in'],
    [`/oembed?url=${ORIGIN}/profile/history`, 401, 'Sign in'],
    [`/oembed?url=${ORIGIN}/studio/articles/1`, 401, 'Sign in'],
  ])('to %s is an error that says what is wrong', async (url, status, sentence) => {
    const { statusCode, headers, ...response } = await get(url);
    expect(statusCode).toBe(status);
    expect(response.json().error).toContain(sentence);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
  });
});

describe('the card of an article on other sites', () => {
  const readCard = async (path = article.path) => {
    const { body, headers } = await get(articleEmbedPath(path));
    return { body, headers, document: new JSDOM(body).window.document };
  };

  it('shows cover, title, author and minutes, and is one link to the article', async () => {
    for (const { path, title, authorAlias, readingMinutes } of test.library) {
      const { document } = await readCard(path);
      const links = [...document.querySelectorAll('a')];
      expect(links).toHaveLength(1);
      const [link] = links;
      expect(link!.href).toBe(ORIGIN + path);
      expect([link!.target, link!.rel]).toEqual(['_blank', 'noopener']);
      expect(link!.querySelector('h1')!.textContent).toBe(title);
      expect(link!.textContent).toContain(authorAlias);
      expect(link!.textContent).toContain(`${readingMinutes} min`);
      const { src, alt } = link!.querySelector('img')!;
      expect(alt).toBe('');
      expect(new URL(src, ORIGIN).pathname).toMatch(/^\/images\/covers\//);
    }
  });

  it('is small, valid, has no script, and loads only pictures', async () => {
    const { body, document } = await readCard();
    expect(body.length).toBeLessThan(5000);
    expect(await listHtmlErrors(body)).toEqual([]);
    expect(document.querySelectorAll('script, link[rel=stylesheet], [style]')).toHaveLength(0);
  });

  it('may be framed by every site, with a policy that allows nothing but its style and pictures', async () => {
    const { headers } = await readCard();
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none';img-src 'self';style-src 'sha256-[\w+/=]+';base-uri 'none';form-action 'none';frame-ancestors \*$/,
    );
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('public'),
    });
  });

  it('has the same headers from the cache, over a connection', async () => {
    const url = articleEmbedPath(article.path);
    const { headers } = await get(url);
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const cached = await fetch(address + url);
    const revalidated = await fetch(address + url, {
      headers: { 'if-none-match': cached.headers.get('etag')! },
    });
    expect([cached.status, revalidated.status]).toEqual([200, 304]);
    for (const response of [cached, revalidated])
      for (const name of ['content-security-policy', 'cross-origin-resource-policy'])
        expect(response.headers.get(name), name).toBe(headers[name]);
  });

  it('is the only page that other sites may frame', async () => {
    const pages = [
      article.path,
      authorPath(article.authorAlias),
      '/',
      '/articles',
      '/faq',
      '/plans',
      '/settings',
      '/profile',
      '/auth',
      '/not-found',
      '/embed',
      '/embed/nobody',
      '/studio',
      `${article.path}.md`,
      '/feed.xml',
      '/oembed',
      `/oembed?url=${ORIGIN}${article.path}`,
    ];
    for (const page of pages) {
      const policy = (await get(page)).headers['content-security-policy'] as string;
      expect(policy, page).toContain("frame-ancestors 'none'");
      expect(policy, page).not.toContain('*');
    }
  });

  it('moves with the spelling of its path', async () => {
    const { statusCode, headers } = await get(articleEmbedPath(article.path.toUpperCase()));
    expect([statusCode, headers.location]).toEqual([301, articleEmbedPath(article.path)]);
  });

  it('changes with its article, and says so if there is none', async () => {
    const { id, path, title } = test.library.at(-1)!;
    const { queries } = test.database;
    const change = async (columns: { title?: string; status?: 'published' | 'archived' }) => {
      await queries.update(articles).set(columns).where(eq(articles.id, id));
      await announceContentChange(queries, [`article:${id}`]);
    };
    const readTitle = async () => (await readCard(path)).document.querySelector('h1')!.textContent;
    expect(await readTitle()).toBe(title);
    expect(await readOEmbed(path)).toMatchObject({ title });
    await change({ title: 'A Different Title' });
    await expect.poll(readTitle).toBe('A Different Title');
    expect(await readOEmbed(path)).toMatchObject({ title: 'A Different Title' });

    await change({ title, status: 'archived' });
    await expect.poll(readTitle).toBe('This article isn’t available.');
    const { statusCode, headers, body } = await get(articleEmbedPath(path));
    expect(statusCode).toBe(404);
    expect(headers['content-security-policy']).toContain('frame-ancestors *');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(body).not.toContain(title);
    expect((await getOEmbed(ORIGIN + path)).statusCode).toBe(404);
    await change({ status: 'published' });
    await expect.poll(readTitle).toBe(title);
  });
});

describe('a page', () => {
  it('announces its oEmbed response in its head and in a header', async () => {
    for (const path of [article.path, authorPath(article.authorAlias)]) {
      const { body, headers } = await get(path);
      const { document } = new JSDOM(body).window;
      const link = document.querySelector('link[type="application/json+oembed"]');
      const href = link!.getAttribute('href')!;
      const links = String(headers.link).split(', ');
      expect(links).toContain(`<${href}>; rel="alternate"; type="application/json+oembed"`);
      const announced = await get(href.replace(ORIGIN, ''));
      expect(announced.statusCode).toBe(200);
      // oEmbed clients append parameters to the URL that a page announces.
      const limited = await get(`${href.replace(ORIGIN, '')}&format=json&maxwidth=400`);
      expect(limited.statusCode).toBe(200);
    }
  });

  it('announces none if it has none', async () => {
    for (const path of ['/', '/articles', '/authors', '/faq', '/nobody/nothing', '/profile']) {
      const { body, headers } = await get(path);
      expect(headers).not.toHaveProperty('link');
      expect(body).not.toContain('oembed');
    }
  });
});
