import { sql } from 'drizzle-orm';
import { articles } from '#server/catalogue/articles/schema.ts';
import type { Database } from '#server/platform/db/database.ts';

/**
 * Dates the articles of a database a month back. Just after a release no author would be behind with articles, and
 * tests would depend on the day they run.
 */
export async function backdateRelease(database: Database): Promise<Database> {
  await database.queries
    .update(articles)
    .set({ publishedAt: sql`${articles.publishedAt} - interval '30 days'` });
  return database;
}
