import { sql } from 'drizzle-orm';
import { articles } from '#server/catalogue/articles/schema.ts';
import type { Database } from '#server/platform/db/database.ts';

/**
 * Moves the publication dates of all articles in a database back by a month. Otherwise, no author would be behind the
 * weekly goal shortly after a release, and tests would depend on the date on which they run.
 */
export async function backdatePublications(database: Database): Promise<Database> {
  await database.queries
    .update(articles)
    .set({ publishedAt: sql`${articles.publishedAt} - interval '30 days'` });
  return database;
}
