import { parseOpml } from 'feedsmith';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TIER_BENEFITS } from '#domain/tiers.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import {
  createApiCaller,
  replaceReadersWithPremiumReader,
  signInTestReader,
} from '#server/testing/reader.ts';

const ORIGIN = 'http://localhost:3000';

let test: TestApp;
let call: ReturnType<typeof createApiCaller>;

beforeAll(async () => {
  test = await createTestApp(await pgliteTestEngine.openFilled());
});
afterAll(() => test.close());
beforeEach(async () => {
  call = createApiCaller(test, await replaceReadersWithPremiumReader(test.database, 'ada'));
});

const listFollowedAliases = async (): Promise<string[]> =>
  (await call('GET', '/users/me/following')).json().data.authors;
const importFile = async (opml: string) =>
  (await call('POST', '/users/me/following/import', { opml })).json();
const wrapInOpml = (outlines: string) =>
  `<?xml version="1.0"?><opml version="2.0"><head/><body>${outlines}</body></opml>`;

describe('followed authors as OPML', () => {
  it('are exported with their web feeds', async () => {
    for (const alias of ['Gantry', 'Ballast']) await call('PUT', `/authors/${alias}/follow`);
    const { body, headers } = await call('GET', '/users/me/following.opml');
    expect(headers).toMatchObject({
      'content-type': 'text/x-opml; charset=utf-8',
      'content-disposition': 'attachment; filename="octavo-authors.opml"',
      'cache-control': 'private, no-store',
    });
    const feeds = parseOpml(body).body!.outlines!;
    expect(feeds.map(({ type, text, xmlUrl, htmlUrl }) => [type, text, xmlUrl, htmlUrl])).toEqual(
      ['Ballast', 'Gantry'].map((alias) => [
        'rss',
        alias,
        `${ORIGIN}/authors/${alias}/feed.xml`,
        `${ORIGIN}/authors/${alias}`,
      ]),
    );
  });

  it('cannot be exported while there are none', async () => {
    const response = await call('GET', '/users/me/following.opml');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ error: 'You don’t follow any authors yet.' });
  });

  it('are followed again by importing the exported file', async () => {
    for (const alias of ['Gantry', 'Ballast']) await call('PUT', `/authors/${alias}/follow`);
    const { body } = await call('GET', '/users/me/following.opml');
    for (const alias of ['Gantry', 'Ballast']) await call('DELETE', `/authors/${alias}/follow`);
    for (const _ of [1, 2])
      expect((await importFile(body)).data).toEqual({
        followed: ['Ballast', 'Gantry'],
        unknown: 0,
        refusal: null,
      });
    expect(await listFollowedAliases()).toEqual(['Ballast', 'Gantry']);
  });

  it('are found in the file of a feed reader, among other feeds and in folders', async () => {
    const { data } = await importFile(
      wrapInOpml(`
        <outline text="News">
          <outline text="Elsewhere" xmlUrl="https://elsewhere.example/authors/Gantry/feed.xml"/>
          <outline text="Deeper"><outline text="G" xmlUrl="https://localhost:3000/authors/gantry/feed.atom"/></outline>
        </outline>
        <outline text="B" htmlUrl="${ORIGIN}/authors/Ballast"/>
        <outline text="Twice" xmlUrl="${ORIGIN}/authors/Ballast/feed.json"/>
        <outline text="Nobody" xmlUrl="${ORIGIN}/authors/Nobody/feed.xml"/>
        <outline text="All" xmlUrl="${ORIGIN}/feed.xml"/>
        <outline text="Broken" xmlUrl="http://["/>`),
    );
    expect(data).toEqual({ followed: ['gantry', 'Ballast'], unknown: 4, refusal: null });
    expect(await listFollowedAliases()).toEqual(['Ballast', 'Gantry']);
  });

  it('are followed up to the limit of the reader’s tier, which the response states', async () => {
    await emptyTables(test.database.queries, 'users');
    call = createApiCaller(test, await signInTestReader(test.database, 'free'));
    const { data } = (await test.app.inject('/api/v1/authors?limit=50')).json();
    const aliases = Object.keys(data.authors);
    const limit = TIER_BENEFITS.free.follows;
    expect(aliases.length).toBeGreaterThan(limit);
    const outlines = aliases.map((alias) => `<outline xmlUrl="${ORIGIN}/authors/${alias}"/>`);
    const result = (await importFile(wrapInOpml(outlines.join('')))).data;
    expect(result.followed).toEqual(aliases.slice(0, limit));
    expect(result.refusal).toContain(String(limit));
    expect(await listFollowedAliases()).toHaveLength(limit);
  });

  it.each([
    ['plain text', 'Ballast, Gantry'],
    ['a web page', '<!doctype html><html><body><p>Hello</p></body></html>'],
    ['a feed', '<rss version="2.0"><channel><title>x</title></channel></rss>'],
    ['a cut-off file', '<opml version="2.0"><body><outline text="a"'],
  ])('cannot be imported from %s', async (_, text) => {
    const response = await call('POST', '/users/me/following/import', { opml: text });
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toBe('This is not an OPML file.');
  });

  it('are imported from files with entities in bounded time and memory', async () => {
    const bomb = `<!DOCTYPE opml [<!ENTITY a "aaaaaaaaaa">${Array.from(
      { length: 12 },
      (__, at) =>
        `<!ENTITY ${String.fromCharCode(98 + at)} "${`&${String.fromCharCode(97 + at)};`.repeat(10)}">`,
    ).join(
      '',
    )}]>${wrapInOpml('<outline text="&m;" xmlUrl="http://localhost:3000/authors/Ballast"/>')}`;
    const { statusCode } = await call('POST', '/users/me/following/import', { opml: bomb });
    expect([200, 400]).toContain(statusCode);
  });

  it('are refused in files that are too long', async () => {
    const opml = wrapInOpml(' '.repeat(60_000));
    const response = await call('POST', '/users/me/following/import', { opml });
    expect(response.statusCode).toBe(400);
  });
});
