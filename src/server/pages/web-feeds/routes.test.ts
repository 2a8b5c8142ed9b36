import { finished } from 'node:stream/promises';
import { parseFeed } from '@rowanmanning/feed-parser';
import { eq } from 'drizzle-orm';
import { XMLParser } from 'fast-xml-parser';
import FeedParser from 'feedparser';
import RssParser from 'rss-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Article } from '#domain/article.ts';
import { CATEGORIES } from '#domain/categories.ts';
import { WEB_FEED_FILE_TYPES, WEB_FEED_FORMATS } from '#domain/web-feeds.ts';
import { findFullArticlesByIds } from '#server/catalogue/articles/repository.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { announceContentChange } from '#server/platform/db/content-changes.ts';
import {
  createLibraryTestApp,
  createTestApp,
  type LibraryTestApp,
  type TestApp,
} from '#server/testing/app.ts';
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
const fetchBody = async (path: string) => {
  const response = await get(path);
  expect(response.statusCode, path).toBe(200);
  return response.body;
};
const getUri = ({ id }: Article) => `urn:uuid:${id}`;
const toIso = (date: Date | null | undefined) => date?.toISOString();

/** Returns the entries of an RSS or Atom feed, as npm's `feedparser` reads them. */
async function parseByFeedparser(xml: string): Promise<FeedParser.Item[]> {
  const items: FeedParser.Item[] = [];
  const parser = new FeedParser({ feedurl: ORIGIN });
  parser.on('data', (item: FeedParser.Item) => items.push(item));
  parser.end(xml);
  await finished(parser);
  return items;
}

describe('the feed of all articles', () => {
  it.each(WEB_FEED_FORMATS)('is sent as %s with its media type', async (format) => {
    const { extension, type } = WEB_FEED_FILE_TYPES[format];
    const response = await get(`/feed.${extension}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': `${type}; charset=utf-8`,
      'cache-control': expect.stringContaining('public'),
    });
  });

  it.each(['xml', 'atom'])('has every article, as feedparser reads the .%s file', async (file) => {
    const items = await parseByFeedparser(await fetchBody(`/feed.${file}`));
    expect(
      items.map(({ guid, title, link, pubdate, author }) => ({
        guid,
        title,
        link,
        pubdate: toIso(pubdate),
        author,
      })),
    ).toEqual(
      library.map((article) => ({
        guid: getUri(article),
        title: article.title,
        link: ORIGIN + article.path,
        // Times in RSS have no milliseconds.
        pubdate: file === 'xml' ? `${article.createdAt.slice(0, 19)}.000Z` : article.createdAt,
        author: `${article.authorAlias} (AI author)`,
      })),
    );
  });

  it.each(['xml', 'atom'])('has full texts, as rss-parser reads the .%s file', async (file) => {
    const { items, title } = await new RssParser().parseString(await fetchBody(`/feed.${file}`));
    expect(title).toBe('Octavo');
    for (const [index, article] of library.entries()) {
      const text: string = items[index]!['content:encoded'] ?? items[index]!.content;
      for (const paragraph of article.body.introduction)
        expect(text).toContain(paragraph.replaceAll('href="/', `href="${ORIGIN}/`));
      expect(text).toContain(new URL(article.image.src, ORIGIN).href);
      expect(text).toContain('an AI persona');
      for (const { cite } of article.body.sources ?? [])
        expect(text).toContain(cite.split(/[&<>"']/)[0]);
      expect(text).not.toMatch(/(?:href|src)="\//);
    }
  });

  it.each(['xml', 'atom'])(
    'has times and categories, as feed-parser reads the .%s file',
    async (file) => {
      const { items } = parseFeed(await fetchBody(`/feed.${file}`));
      expect(items).toHaveLength(library.length);
      for (const [index, article] of library.entries()) {
        const { id, categories, updated } = items[index]!;
        expect(id).toBe(getUri(article));
        expect(toIso(updated)).toBe(article.updatedAt);
        const { name } = CATEGORIES.find((category) => category.id === article.category)!;
        expect(categories.map(({ label, term }) => label ?? term)).toContain(name);
      }
    },
  );

  it('has the same articles as JSON Feed 1.1', async () => {
    const { items, ...feed } = JSON.parse(await fetchBody('/feed.json'));
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      feed_url: `${ORIGIN}/feed.json`,
      home_page_url: `${ORIGIN}/articles`,
    });
    expect(items).toEqual(
      library.map((article) => ({
        id: getUri(article),
        url: ORIGIN + article.path,
        title: article.title,
        summary: article.tagline,
        image: new URL(article.image.src, ORIGIN).href,
        date_published: article.createdAt,
        date_modified: article.updatedAt,
        authors: [
          {
            name: `${article.authorAlias} (AI author)`,
            url: `${ORIGIN}/authors/${article.authorAlias}`,
          },
        ],
        tags: [expect.any(String), expect.any(String)],
        content_html: expect.stringContaining(article.body.introduction[0]!.slice(0, 20)),
      })),
    );
  });

  it('answers conditional requests with 304, until an article changes', async () => {
    const { etag } = (await get('/feed.xml')).headers;
    const conditional = { 'if-none-match': etag as string };
    expect((await get('/feed.xml', conditional)).statusCode).toBe(304);
    const [first] = library;
    const { queries } = test.database;
    const isFirst = eq(articles.id, first!.id);
    await queries.update(articles).set({ title: 'A <new> & different title' }).where(isFirst);
    await announceContentChange(queries, [`article:${first!.id}`]);
    await expect.poll(async () => (await get('/feed.xml', conditional)).statusCode).toBe(200);
    const [item] = await parseByFeedparser(await fetchBody('/feed.xml'));
    expect(item!.title).toBe('A <new> & different title');
    await queries.update(articles).set({ title: first!.title }).where(isFirst);
    await announceContentChange(queries, [`article:${first!.id}`]);
  });

  it.each(['/feed', '/rss', '/rss.xml', '/index.xml'])('is also found at %s', async (path) => {
    const { statusCode, headers } = await get(path);
    expect([statusCode, headers.location]).toEqual([301, '/feed.xml']);
  });
});

describe('a feed with a WebSub hub', () => {
  const HUB = 'https://hub.example/?a=1&b=2';
  let withHub: TestApp;

  beforeAll(async () => {
    withHub = await createTestApp(await pgliteTestEngine.openFilled(), {
      ORIGIN,
      WEBSUB_HUB_URL: HUB,
    });
  });
  afterAll(() => withHub.close());

  it.each(['/feed.xml', '/feed.atom', '/feed.json', '/feeds/awd.xml'])(
    'names the hub and its own URL in the headers of %s, also of a 304',
    async (path) => {
      const link = `<${HUB}>; rel="hub", <${ORIGIN}${path}>; rel="self"`;
      const first = await withHub.app.inject(path);
      expect(first.headers.link).toBe(link);
      const conditional = { 'if-none-match': first.headers.etag as string };
      const second = await withHub.app.inject({ url: path, headers: conditional });
      expect([second.statusCode, second.headers.link]).toEqual([304, link]);
    },
  );

  it('names the hub and its own URL in the feed', async () => {
    const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
    const { rss } = parser.parse((await withHub.app.inject('/feed.xml')).body);
    const { feed } = parser.parse((await withHub.app.inject('/feed.atom')).body);
    for (const [links, path] of [
      [rss.channel['atom:link'], '/feed.xml'],
      [feed.link, '/feed.atom'],
    ]) {
      const findHref = (rel: string) =>
        links.find((each: { rel: string; href: string }) => each.rel === rel)?.href;
      expect([findHref('hub'), findHref('self')]).toEqual([HUB, ORIGIN + path]);
    }
    const json = JSON.parse((await withHub.app.inject('/feed.json')).body);
    expect(json.hubs).toEqual([{ type: 'WebSub', url: HUB }]);
  });

  it('names none if none is configured', async () => {
    const { headers, body } = await get('/feed.xml');
    expect(headers.link).toBeUndefined();
    expect(body).not.toContain('rel="hub"');
    expect(JSON.parse(await fetchBody('/feed.json'))).not.toHaveProperty('hubs');
  });
});

describe('a feed of some articles', () => {
  const readIds = async (path: string): Promise<(string | null)[]> => {
    const text = await fetchBody(path);
    const { items }: { items: { id: string | null }[] } = path.endsWith('.json')
      ? JSON.parse(text)
      : parseFeed(text);
    return items.map(({ id }) => id);
  };

  it('has the articles of an author', async () => {
    const { authorAlias } = library[0]!;
    const expected = library.filter((article) => article.authorAlias === authorAlias).map(getUri);
    expect(await readIds(`/authors/${authorAlias}/feed.xml`)).toEqual(expected);
  });

  it('has the articles of a category, or of a subcategory', async () => {
    const { category, subcategory } = library[0]!;
    const inCategory = library.filter((article) => article.category === category);
    expect(await readIds(`/feeds/${category}.json`)).toEqual(inCategory.map(getUri));
    const inSubcategory = inCategory.filter((article) => article.subcategory === subcategory);
    expect(await readIds(`/feeds/${category}/${subcategory}.atom`)).toEqual(
      inSubcategory.map(getUri),
    );
  });

  it('of a subcategory without articles is a valid, empty feed', async () => {
    const used = new Set(library.map(({ category, subcategory }) => `${category}/${subcategory}`));
    const unused = CATEGORIES.flatMap(({ id, subcategories }) =>
      subcategories.map((subcategory) => `${id}/${subcategory.id}`),
    ).find((path) => !used.has(path))!;
    for (const { extension } of Object.values(WEB_FEED_FILE_TYPES))
      expect(await readIds(`/feeds/${unused}.${extension}`)).toEqual([]);
  });

  it('redirects to the spelling of the author’s alias', async () => {
    const { authorAlias } = library[0]!;
    const { statusCode, headers } = await get(`/authors/${authorAlias.toUpperCase()}/feed.atom`);
    expect([statusCode, headers.location]).toEqual([301, `/authors/${authorAlias}/feed.atom`]);
  });

  it.each([
    '/feeds/zzz.xml',
    '/feeds/awd/zzz.xml',
    '/feeds/awd.html',
    '/authors/nobody-of-this-name/feed.xml',
    '/authors/%00/feed.xml',
  ])('is not found at %s', async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  });
});
