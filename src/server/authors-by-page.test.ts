import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthorsScreenProps, PagePayload } from '#domain/page.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { encodePageToken } from './platform/db/page-token.ts';
import { createLibraryTestApp, type LibraryTestApp } from './testing/app.ts';
import { selectTestDatabaseEngines } from './testing/databases.ts';

/** Number of authors that the test adds to the ten authors of the test library. */
const ADDED_COUNT = 70;

interface AuthorListPage {
  authors: Record<string, { alias: string; followerCount: number }>;
  nextToken: string | null;
}

describe.each(await selectTestDatabaseEngines({ dependsOnEngine: true }))(
  'a library with more authors than fit on a page, on $name',
  ({ openFilled }) => {
    let test: LibraryTestApp;
    let aliases: string[];

    beforeAll(async () => {
      test = await createLibraryTestApp(openFilled);
      await test.database.queries.execute(sql`
        INSERT INTO authors SELECT copy.* FROM authors author
        CROSS JOIN generate_series(1, ${ADDED_COUNT}) AS n
        CROSS JOIN LATERAL jsonb_populate_record(author, jsonb_build_object(
          'id', gen_random_uuid(), 'alias', 'Quarry-Lane-' || n, 'alias_key', 'quarry-lane-' || n,
          'category', CASE WHEN n <= 65 THEN 'nsm' ELSE 'awd' END,
          'subcategory', CASE WHEN n <= 65 THEN 'mea' ELSE 'hab' END, 'source_hash', null)) AS copy
        WHERE author.alias = 'Plumbline'`);
      aliases = Object.keys((await fetchPage('')).authors);
      expect(aliases).toHaveLength(10 + ADDED_COUNT);
    });
    afterAll(() => test.close());

    const fetchPage = async (query: string): Promise<AuthorListPage> =>
      (await test.app.inject(`/api/v1/authors${query}`)).json().data;
    /** Returns the aliases on each page of the API's list. */
    async function listPages(query: string): Promise<string[][]> {
      const pages: string[][] = [];
      let token: string | null = '';
      while (token !== null) {
        const { authors, nextToken } = await fetchPage(`?${query}&nextToken=${token}`);
        pages.push(Object.keys(authors));
        token = nextToken;
      }
      return pages;
    }
    async function openPage(url: string): Promise<AuthorsScreenProps & { aliases: string[] }> {
      const { statusCode, body } = await test.app.inject(url);
      expect([url, statusCode]).toEqual([url, 200]);
      const json = /id="page-props">(.*?)<\/script>/s.exec(body)![1]!;
      const { props } = JSON.parse(json) as Extract<PagePayload, { screen: 'authors' }>;
      return { ...props, aliases: Object.keys(props.authors) };
    }

    describe('the API', () => {
      it('lists all authors by alias without parameters', async () => {
        expect((await fetchPage('')).nextToken).toBeNull();
        const keys = aliases.map((alias) => alias.toLowerCase());
        expect(keys).toEqual(keys.toSorted());
      });

      it('lists them page by page', async () => {
        const pages = await listPages('limit=32');
        expect(pages.map((page) => page.length)).toEqual([32, 32, 16]);
        expect(pages.flat()).toEqual(aliases);
      });

      it('lists the authors of a category and a subcategory', async () => {
        const nature = (await listPages('category=nsm&limit=40')).flat();
        expect(nature.filter((alias) => alias.startsWith('Quarry'))).toHaveLength(65);
        expect(nature).toContain('Plumbline');
        const habits = (await listPages('category=awd&subcategory=hab&limit=2')).flat();
        expect(habits).toEqual(expect.arrayContaining(['Quarry-Lane-66', 'Quarry-Lane-70']));
      });

      it.each([
        ['quarry', ADDED_COUNT],
        ['lane qua', ADDED_COUNT],
        ['LANE 7', 2],
        ['ane', 0],
        ['%', 10 + ADDED_COUNT],
        ['plumb', 1],
      ])('finds authors by the words of a name: %s', async (text, count) => {
        const aliases = (await listPages(`limit=50&q=${encodeURIComponent(text)}`)).flat();
        expect(aliases).toHaveLength(count);
      });

      it.each([
        'limit=1001',
        'limit=0',
        'category=xyz',
        'subcategory=mea',
        `q=${'x'.repeat(101)}`,
        'q=%00',
        'nextToken=abc',
        `nextToken=${encodePageToken('authors   []', ['\0'])}`,
      ])('rejects %s with 400', async (query) => {
        expect((await test.app.inject(`/api/v1/authors?${query}`)).statusCode).toBe(400);
      });

      it('rejects the token of another list', async () => {
        const { nextToken } = await fetchPage('?limit=1');
        const url = `/api/v1/authors?limit=1&category=nsm&nextToken=${nextToken}`;
        expect((await test.app.inject(url)).statusCode).toBe(400);
      });
    });

    describe('the page', () => {
      it('contains the first authors, and the number of authors in each category', async () => {
        const page = await openPage('/authors');
        expect(page.aliases).toEqual(aliases.slice(0, PAGE_SIZES.authors));
        expect(page.counts.nsm!.mea).toBeGreaterThanOrEqual(65);
        const total = Object.values(page.counts).flatMap((each) => Object.values(each));
        expect(total.reduce((sum, count) => sum + count, 0)).toBe(aliases.length);
        const secondPage = await openPage(`/authors?from=${page.nextToken}`);
        expect(secondPage.aliases).toEqual(aliases.slice(PAGE_SIZES.authors));
        expect(secondPage.nextToken).toBeNull();
      });

      it('contains the authors of a category, and of a search', async () => {
        const page = await openPage('/authors?category=nsm');
        expect(page.filters).toEqual({ category: 'nsm', subcategory: null });
        expect(page.aliases).toHaveLength(PAGE_SIZES.authors);
        const secondPage = await openPage(`/authors?category=nsm&from=${page.nextToken}`);
        expect([...page.aliases, ...secondPage.aliases]).toEqual(
          (await listPages('category=nsm&limit=50')).flat(),
        );
        const searchPage = await openPage('/authors?q=plumb');
        expect([searchPage.query, searchPage.aliases]).toEqual(['plumb', ['Plumbline']]);
      });

      it('excludes later pages from search engines', async () => {
        const { nextToken } = await openPage('/authors');
        const { body } = await test.app.inject(`/authors?from=${nextToken}`);
        expect(body).toContain('<meta name="robots" content="noindex">');
        expect((await test.app.inject('/authors')).body).not.toContain('noindex');
      });

      it.each([
        ['abc', '/authors'],
        [encodePageToken('authors   []', ['nobody']), '/authors'],
      ])('redirects from the invented token %s to the first page', async (token, location) => {
        const { statusCode, headers } = await test.app.inject(`/authors?from=${token}`);
        expect([statusCode, headers.location]).toEqual([302, location]);
      });
    });
  },
);

describe.each(await selectTestDatabaseEngines())(
  'a library whose authors fit on a page, on $name',
  (engine) => {
    it('has all of them in the payload, with any filters and search', async () => {
      const test = await createLibraryTestApp(engine.openFilled);
      for (const url of ['/authors', '/authors?category=nsm', '/authors?q=nobody']) {
        const { body } = await test.app.inject(url);
        const { props } = JSON.parse(/id="page-props">(.*?)<\/script>/s.exec(body)![1]!);
        expect(Object.keys(props.authors)).toHaveLength(10);
        expect(props).toMatchObject({ query: '', filters: { category: null }, nextToken: null });
      }
      await test.close();
    });
  },
);
