import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';

const ORIGIN = 'http://localhost:3000';

let test: LibraryTestApp;

beforeAll(async () => {
  test = await createLibraryTestApp(pgliteTestEngine.openFilled);
});
afterAll(() => test.close());

const get = (path: string) => test.app.inject(path);

describe('robots.txt', () => {
  it('excludes the API and signing in, and names the sitemap', async () => {
    const { body } = await get('/robots.txt');
    expect(body.split('\n')).toEqual([
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /auth/',
      `Sitemap: ${ORIGIN}/sitemap.xml`,
      '',
    ]);
  });
});

describe('security.txt', () => {
  it('names a contact, and expires in less than a year', async () => {
    const { body, headers } = await get('/.well-known/security.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = new Map(
      body
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/) as [string, string]),
    );
    expect(fields.get('Contact')).toBe(`${ORIGIN}/contact`);
    expect(fields.get('Canonical')).toBe(`${ORIGIN}/.well-known/security.txt`);
    const days = (Date.parse(fields.get('Expires')!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  it('is also found at its former path', async () => {
    expect((await get('/security.txt')).headers.location).toBe('/.well-known/security.txt');
  });
});

describe('OpenSearch', () => {
  it('describes the search and its suggestions', async () => {
    const { body, headers } = await get('/opensearch.xml');
    expect(headers['content-type']).toContain('application/opensearchdescription+xml');
    const templates = [...body.matchAll(/template="([^"]*)"/g)].map(([, template]) => template);
    expect(templates).toEqual([
      `${ORIGIN}/articles?q={searchTerms}`,
      `${ORIGIN}/search/suggestions?q={searchTerms}`,
      `${ORIGIN}/opensearch.xml`,
    ]);
  });

  it('suggests articles for the beginning of a word', async () => {
    const { title, tagline, path } = test.library[0]!;
    const word = title.split(' ').toSorted((a, b) => b.length - a.length)[0]!;
    const prefix = word.slice(0, 5);
    const { body, headers } = await get(`/search/suggestions?q=${encodeURIComponent(prefix)}`);
    expect(headers['content-type']).toContain('application/x-suggestions+json');
    const [query, titles, taglines, urls] = JSON.parse(body);
    expect(query).toBe(prefix);
    const index = titles.indexOf(title);
    expect([taglines[index], urls[index]]).toEqual([tagline, ORIGIN + path]);
    expect(titles.length).toBeLessThanOrEqual(8);
  });

  it.each(['', '?q=', '?q=%20', '?q=a&q=b', '?q[]=a'])(
    'suggests nothing for the query "%s"',
    async (query) => {
      const { statusCode, body } = await get(`/search/suggestions${query}`);
      expect(statusCode).toBe(200);
      expect(JSON.parse(body).slice(1)).toEqual([[], [], []]);
    },
  );

  it('accepts queries of any length and content', async () => {
    for (const query of ['x'.repeat(5000), '\0', '\ud800', "'; DROP", '%'])
      expect(
        (await get(`/search/suggestions?q=${encodeURIComponent(query.toWellFormed())}`)).statusCode,
      ).toBe(200);
    expect((await get('/search/suggestions?q=%ED%A0%80%00')).statusCode).toBeLessThan(500);
  });
});
