import { and, asc, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { activeAuthorCondition } from './repository.ts';
import { authors } from './schema.ts';

/** A character that sorts after all letters, digits and hyphens. */
const AFTER_ALIAS_CHARACTERS = '~';

/** The data that a sitemap contains about an author. */
export interface SitemapAuthor {
  alias: string;
  /**
   * Time of the last change to the author's page. The page shows the number of published articles, so each publication
   * changes it.
   */
  changedAt: Date;
}

/**
 * Lists up to `limit` active authors whose alias begins with `initial`, sorted by alias. If `initial` is empty, lists
 * all active authors. `publicationTimeSql` returns an SQL expression for the time of an author's newest publication.
 */
export async function listAuthorsForSitemap(
  queries: Queries,
  initial: string,
  publicationTimeSql: (authorId: SQLWrapper) => SQL,
  limit: number,
): Promise<SitemapAuthor[]> {
  return queries
    .select({ alias: authors.alias, changedAt: changeTimeSql(publicationTimeSql) })
    .from(authors)
    .where(
      and(
        activeAuthorCondition,
        gte(authors.aliasKey, initial),
        lt(authors.aliasKey, initial + AFTER_ALIAS_CHARACTERS),
      ),
    )
    .orderBy(asc(authors.aliasKey))
    .limit(limit);
}

/**
 * Returns the first characters of all active authors' aliases. For each character, also returns the time of the last
 * change to any of these authors' pages.
 */
export async function listAuthorInitialsWithLastChange(
  queries: Queries,
  publicationTimeSql: (authorId: SQLWrapper) => SQL,
): Promise<{ initial: string; changedAt: Date }[]> {
  const initial = sql<string>`left(${authors.aliasKey}, 1)`;
  return queries
    .select({ initial, changedAt: sql`max(${changeTimeSql(publicationTimeSql)})`.mapWith(toDate) })
    .from(authors)
    .where(activeAuthorCondition)
    .groupBy(initial)
    .orderBy(initial);
}

const toDate = (value: string | Date) => new Date(value);

function changeTimeSql(publicationTimeSql: (authorId: SQLWrapper) => SQL) {
  return sql`greatest(${authors.updatedAt}, ${publicationTimeSql(authors.id)})`.mapWith(toDate);
}
