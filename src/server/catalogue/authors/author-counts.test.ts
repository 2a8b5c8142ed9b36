import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countArticlesOrAuthorsByCategory } from '#domain/category-counts.ts';
import type { Database } from '#server/platform/db/database.ts';
import {
  findPostgresTestEngine,
  openSecondConnection,
  selectTestDatabaseEngines,
} from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { countAuthorsByStatus } from './editor-authors.ts';
import { countActiveAuthorsByCategory } from './repository.ts';
import { authors } from './schema.ts';

/** Computes the expected counts by reading all active authors. */
async function countAll({ queries }: Database) {
  return countArticlesOrAuthorsByCategory(
    await queries.select().from(authors).where(eq(authors.status, 'active')),
  );
}

describe.each(await selectTestDatabaseEngines({ dependsOnEngine: true }))(
  'the author counts, on $name',
  ({ openFilled }) => {
    let database: Database;

    beforeAll(async () => {
      database = await openFilled();
    });
    afterAll(() => database.close());

    it('include imported authors', async () => {
      expect(await countActiveAuthorsByCategory(database.queries)).toEqual(
        await countAll(database),
      );
    });

    it('follow changes of the status and the category, insertions and deletions', async () => {
      const { queries } = database;
      const isPlumbline = eq(authors.alias, 'Plumbline');
      await queries.update(authors).set({ status: 'inactive' }).where(isPlumbline);
      expect(await countActiveAuthorsByCategory(queries)).toEqual(await countAll(database));
      expect(await countAuthorsByStatus(queries)).toMatchObject({ active: 9, inactive: 1 });
      await queries
        .update(authors)
        .set({ status: 'active', category: 'awd', subcategory: 'hab' })
        .where(isPlumbline);
      expect((await countActiveAuthorsByCategory(queries)).awd!.hab).toBeGreaterThanOrEqual(1);
      await queries.execute(sql`
        INSERT INTO authors SELECT copy.* FROM authors author
        CROSS JOIN LATERAL jsonb_populate_record(author, jsonb_build_object(
          'id', gen_random_uuid(), 'alias', 'Copy', 'alias_key', 'copy', 'status', 'pending_idea')) AS copy
        WHERE author.alias = 'Plumbline'`);
      expect(await countAuthorsByStatus(queries)).toEqual({
        active: 10,
        inactive: 0,
        pending_idea: 1,
      });
      await queries.delete(authors).where(eq(authors.alias, 'Copy'));
      expect(await countAuthorsByStatus(queries)).toMatchObject({ active: 10, pending_idea: 0 });
      expect(await countActiveAuthorsByCategory(queries)).toEqual(await countAll(database));
    });
  },
);

const postgres = await findPostgresTestEngine();

describe.skipIf(!postgres)('the author counts, during concurrent changes', () => {
  it.runIf(isRunOfAllTests())(
    'are exact if authors of the same category leave and return at the same time',
    async () => {
      const database = await postgres!.openFilled();
      const secondConnection = await openSecondConnection(database);
      const { queries } = database;
      await queries.update(authors).set({ category: 'nsm', subcategory: 'mea' });
      const rows = await queries.select({ id: authors.id }).from(authors).orderBy(authors.id);
      await queries.update(authors).set({ status: 'inactive' }).where(eq(authors.id, rows[0]!.id));
      const setStatus = (connection: Database, id: string, status: 'active' | 'inactive') =>
        connection.queries.update(authors).set({ status }).where(eq(authors.id, id));
      for (let round = 0; round < 20; round++)
        await Promise.all([
          setStatus(database, rows[0]!.id, round % 2 ? 'inactive' : 'active'),
          setStatus(secondConnection, rows[1]!.id, round % 2 ? 'active' : 'inactive'),
        ]);
      expect(await countAuthorsByStatus(queries)).toMatchObject({ active: 9, inactive: 1 });
      expect(await countActiveAuthorsByCategory(queries)).toEqual(await countAll(database));
      await secondConnection.close();
      await database.close();
    },
  );
});
