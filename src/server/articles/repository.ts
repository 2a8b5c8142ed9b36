import { and, asc, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { aliasKey, articlePath } from '#domain/addresses.ts';
import type { Article, ArticleMeta } from '#domain/article.ts';
import { type CategoryId, subcategoryOf } from '#domain/categories.ts';
import { picturePath } from '#domain/images.ts';
import type { CategoryCounts } from '#domain/page.ts';
import type { Queries } from '../db/database.ts';
import { decodePageToken, momentAndId, pageOf } from '../db/page-token.ts';
import { type ArticleStatus, articles, authors, formerAliases, formerSlugs } from '../db/schema.ts';
import { OCTAVO_ATTRIBUTION } from '../pictures/attribution.ts';

const metaColumns = {
  id: articles.id,
  alias: authors.alias,
  slug: articles.slug,
  title: articles.title,
  tagline: articles.tagline,
  category: articles.category,
  subcategory: articles.subcategory,
  readingMinutes: articles.readingMinutes,
  hasAudio: articles.hasAudio,
  image: articles.image,
  publishedAt: articles.publishedAt,
};

type MetaRow = Pick<typeof articles.$inferSelect, Exclude<keyof typeof metaColumns, 'alias'>> & {
  alias: string;
};

const isPublished = eq(articles.status, 'published');
const newestFirst = [desc(articles.publishedAt), desc(articles.id)];

/** What a list of articles can be narrowed by; `undefined` means all. */
export interface ArticleListFilters {
  alias?: string | undefined;
  category?: string | undefined;
  subcategory?: string | undefined;
}

export interface ArticlePage {
  metas: ArticleMeta[];
  nextToken: string | null;
}

/**
 * A page of published articles, newest first. Pages are cut by the key of their last row, so that nothing
 * is skipped or repeated when articles are published meanwhile. An unknown alias gives an empty list.
 */
export async function listArticles(
  queries: Queries,
  filters: ArticleListFilters,
  limit: number,
  token?: string,
): Promise<ArticlePage> {
  const { category, subcategory } = filters;
  const alias = filters.alias && aliasKey(filters.alias);
  const context = `articles ${alias ?? ''} ${category ?? ''} ${subcategory ?? ''}`;
  const [at, id] = token ? decodePageToken(context, token, momentAndId) : [];
  const rows = await select(queries)
    .where(
      and(
        isPublished,
        alias ? eq(articles.authorId, authorIdOf(alias)) : undefined,
        category ? eq(articles.category, category) : undefined,
        subcategory ? eq(articles.subcategory, subcategory) : undefined,
        at && id ? after(at, id) : undefined,
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit + 1);
  const { page, nextToken } = pageOf(rows, limit, context, (last) => [
    last.publishedAt.toISOString(),
    last.id,
  ]);
  return { metas: page.map(toMeta), nextToken };
}

/** Published articles of those ids, in the order of the ids. */
export async function findArticles(
  queries: Queries,
  ids: readonly string[],
): Promise<ArticleMeta[]> {
  if (!ids.length) return [];
  const rows = await select(queries).where(and(isPublished, inArray(articles.id, [...ids])));
  const byId = new Map(rows.map((row) => [row.id, toMeta(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A wall of covers: the newest article of each author, newest first, then whatever is newest. */
export async function listForWall(queries: Queries, limit: number): Promise<ArticleMeta[]> {
  const newest = queries
    .select({ id: articles.id })
    .from(articles)
    .where(and(isPublished, sql`${articles.authorId} = ${authors.id}`))
    .orderBy(...newestFirst)
    .limit(1);
  const rows = await queries
    .select({ id: sql<string>`(${newest})` })
    .from(authors)
    .where(eq(authors.status, 'active'))
    .orderBy(asc(authors.aliasKey))
    .limit(limit);
  const [found, { metas }] = await Promise.all([
    findArticles(
      queries,
      rows.flatMap(({ id }) => id ?? []),
    ),
    listArticles(queries, {}, limit),
  ]);
  found.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  const byId = new Map([...found, ...metas].map((meta) => [meta.id, meta]));
  return [...byId.values()].slice(0, limit);
}

/** Addresses of the newest published articles, and when each last changed. */
export async function listArticleAddresses(
  queries: Queries,
  limit: number,
): Promise<{ path: string; updatedAt: Date }[]> {
  const rows = await queries
    .select({ alias: authors.alias, slug: articles.slug, updatedAt: articles.updatedAt })
    .from(articles)
    .innerJoin(authors, eq(authors.id, articles.authorId))
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(limit);
  return rows.map(({ alias, slug, updatedAt }) => ({ path: articlePath(alias, slug), updatedAt }));
}

/** How many published articles each category has. */
export async function countByCategory(queries: Queries): Promise<CategoryCounts> {
  const rows = await queries
    .select({ category: articles.category, count: sql<number>`count(*)::int` })
    .from(articles)
    .where(isPublished)
    .groupBy(articles.category);
  return Object.fromEntries(rows.map(({ category, count }) => [category, count]));
}

/**
 * What to read after an article, by other authors: the same subcategory and its related ones first, then
 * the rest of the category, then whatever is newest.
 */
export async function listAlsoLike(
  queries: Queries,
  article: ArticleMeta,
  limit: number,
): Promise<ArticleMeta[]> {
  const { related } = subcategoryOf(article.category, article.subcategory);
  const nearest = [article.subcategory, ...related];
  const byOthers = ne(articles.authorId, authorIdOf(aliasKey(article.authorAlias)));
  const newest = (where: SQL | undefined) =>
    select(queries)
      .where(and(isPublished, byOthers, where))
      .orderBy(...newestFirst)
      .limit(limit);
  const inCategory = eq(articles.category, article.category);
  const groups = await Promise.all([
    ...nearest.map((sub) => newest(and(inCategory, eq(articles.subcategory, sub)))),
    newest(inCategory),
    newest(undefined),
  ]);
  const byId = new Map(groups.flat().map((row) => [row.id, row]));
  return [...byId.values()].slice(0, limit).map(toMeta);
}

/** What an article's address leads to. */
export type ArticleAtAddress =
  | { kind: 'found'; article: Article }
  /** The current address, when the one asked for is a former one or differs in case. */
  | { kind: 'moved'; path: string }
  | { kind: 'withdrawn' };

/** Looks up `/{alias}/{slug}`, former addresses included. `undefined`: there never was such an address. */
export async function findArticleAt(
  queries: Queries,
  alias: string,
  slug: string,
): Promise<ArticleAtAddress | undefined> {
  const authorId = await authorIdAt(queries, aliasKey(alias));
  if (!authorId) return undefined;
  const slugKey = slug.toLowerCase();
  const row =
    (await articleAt(queries, and(eq(articles.authorId, authorId), eq(articles.slug, slugKey)))) ??
    (await articleAt(queries, eq(articles.id, formerOwnerOf(authorId, slugKey))));
  if (!row || (row.status !== 'published' && row.status !== 'archived')) return undefined;
  if (row.status === 'archived') return { kind: 'withdrawn' };
  const path = articlePath(row.alias, row.slug);
  if (path !== articlePath(alias, slug)) return { kind: 'moved', path };
  return {
    kind: 'found',
    article: { ...toMeta(row), updatedAt: row.updatedAt.toISOString(), body: row.body },
  };
}

/** An article by its id, whole; `undefined` when it is not published. */
export async function findArticle(queries: Queries, id: string): Promise<Article | undefined> {
  const row = await articleAt(queries, and(eq(articles.id, id), isPublished));
  return row && { ...toMeta(row), updatedAt: row.updatedAt.toISOString(), body: row.body };
}

/**
 * Whether an article has one of `statuses` and is by the author of that alias, or of that former alias: pages
 * that were opened before an author was renamed go on working.
 */
export async function isArticleOf(
  queries: Queries,
  alias: string,
  articleId: string,
  statuses: readonly ArticleStatus[],
): Promise<boolean> {
  const key = aliasKey(alias);
  const known = await queries.$count(
    articles,
    and(
      eq(articles.id, articleId),
      or(eq(articles.authorId, authorIdOf(key)), eq(articles.authorId, formerlyCalled(key))),
      inArray(articles.status, [...statuses]),
    ),
  );
  return known > 0;
}

async function articleAt(queries: Queries, where: SQL | undefined) {
  const [row] = await queries
    .select({
      ...metaColumns,
      status: articles.status,
      body: articles.body,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .innerJoin(authors, eq(authors.id, articles.authorId))
    .where(where);
  return row;
}

async function authorIdAt(queries: Queries, key: string): Promise<string | undefined> {
  const [row] = await queries
    .select({ id: authors.id })
    .from(authors)
    .where(eq(authors.aliasKey, key));
  if (row) return row.id;
  const [former] = await queries
    .select({ id: formerAliases.authorId })
    .from(formerAliases)
    .where(eq(formerAliases.aliasKey, key));
  return former?.id;
}

const formerOwnerOf = (authorId: string, slug: string) =>
  sql`(SELECT ${formerSlugs.articleId} FROM ${formerSlugs} WHERE ${formerSlugs.authorId} = ${authorId} AND ${formerSlugs.slug} = ${slug})`;

const authorIdOf = (key: string) =>
  sql`(SELECT ${authors.id} FROM ${authors} WHERE ${authors.aliasKey} = ${key})`;

const formerlyCalled = (key: string) =>
  sql`(SELECT ${formerAliases.authorId} FROM ${formerAliases} WHERE ${formerAliases.aliasKey} = ${key})`;

const after = (publishedAt: string, id: string) =>
  sql`(${articles.publishedAt}, ${articles.id}) < (${publishedAt}::timestamptz, ${id}::uuid)`;

function select(queries: Queries) {
  return queries
    .select(metaColumns)
    .from(articles)
    .innerJoin(authors, eq(authors.id, articles.authorId));
}

function toMeta(row: MetaRow): ArticleMeta {
  const { cover, alt, ground } = row.image;
  return {
    id: row.id,
    authorAlias: row.alias,
    path: articlePath(row.alias, row.slug),
    title: row.title,
    tagline: row.tagline,
    category: row.category as CategoryId,
    subcategory: row.subcategory,
    readingMinutes: row.readingMinutes,
    createdAt: row.publishedAt.toISOString(),
    hasAudio: row.hasAudio,
    image: {
      src: picturePath('covers', cover, 960, 'jpg'),
      alt,
      attributionHtml: OCTAVO_ATTRIBUTION,
      ground,
    },
  };
}
