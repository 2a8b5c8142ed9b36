import { and, asc, desc, eq, gt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Author, type AuthorSummary, mapByAlias } from '#domain/author.ts';
import type { CategoryId } from '#domain/categories.ts';
import {
  type ArticleOrAuthorCountsByCategory,
  countArticlesOrAuthorsByCategory,
} from '#domain/category-counts.ts';
import { picturePath } from '#domain/images.ts';
import type { AuthorMap } from '#domain/page.ts';
import { ALIAS_PATTERN, normalizeAlias } from '#domain/paths.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { decodePageToken, encodePageToken, splitPage } from '#server/platform/db/page-token.ts';
import { runPreparedQuery } from '#server/platform/db/prepared.ts';
import { InvalidRequestError } from '#server/platform/errors.ts';
import { activeAuthorCondition, authorIdByFormerAliasSql } from './joins.ts';
import { type NameWords, nameSearchCondition } from './name-search.ts';
import { authorCountsByStatusAndCategory, authors } from './schema.ts';

const summaryColumns = {
  alias: authors.alias,
  tagline: authors.tagline,
  portrait: authors.portrait,
  category: authors.category,
  subcategory: authors.subcategory,
  level: authors.level,
  publishedArticleCount: authors.publishedArticleCount,
};

type Row = typeof authors.$inferSelect;

/** Filters of a list of authors. A filter that is `undefined` matches all authors. */
export interface AuthorListFilters {
  category?: string | undefined;
  subcategory?: string | undefined;
  name?: NameWords | undefined;
}

/** An author's ID and public data. */
export type AuthorIdAndSummary = [id: string, author: AuthorSummary];

/**
 * Returns a page of active authors, sorted by alias. A page token contains the alias of the last author on the page, so
 * no author is skipped or repeated if authors join or leave between two requests. Throws {@link InvalidRequestError} if
 * the page token belongs to another list.
 */
export async function listActiveAuthors(
  queries: Queries,
  filters: AuthorListFilters,
  limit: number,
  token?: string,
): Promise<{ entries: AuthorIdAndSummary[]; nextToken: string | null }> {
  const context = createTokenContext(filters);
  const [after] = token ? decodePageToken(context, token, tokenKeySchema) : [];
  const rows = await queries
    .select({ ...summaryColumns, id: authors.id, aliasKey: authors.aliasKey })
    .from(authors)
    .where(and(matchesFilters(filters), after ? gt(authors.aliasKey, after) : undefined))
    .orderBy(asc(authors.aliasKey))
    .limit(limit + 1);
  const { page, nextToken } = splitPage(rows, limit, context, (last) => [last.aliasKey]);
  return { entries: page.map(toEntry), nextToken };
}

/**
 * Throws {@link InvalidRequestError} unless {@link listActiveAuthors} could have issued the page token: the token must
 * be in canonical form, and its author must be in the list. This check limits the number of cached pages to the number
 * of authors, even if clients invent tokens.
 */
export async function requireValidPageToken(
  queries: Queries,
  filters: AuthorListFilters,
  token: string,
): Promise<void> {
  const context = createTokenContext(filters);
  const key = decodePageToken(context, token, tokenKeySchema);
  const isListedAuthor = and(matchesFilters(filters), eq(authors.aliasKey, key[0]));
  const isGenuine =
    encodePageToken(context, key) === token && (await queries.$count(authors, isListedAuthor)) > 0;
  if (!isGenuine)
    throw new InvalidRequestError('This list has no page that starts at this nextToken.');
}

const tokenKeySchema = z.tuple([z.string().regex(ALIAS_PATTERN)]);

/** Returns a string that identifies a list of authors. A page token is only valid for the list that issued it. */
function createTokenContext({ category = '', subcategory = '', name = [] }: AuthorListFilters) {
  return `authors ${category} ${subcategory} ${JSON.stringify(name)}`;
}

function matchesFilters({ category, subcategory, name = [] }: AuthorListFilters): SQL | undefined {
  return and(
    activeAuthorCondition,
    category ? eq(authors.category, category) : undefined,
    subcategory ? eq(authors.subcategory, subcategory) : undefined,
    nameSearchCondition(name),
  );
}

/** Returns the number of active authors of each category and subcategory. */
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

/** Returns the authors of articles by alias. Skips inactive authors. */
export function findAuthorsOfArticles(
  queries: Queries,
  articles: readonly { authorAlias: string }[],
): Promise<AuthorMap> {
  return findActiveAuthorsByAlias(
    queries,
    articles.map(({ authorAlias }) => authorAlias),
  );
}

/** Returns the active authors with the given aliases by alias, in any order. Skips unknown aliases. */
export async function findActiveAuthorsByAlias(
  queries: Queries,
  aliases: readonly string[],
): Promise<AuthorMap> {
  if (!aliases.length) return {};
  const rows = await runPreparedQuery(
    queries,
    'authors among aliases',
    () =>
      queries
        .select(summaryColumns)
        .from(authors)
        .where(and(activeAuthorCondition, hasOneOfKeys(sql.placeholder('keys')))),
    { keys: toAliasKeys(aliases) },
  );
  return mapByAlias(rows.map(toSummary));
}

/** Returns the active authors with the given aliases and their IDs, sorted by alias. Skips unknown aliases. */
export async function findActiveAuthorIdsAndSummaries(
  queries: Queries,
  aliases: readonly string[],
): Promise<AuthorIdAndSummary[]> {
  const rows = await queries
    .select({ ...summaryColumns, id: authors.id })
    .from(authors)
    .where(and(activeAuthorCondition, hasOneOfKeys(sql.param(toAliasKeys(aliases)))))
    .orderBy(asc(authors.aliasKey));
  return rows.map(toEntry);
}

/**
 * Finds an active author with their profile and ID. `alias` may differ from the current alias in letter case, or be a
 * former alias.
 */
export async function findActiveAuthorByAlias(
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
): Promise<AuthorSummary | undefined> {
  const [row] = await queries.select(summaryColumns).from(authors).where(eq(authors.id, id));
  return row && toSummary(row);
}

/** Returns the ID of the author that {@link findActiveAuthorByAlias} finds. */
export async function findActiveAuthorIdByAlias(
  queries: Queries,
  alias: string,
): Promise<string | undefined> {
  const [row] = await queries.select({ id: authors.id }).from(authors).where(hasAlias(alias));
  return row?.id;
}

/**
 * Returns the ID of the author who has or had this alias, active or not. If several authors match, returns the active
 * one.
 */
export async function findAuthorIdByAnyAlias(
  queries: Queries,
  alias: string,
): Promise<string | undefined> {
  const key = normalizeAlias(alias);
  const [row] = await queries
    .select({ id: authors.id })
    .from(authors)
    .where(or(eq(authors.aliasKey, key), eq(authors.id, authorIdByFormerAliasSql(key))))
    .orderBy(desc(activeAuthorCondition))
    .limit(1);
  return row?.id;
}

/**
 * Returns an SQL condition that is true for authors whose lower-case alias is in the array `keys`, which is passed as
 * one query parameter.
 */
function hasOneOfKeys(keys: SQLWrapper): SQL {
  return sql`${authors.aliasKey} = ANY(${keys}::text[])`;
}

function toAliasKeys(aliases: readonly string[]): string[] {
  return [...new Set(aliases.map(normalizeAlias))];
}

/**
 * Returns an SQL condition that is true for the active author who has this alias or, if there is none, for the author
 * who had it before. PostgreSQL looks up the former alias only if necessary.
 */
function hasAlias(alias: string): SQL | undefined {
  const key = normalizeAlias(alias);
  const current = sql`(SELECT a.id FROM ${authors} a WHERE a.alias_key = ${key} AND a.status = 'active')`;
  return and(
    activeAuthorCondition,
    sql`${authors.id} = coalesce(${current}, ${authorIdByFormerAliasSql(key)})`,
  );
}

function toEntry(row: Pick<Row, keyof typeof summaryColumns | 'id'>): AuthorIdAndSummary {
  return [row.id, toSummary(row)];
}

function toSummary(row: Pick<Row, keyof typeof summaryColumns>): AuthorSummary {
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
function toProfileImage(key: string): AuthorSummary['profileImage'] {
  return { src: picturePath('avatars', key, 256, 'webp'), alt: '' };
}
