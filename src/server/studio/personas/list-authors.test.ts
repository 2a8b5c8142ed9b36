import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StudioAuthorListPage } from '#domain/studio/personas.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { openTestStudio, type TestStudio } from '../testing/studio.ts';

describe.each(await selectTestDatabaseEngines())(
  'the studio’s list of authors, on $name',
  ({ openFilled }) => {
    let studio: TestStudio;

    beforeAll(async () => {
      studio = await openTestStudio(await openFilled(), undefined);
      const { queries } = studio.database;
      await queries.update(authors).set({ status: 'inactive' }).where(eq(authors.alias, 'Gantry'));
    });
    afterAll(async () => {
      await studio.close();
    });

    const fetchPage = async (query: string): Promise<StudioAuthorListPage> =>
      (await studio.call('GET', `/studio/authors${query}`)).json().data;
    const listAliases = (page: StudioAuthorListPage) => page.authors.map(({ alias }) => alias);

    it('has all authors, and the number of authors with each status', async () => {
      const page = await fetchPage('');
      expect(page.authors).toHaveLength(10);
      expect(page.counts).toEqual({ active: 9, inactive: 1, pending_idea: 0 });
      expect(page.nextToken).toBeNull();
    });

    it('is read page by page', async () => {
      const firstPage = await fetchPage('?status=active&limit=5');
      const secondPage = await fetchPage(`?status=active&limit=5&nextToken=${firstPage.nextToken}`);
      expect(secondPage.nextToken).toBeNull();
      const allAuthors = await fetchPage('?status=active');
      expect([...listAliases(firstPage), ...listAliases(secondPage)]).toEqual(
        listAliases(allAuthors),
      );
      expect(allAuthors.authors).toHaveLength(9);
    });

    it('is searched by name', async () => {
      expect(listAliases(await fetchPage('?q=plumb'))).toEqual(['Plumbline']);
      expect(listAliases(await fetchPage('?q=gan&status=inactive'))).toEqual(['Gantry']);
      expect(listAliases(await fetchPage('?q=gan&status=active'))).toEqual([]);
    });

    it.each(['limit=101', 'status=unknown', 'nextToken=abc'])(
      'rejects %s with 400',
      async (query) => {
        expect((await studio.call('GET', `/studio/authors?${query}`)).statusCode).toBe(400);
      },
    );
  },
);
