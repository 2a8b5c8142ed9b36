import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import {
  createNewestMatchesByIndexSql,
  createNewestMatchesOfFrequentWordSql,
  findColumnsWithManyMatches,
} from './frequent-matches.ts';

describe.each(await selectTestDatabaseEngines({ dependsOnEngine: true }))(
  'matches of a frequent word, on $name',
  ({ openFilled }) => {
    let database: Database;

    beforeAll(async () => {
      database = await openFilled();
    });
    afterAll(() => database.close());

    // The word "year" matches more than three of the test articles, and "zebra" matches fewer than three.
    it.each([
      ['year', 1],
      ['year', 3],
      ['year', 100],
      ['zebra | kilogram', 3],
      ['nothing', 3],
    ])('are the same as those that the text index finds: %s, at most %i', async (query, limit) => {
      for (const column of ['title', 'head', 'document'] as const) {
        const search = {
          column,
          tsquery: sql`to_tsquery('english', ${query})`,
          until: sql`now()`,
          condition: sql`true`,
          limit,
        };
        const byIndex = await queryRows(database.queries, createNewestMatchesByIndexSql(search));
        const byDate = await queryRows(
          database.queries,
          createNewestMatchesOfFrequentWordSql(search),
        );
        expect(byDate).toEqual(byIndex);
      }
    });

    it('are searched through the text index in a small library', async () => {
      const tsquery = sql`to_tsquery('english', 'year')`;
      expect(await findColumnsWithManyMatches(database.queries, tsquery)).toEqual(new Set());
    });
  },
);
