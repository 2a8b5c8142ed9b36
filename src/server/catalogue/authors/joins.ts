import { eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Queries } from '#server/platform/db/database.ts';
import { authors, formerAliases } from './schema.ts';

/*
 * What other capabilities join authors by: they see these columns and no table. PostgreSQL plans such a
 * subquery as if the table itself stood there.
 */

export const isActive = eq(authors.status, 'active');

const names = {
  id: authors.id,
  alias: authors.alias,
  aliasKey: authors.aliasKey,
  level: authors.level,
};

/** Everyone who ever wrote, by id and name, with their level: to be joined with a column that holds an author's id. */
export const authorNames = new QueryBuilder().select(names).from(authors).as('author');

/** The category each author writes in mostly, by id: to be joined with a column that holds an author's id. */
export const authorCategories = new QueryBuilder()
  .select({ id: authors.id, category: authors.category })
  .from(authors)
  .as('author_shelf');

/** {@link authorNames} of those who are shown: an author who has left is not among them. */
export const activeAuthors = new QueryBuilder()
  .select(names)
  .from(authors)
  .where(isActive)
  .as('active_author');

/** The ids of all who are not shown, as an array: an SQL expression. They are few, and looked up once a query. */
export const inactiveAuthorIds = sql`ARRAY(SELECT ${authors.id} FROM ${authors} WHERE ${authors.status} IN ('inactive', 'pending_idea'))`;

/** The id of the author of a current alias, as `aliasKey` writes it: an SQL expression. */
export function authorIdByAlias(key: string | Placeholder): SQL {
  return sql`(SELECT ${authors.id} FROM ${authors} WHERE ${authors.aliasKey} = ${key})`;
}

/** The id of whoever has that alias, active or not, otherwise of whoever had it: an SQL expression. */
export function authorIdByAnyAlias(key: string | Placeholder): SQL {
  return sql`coalesce(${authorIdByAlias(key)}, ${authorIdByFormerAlias(key)})`;
}

/** The id of the author who had that alias before: an SQL expression. */
export function authorIdByFormerAlias(key: string | Placeholder): SQL {
  return sql`(SELECT ${formerAliases.authorId} FROM ${formerAliases} WHERE ${formerAliases.aliasKey} = ${key})`;
}

/** The current alias of each author, by id; those who have left included. */
export async function findAliases(
  queries: Queries,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = await queries
    .select({ id: authors.id, alias: authors.alias })
    .from(authors)
    .where(inArray(authors.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, alias }) => [id, alias]));
}
