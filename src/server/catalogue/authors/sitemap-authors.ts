import { and, asc, gte, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { activeAuthorCondition } from './repository.ts';
import { authors } from './schema.ts';

/** A character after all letters, digits and hyphens. */
const AFTER_ALIAS_CHARACTERS = '~';

/** An author in a sitemap. */
export interface SitemapAuthor {
  alias: string;
  /** Time of the last change to the profile, which also shows the number of published articles. */
  changedAt: Date;
}

/**
 * Lists up to `limit` active authors, sorted by alias. `initial` is the first letter of their aliases, or empty for all
 * authors. `publicationTimeSql` returns an SQL expression for the time of an author's newest publication.
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
 * Returns the first letters of the active authors' aliases, with the time of the last change to one of these authors.
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
