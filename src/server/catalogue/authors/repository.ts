import { and, asc, desc, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Author, AuthorMeta } from '#domain/author.ts';
import type { CategoryId } from '#domain/categories.ts';
import { picturePath } from '#domain/images.ts';
import { aliasKey } from '#domain/paths.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { runPreparedQuery } from '#server/platform/db/prepared.ts';
import { authorIdByFormerAlias, isActiveAuthor } from './joins.ts';
import { authors } from './schema.ts';

const metaColumns = {
  alias: authors.alias,
  tagline: authors.tagline,
  portrait: authors.portrait,
  category: authors.category,
  subcategory: authors.subcategory,
  level: authors.level,
  publishedArticleCount: authors.publishedArticleCount,
};

type Row = typeof authors.$inferSelect;

/** Lists all active authors, sorted by alias. */
export async function listAuthors(queries: Queries): Promise<AuthorMeta[]> {
  const rows = await queries
    .select(metaColumns)
    .from(authors)
    .where(isActiveAuthor)
    .orderBy(asc(authors.aliasKey));
  return rows.map(toMeta);
}

/** Returns the active authors with the given aliases, in any order. Skips unknown aliases. */
export async function findAuthorsByAlias(
  queries: Queries,
  aliases: readonly string[],
): Promise<AuthorMeta[]> {
  if (!aliases.length) return [];
  const rows = await runPreparedQuery(
    queries,
    'authors among aliases',
    () =>
      queries
        .select(metaColumns)
        .from(authors)
        .where(and(isActiveAuthor, hasOneOfKeys(sql.placeholder('keys')))),
    { keys: toAliasKeys(aliases) },
  );
  return rows.map(toMeta);
}

/**
 * Returns active authors with their ids, sorted by alias. With `aliases`, returns only the authors with these aliases.
 */
export async function listAuthorEntries(
  queries: Queries,
  aliases?: readonly string[],
): Promise<[id: string, author: AuthorMeta][]> {
  const rows = await queries
    .select({ ...metaColumns, id: authors.id })
    .from(authors)
    .where(and(isActiveAuthor, aliases && hasOneOfAliases(aliases)))
    .orderBy(asc(authors.aliasKey));
  return rows.map((row) => [row.id, toMeta(row)]);
}

/**
 * Finds an active author with their profile and id. `alias` may differ in case from the current alias, or be a former
 * alias.
 */
export async function findAuthorByAlias(
  queries: Queries,
  alias: string,
): Promise<{ id: string; author: Omit<Author, 'followerCount'> } | undefined> {
  const [row] = await queries.select().from(authors).where(hasAlias(alias));
  return row && { id: row.id, author: toAuthor(row) };
}

/** Finds an author of any status. */
export async function findAuthorById(
  queries: Queries,
  id: string,
): Promise<(AuthorMeta & { isActive: boolean }) | undefined> {
  const [row] = await queries
    .select({ ...metaColumns, status: authors.status })
    .from(authors)
    .where(eq(authors.id, id));
  return row && { ...toMeta(row), isActive: row.status === 'active' };
}

/** Returns the id of the author that {@link findAuthorByAlias} finds. */
export async function findAuthorId(queries: Queries, alias: string): Promise<string | undefined> {
  const [row] = await queries.select({ id: authors.id }).from(authors).where(hasAlias(alias));
  return row?.id;
}

/**
 * Returns the id of the author who has or had this alias, active or not. If several authors match, returns the active
 * one.
 */
export async function findAuthorIdByAnyAlias(
  queries: Queries,
  alias: string,
): Promise<string | undefined> {
  const key = aliasKey(alias);
  const [row] = await queries
    .select({ id: authors.id })
    .from(authors)
    .where(or(eq(authors.aliasKey, key), eq(authors.id, authorIdByFormerAlias(key))))
    .orderBy(desc(isActiveAuthor))
    .limit(1);
  return row?.id;
}

function hasOneOfAliases(aliases: readonly string[]): SQL {
  return hasOneOfKeys(sql.param(toAliasKeys(aliases)));
}

/**
 * Returns an SQL condition that is true for authors whose alias key is in an array. The array is one query parameter.
 */
function hasOneOfKeys(keys: SQLWrapper): SQL {
  return sql`${authors.aliasKey} = ANY(${keys}::text[])`;
}

function toAliasKeys(aliases: readonly string[]): string[] {
  return [...new Set(aliases.map(aliasKey))];
}

/**
 * Returns an SQL condition that is true for the active author who has this alias or, if there is none, for the author
 * who had it before. PostgreSQL looks up the former alias only if necessary.
 */
function hasAlias(alias: string): SQL | undefined {
  const key = aliasKey(alias);
  const current = sql`(SELECT a.id FROM ${authors} a WHERE a.alias_key = ${key} AND a.status = 'active')`;
  return and(
    isActiveAuthor,
    sql`${authors.id} = coalesce(${current}, ${authorIdByFormerAlias(key)})`,
  );
}

function toMeta(row: Pick<Row, keyof typeof metaColumns>): AuthorMeta {
  return {
    alias: row.alias,
    tagline: row.tagline,
    profileImage: toProfileImage(row.portrait),
    expertise: { category: row.category as CategoryId, subcategory: row.subcategory },
    level: row.level,
    publishedArticleCount: row.publishedArticleCount,
  };
}

function toAuthor(row: Row): Omit<Author, 'followerCount'> {
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
 * Returns the portrait of an author. The alternative text is empty because the alias is always shown next to the
 * portrait.
 */
function toProfileImage(key: string): AuthorMeta['profileImage'] {
  return { src: picturePath('avatars', key, 256, 'webp'), alt: '' };
}
