import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { authors, formerAliases } from './schema.ts';

/*
 * Subqueries that let other modules join authors without accessing the authors table directly. PostgreSQL plans a join
 * with such a subquery like a join with the table itself.
 */

export const activeAuthorCondition = eq(authors.status, 'active');

const names = {
  id: authors.id,
  alias: authors.alias,
  aliasKey: authors.aliasKey,
  level: authors.level,
};

/**
 * Selects the alias and level of all authors, including retired authors. The caller joins this subquery by author ID.
 */
export const authorAliasesAndLevels = new QueryBuilder().select(names).from(authors).as('author');

/** Selects the category of all authors. The caller joins this subquery by author ID. */
export const authorCategories = new QueryBuilder()
  .select({ id: authors.id, category: authors.category })
  .from(authors)
  .as('author_shelf');

/** Selects the alias and level of active authors. The caller joins this subquery by author ID. */
export const activeAuthors = new QueryBuilder()
  .select(names)
  .from(authors)
  .where(activeAuthorCondition)
  .as('active_author');

/** SQL array of the IDs of inactive authors. The array is small and is computed once per query. */
export const inactiveAuthorIdArraySql = sql`ARRAY(SELECT ${authors.id} FROM ${authors} WHERE ${authors.status} IN ('inactive', 'pending_idea'))`;

/**
 * Returns an SQL expression for the ID of the author who currently has this alias. `key` is the alias in lower case.
 */
export function authorIdByAliasSql(key: string | Placeholder): SQL {
  return sql`(SELECT ${authors.id} FROM ${authors} WHERE ${authors.aliasKey} = ${key})`;
}

/**
 * Returns an SQL expression for the ID of the author, active or not, who has this alias now, or else of the author who
 * had it before.
 */
export function authorIdByAnyAliasSql(key: string | Placeholder): SQL {
  return sql`coalesce(${authorIdByAliasSql(key)}, ${authorIdByFormerAliasSql(key)})`;
}

/** Returns an SQL expression for the ID of the author who had this alias before. */
export function authorIdByFormerAliasSql(key: string | Placeholder): SQL {
  return sql`(SELECT ${formerAliases.authorId} FROM ${formerAliases} WHERE ${formerAliases.aliasKey} = ${key})`;
}
