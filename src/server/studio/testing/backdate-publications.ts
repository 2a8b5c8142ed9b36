import { sql } from 'drizzle-orm';
import { articles } from '#server/catalogue/articles/schema.ts';
import type { Database } from '#server/platform/db/database.ts';

/**
 * Moves the publication dates of all articles in a database back by a month, so that authors are behind the weekly
 * publishing goal. With the original dates, no author would be behind shortly after a release, and test results would
 * depend on the current date.
 */
export async function backdatePublications(database: Database): Promise<Database> {
  await database.queries
    .update(articles)
    .set({ publishedAt: sql`${articles.publishedAt} - interval '30 days'` });
  return database;
}
