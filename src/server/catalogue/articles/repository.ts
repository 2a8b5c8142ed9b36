import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Article, ArticleMeta } from '#domain/article.ts';
import { aliasKey, articlePath } from '#domain/paths.ts';
import {
  authorIdByAlias,
  authorIdByAnyAlias,
  authorIdByFormerAlias,
  authorNames,
} from '#server/catalogue/authors/joins.ts';
import type { Queries } from '#server/platform/db/database.ts';
import {
  decodePageToken,
  encodePageToken,
  momentAndId,
  pageOf,
} from '#server/platform/db/page-token.ts';
import { runPrepared } from '#server/platform/db/prepared.ts';
import { InvalidError } from '#server/platform/errors.ts';
import {
  isPublished,
  metaColumns,
  newestFirst,
  selectArticleMetas,
  toArticleMeta,
} from './article-metas.ts';
import { isAfterCursor } from './joins.ts';
import { articles, formerSlugs } from './schema.ts';

/** What a list of articles can be narrowed by; `undefined` means all. */
export interface ArticleListFilters {
  alias?: string | undefined;
  category?: string | undefined;
  subcategory?: string | undefined;
  /** Those alone that a newcomer is shown first. */
  startHere?: boolean | undefined;
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
  const { category, subcategory, startHere } = filters;
  const alias = filters.alias && aliasKey(filters.alias);
  const context = createTokenContext(filters);
  const [at, id] = token ? decodePageToken(context, token, momentAndId) : [];
  const values = { alias, category, subcategory, at, id };
  const given = Object.entries(values).filter(([, value]) => value);
  const { placeholder } = sql;
  const rows = await runPrepared(
    queries,
    `articles${startHere ? ' to start with' : ''} by ${given.map(([name]) => name)}`,
    () =>
      selectArticleMetas(queries)
        .where(
          and(
            isPublished,
            alias ? eq(articles.authorId, authorIdByAlias(placeholder('alias'))) : undefined,
            category ? eq(articles.category, placeholder('category')) : undefined,
            subcategory ? eq(articles.subcategory, placeholder('subcategory')) : undefined,
            startHere ? articles.startsHere : undefined,
            at
              ? isAfterCursor({ publishedAt: placeholder('at'), id: placeholder('id') })
              : undefined,
          ),
        )
        .orderBy(...newestFirst)
        .limit(placeholder('limit')),
    { ...values, limit: limit + 1 },
  );
  const { page, nextToken } = pageOf(rows, limit, context, (last) => [
    last.publishedAt.toISOString(),
    last.id,
  ]);
  return { metas: page.map(toArticleMeta), nextToken };
}

/** Names a list in the tokens of its pages. */
function createTokenContext(filters: ArticleListFilters): string {
  const { alias = '', category = '', subcategory = '', startHere = false } = filters;
  return `articles ${aliasKey(alias)} ${category} ${subcategory}${startHere ? ' start' : ''}`;
}

/**
 * Throws {@link InvalidError} unless a token is one that {@link listArticles} itself gives for a list: written as it
 * writes them, of an article that stands in the list now. There are no more of those than articles, whoever makes
 * them up.
 */
export async function requireValidPageToken(
  queries: Queries,
  filters: ArticleListFilters,
  token: string,
): Promise<void> {
  const context = createTokenContext(filters);
  const key = decodePageToken(context, token, momentAndId);
  const { alias, category, subcategory } = filters;
  const [at, id] = key;
  const isListedArticle = and(
    isPublished,
    eq(articles.id, id),
    eq(articles.publishedAt, new Date(at)),
    alias ? eq(articles.authorId, authorIdByAlias(aliasKey(alias))) : undefined,
    category ? eq(articles.category, category) : undefined,
    subcategory ? eq(articles.subcategory, subcategory) : undefined,
    filters.startHere ? articles.startsHere : undefined,
  );
  const isGenuine =
    encodePageToken(context, key) === token &&
    (await queries.$count(articles, isListedArticle)) > 0;
  if (!isGenuine) throw new InvalidError('This list has no page that starts at this nextToken.');
}

/** Published articles of those ids, in the order of the ids. */
export async function findArticlesByIds(
  queries: Queries,
  ids: readonly string[],
): Promise<ArticleMeta[]> {
  if (!ids.length) return [];
  // One parameter, however many: a thousand of them took the database twice as long to read.
  const isOneOf = sql`${articles.id} = ANY(${sql.param([...ids])}::uuid[])`;
  const rows = await selectArticleMetas(queries).where(and(isPublished, isOneOf));
  const byId = new Map(rows.map((row) => [row.id, toArticleMeta(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Everything that is written in some articles, with their authors' names: what a search matches. */
export async function listIndexableArticles(queries: Queries, ids: readonly string[]) {
  return queries
    .select({
      id: articles.id,
      alias: authorNames.alias,
      title: articles.title,
      tagline: articles.tagline,
      category: articles.category,
      subcategory: articles.subcategory,
      keywords: articles.keywords,
      body: articles.body,
      publishedAt: articles.publishedAt,
    })
    .from(articles)
    .innerJoin(authorNames, eq(authorNames.id, articles.authorId))
    .where(inArray(articles.id, [...ids]));
}

/** Addresses of the newest published articles, and when each last changed. */
export async function listArticlePaths(
  queries: Queries,
  limit: number,
): Promise<{ path: string; updatedAt: Date }[]> {
  const rows = await queries
    .select({ alias: authorNames.alias, slug: articles.slug, updatedAt: articles.updatedAt })
    .from(articles)
    .innerJoin(authorNames, eq(authorNames.id, articles.authorId))
    .where(isPublished)
    .orderBy(...newestFirst)
    .limit(limit);
  return rows.map(({ alias, slug, updatedAt }) => ({ path: articlePath(alias, slug), updatedAt }));
}

/** All published articles that can be heard, newest first. */
export async function listIdsWithAudio(queries: Queries): Promise<string[]> {
  const rows = await queries
    .select({ id: articles.id })
    .from(articles)
    .where(and(isPublished, articles.hasAudio))
    .orderBy(...newestFirst);
  return rows.map(({ id }) => id);
}

/** What an article's address leads to. */
export type ArticleLookup =
  | { kind: 'found'; article: Article }
  /** The current address, when the one asked for is a former one or differs in case. */
  | { kind: 'moved'; path: string }
  | { kind: 'withdrawn'; id: string };

/** Looks up `/{alias}/{slug}`, former addresses included. `undefined`: there never was such an address. */
export async function findArticleByPath(
  queries: Queries,
  alias: string,
  slug: string,
): Promise<ArticleLookup | undefined> {
  const [row] = await runPrepared(
    queries,
    'article at its address',
    () => selectFullArticles(queries).where(eq(articles.id, articleIdByPath)),
    { alias: aliasKey(alias), slug: slug.toLowerCase() },
  );
  if (!row || (row.status !== 'published' && row.status !== 'archived')) return undefined;
  if (!row.isPublished) return { kind: 'withdrawn', id: row.id };
  const path = articlePath(row.alias, row.slug);
  if (path !== articlePath(alias, slug)) return { kind: 'moved', path };
  return {
    kind: 'found',
    article: { ...toArticleMeta(row), updatedAt: row.updatedAt.toISOString(), body: row.body },
  };
}

/** An article by its id, whole; `undefined` when it is not published. */
export async function findArticleById(queries: Queries, id: string): Promise<Article | undefined> {
  const [row] = await selectFullArticles(queries).where(and(eq(articles.id, id), isPublished));
  return row && { ...toArticleMeta(row), updatedAt: row.updatedAt.toISOString(), body: row.body };
}

/**
 * Whether there is an article, or was where it `mayBeWithdrawn`, by the author of that alias, or of that
 * former alias: pages that were opened before an author was renamed go on working.
 */
export async function isArticleByAuthor(
  queries: Queries,
  alias: string,
  articleId: string,
  { mayBeWithdrawn }: { mayBeWithdrawn: boolean },
): Promise<boolean> {
  const key = aliasKey(alias);
  const known = await queries.$count(
    articles,
    and(
      eq(articles.id, articleId),
      or(
        eq(articles.authorId, authorIdByAlias(key)),
        eq(articles.authorId, authorIdByFormerAlias(key)),
      ),
      mayBeWithdrawn ? inArray(articles.status, ['published', 'archived']) : isPublished,
    ),
  );
  return known > 0;
}

function selectFullArticles(queries: Queries) {
  return queries
    .select({
      ...metaColumns,
      status: articles.status,
      isPublished: sql<boolean>`${isPublished}`,
      body: articles.body,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .innerJoin(authorNames, eq(authorNames.id, articles.authorId));
}

/** The id of the article that has the address of `alias` and `slug`, otherwise of the one that had it. */
const articleIdByPath = sql`(
  SELECT coalesce(
    (SELECT a.id FROM ${articles} a WHERE a.author_id = author.id AND a.slug = ${sql.placeholder('slug')}),
    (SELECT f.article_id FROM ${formerSlugs} f WHERE f.author_id = author.id AND f.slug = ${sql.placeholder('slug')})
  ) FROM (SELECT ${authorIdByAnyAlias(sql.placeholder('alias'))} AS id) AS author)`;
