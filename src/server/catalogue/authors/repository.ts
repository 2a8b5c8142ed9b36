import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  or,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { type Author, type AuthorSummary, mapAuthorsByAlias } from '#domain/author.ts';
import type { CategoryId } from '#domain/categories.ts';
import {
  type ArticleOrAuthorCountsByCategory,
  countArticlesOrAuthorsByCategory,
} from '#domain/category-counts.ts';
import { formatPicturePath } from '#domain/images.ts';
import type { AuthorsByAlias } from '#domain/page.ts';
import { normalizeAlias } from '#domain/paths.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { runPreparedQuery } from '#server/platform/db/prepared.ts';
import { authorCountsByStatusAndCategory, authors, formerAliases } from './schema.ts';

export const activeAuthorCondition = eq(authors.status, 'active');

/** The columns that {@link toAuthorIdAndSummary} reads, except the ID. */
export const authorSummaryColumns = {
  alias: authors.alias,
  tagline: authors.tagline,
  portrait: authors.portrait,
  category: authors.category,
  subcategory: authors.subcategory,
  level: authors.level,
  publishedArticleCount: authors.publishedArticleCount,
};

type AuthorRow = typeof authors.$inferSelect;

/** An author's ID, and the author's public data. */
export type AuthorIdAndSummary = [id: string, author: AuthorSummary];

/** Returns the number of active authors in each category and subcategory. */
export async function countActiveAuthorsByCategory(
  queries: Queries,
): Promise<ArticleOrAuthorCountsByCategory> {
  const { status, category, subcategory, count } = authorCountsByStatusAndCategory;
  const isShown = and(eq(status, 'active'), gt(count, 0));
  return countArticlesOrAuthorsByCategory(
    await queries
      .select({ category, subcategory, count })
      .from(authorCountsByStatusAndCategory)
      .where(isShown),
  );
}

/** Returns the authors of the given articles, in a map keyed by alias. Skips inactive authors. */
export function findActiveAuthorsOfArticles(
  queries: Queries,
  articles: readonly { authorAlias: string }[],
): Promise<AuthorsByAlias> {
  return findActiveAuthorsByAlias(
    queries,
    articles.map(({ authorAlias }) => authorAlias),
  );
}

/** Returns the active authors with the given aliases, in a map keyed by alias. Skips unknown aliases. */
export async function findActiveAuthorsByAlias(
  queries: Queries,
  aliases: readonly string[],
): Promise<AuthorsByAlias> {
  if (!aliases.length) return {};
  const rows = await runPreparedQuery(
    queries,
    'authors among aliases',
    () =>
      queries
        .select(authorSummaryColumns)
        .from(authors)
        .where(and(activeAuthorCondition, hasOneOfKeys(sql.placeholder('keys')))),
    { keys: toAliasKeys(aliases) },
  );
  return mapAuthorsByAlias(rows.map(toSummary));
}

/**
 * Returns the IDs and public data of the active authors who have the given aliases, sorted by alias. Skips unknown
 * aliases.
 */
export async function findActiveAuthorIdsAndSummaries(
  queries: Queries,
  aliases: readonly string[],
): Promise<AuthorIdAndSummary[]> {
  const rows = await queries
    .select({ ...authorSummaryColumns, id: authors.id })
    .from(authors)
    .where(and(activeAuthorCondition, hasOneOfKeys(sql.param(toAliasKeys(aliases)))))
    .orderBy(asc(authors.aliasKey));
  return rows.map(toAuthorIdAndSummary);
}

/**
 * Finds an active author by alias, and returns the author's profile and ID. `alias` may differ from the stored alias in
 * letter case. It may also be an alias that the author had before.
 */
export async function findActiveAuthorByAnyAlias(
  queries: Queries,
  alias: string,
): Promise<{ id: string; author: Omit<Author, 'followerCount'> } | undefined> {
  const [row] = await queries.select().from(authors).where(hasAlias(alias));
  return row && { id: row.id, author: toAuthor(row) };
}

/** Finds an author of any status. */
export async function findAuthorSummaryById(
  queries: Queries,
  id: string,
): Promise<AuthorSummary | undefined> {
  const [row] = await queries.select(authorSummaryColumns).from(authors).where(eq(authors.id, id));
  return row && toSummary(row);
}

/**
 * Returns the aliases of active and retired authors in the spelling that readers see. `keys` are these aliases in lower
 * case.
 */
export async function findPublicAuthorAliasesByKeys(
  queries: Queries,
  keys: readonly string[],
): Promise<string[]> {
  if (!keys.length) return [];
  const rows = await queries
    .select({ alias: authors.alias })
    .from(authors)
    .where(
      and(inArray(authors.status, ['active', 'inactive']), hasOneOfKeys(sql.param([...keys]))),
    );
  return rows.map(({ alias }) => alias);
}

/** Returns the ID of the author whom {@link findActiveAuthorByAnyAlias} finds. */
export async function findActiveAuthorIdByAnyAlias(
  queries: Queries,
  alias: string,
): Promise<string | undefined> {
  const [row] = await queries.select({ id: authors.id }).from(authors).where(hasAlias(alias));
  return row?.id;
}

/**
 * Returns the ID of the author who has this alias or had it before. The author may be inactive. If there are several
 * such authors, returns the ID of an active one.
 */
export async function findAuthorIdByAnyAlias(
  queries: Queries,
  alias: string,
): Promise<string | undefined> {
  const key = normalizeAlias(alias);
  const [row] = await queries
    .select({ id: authors.id })
    .from(authors)
    .where(or(eq(authors.aliasKey, key), eq(authors.id, createAuthorIdByFormerAliasSql(key))))
    .orderBy(desc(activeAuthorCondition))
    .limit(1);
  return row?.id;
}

/*
 * Subqueries that other modules use to join authors. Only this module accesses the authors table directly. PostgreSQL
 * plans a join with such a subquery like a join with the table.
 */

const nameColumns = {
  id: authors.id,
  alias: authors.alias,
  aliasKey: authors.aliasKey,
  level: authors.level,
};

/** A subquery for the alias and level of all authors, including retired ones. The caller joins it by author ID. */
export const authorAliasesAndLevelsSubquery = new QueryBuilder()
  .select(nameColumns)
  .from(authors)
  .as('author');

/** A subquery for the category of all authors. The caller joins it by author ID. */
export const authorCategoriesSubquery = new QueryBuilder()
  .select({ id: authors.id, category: authors.category })
  .from(authors)
  .as('author_shelf');

/** A subquery for the alias and level of active authors. The caller joins it by author ID. */
export const activeAuthorsSubquery = new QueryBuilder()
  .select(nameColumns)
  .from(authors)
  .where(activeAuthorCondition)
  .as('active_author');

/**
 * SQL expression for an array of the IDs of retired and proposed authors. Using it is cheap, because there are few such
 * authors and PostgreSQL computes the array once per query.
 */
export const inactiveAuthorIdArraySql = sql`ARRAY(SELECT ${authors.id} FROM ${authors} WHERE ${authors.status} IN ('inactive', 'pending_idea'))`;

/** Returns an SQL expression for the ID of the author who has this alias now. `key` is the alias in lower case. */
export function createAuthorIdByAliasSql(key: string | Placeholder): SQL {
  return sql`(SELECT ${authors.id} FROM ${authors} WHERE ${authors.aliasKey} = ${key})`;
}

/**
 * Returns an SQL expression for the ID of the author who has this alias now. If there is none, it is the ID of the
 * author who had the alias before. The author may have any status. `key` is the alias in lower case.
 */
export function createAuthorIdByAnyAliasSql(key: string | Placeholder): SQL {
  return sql`coalesce(${createAuthorIdByAliasSql(key)}, ${createAuthorIdByFormerAliasSql(key)})`;
}

/** Returns an SQL expression for the ID of the author who had this alias before. `key` is the alias in lower case. */
export function createAuthorIdByFormerAliasSql(key: string | Placeholder): SQL {
  return sql`(SELECT ${formerAliases.authorId} FROM ${formerAliases} WHERE ${formerAliases.aliasKey} = ${key})`;
}

/**
 * Returns an SQL condition for the authors whose lower-case alias is in the array `keys`. The array is one query
 * parameter.
 */
function hasOneOfKeys(keys: SQLWrapper): SQL {
  return sql`${authors.aliasKey} = ANY(${keys}::text[])`;
}

function toAliasKeys(aliases: readonly string[]): string[] {
  return [...new Set(aliases.map(normalizeAlias))];
}

/**
 * Returns an SQL condition for the active author who has this alias or, if there is none, for the active author who had
 * it before. PostgreSQL looks up the former alias only if no active author has the alias now.
 */
function hasAlias(alias: string): SQL | undefined {
  const key = normalizeAlias(alias);
  const activeAuthorId = sql`(SELECT a.id FROM ${authors} a WHERE a.alias_key = ${key} AND a.status = 'active')`;
  return and(
    activeAuthorCondition,
    sql`${authors.id} = coalesce(${activeAuthorId}, ${createAuthorIdByFormerAliasSql(key)})`,
  );
}

/** Converts a database row to the ID and public data of an author. */
export function toAuthorIdAndSummary(
  row: Pick<AuthorRow, keyof typeof authorSummaryColumns | 'id'>,
): AuthorIdAndSummary {
  return [row.id, toSummary(row)];
}

function toSummary(row: Pick<AuthorRow, keyof typeof authorSummaryColumns>): AuthorSummary {
  return {
    alias: row.alias,
    tagline: row.tagline,
    profileImage: toProfileImage(row.portrait),
    expertise: { category: row.category as CategoryId, subcategory: row.subcategory },
    level: row.level,
    publishedArticleCount: row.publishedArticleCount,
  };
}

function toAuthor(row: AuthorRow): Omit<Author, 'followerCount'> {
  return {
    alias: row.alias,
    profileImage: toProfileImage(row.portrait),
    tagline: row.tagline,
    mission: row.mission,
    about: row.about,
    perspective: row.perspective,
    expertise: {
      category: row.category as CategoryId,
      subcategory: row.subcategory,
      subjects: row.subjects,
    },
    targetAudience: { level: row.level, description: row.audience },
    influencedBy: row.influences,
    publishedArticleCount: row.publishedArticleCount,
  };
}

/**
 * Returns the image data of an author's portrait. The alternative text is empty, because the author's alias is always
 * shown next to the portrait.
 */
function toProfileImage(key: string): AuthorSummary['profileImage'] {
  return { src: formatPicturePath('avatars', key, 256, 'webp'), alt: '' };
}
