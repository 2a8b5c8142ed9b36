import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { CategoryId } from '#domain/categories.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import { listLinkedArticlePaths } from '#domain/linked-article-paths.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { activeAuthorsSubquery, authorAliasesAndLevelsSubquery } from '../authors/repository.ts';
import { articleClaims, articles, formerSlugs } from './schema.ts';

/*
 * Functions that insert and update article rows, and functions that read the rows that such a change needs, for example
 * to update the search index. They run in the caller's transaction. The functions in `catalogue/publication` call
 * several of them to publish or withdraw articles.
 */

type ArticleRow = Omit<typeof articles.$inferInsert, 'category' | 'linksTo'> & {
  category: CategoryId;
};

/** The author's ID and the article's slug. Together, they determine the URL of an article. */
export interface AuthorAndSlug {
  authorId: string;
  slug: string;
}

/**
 * Lists all articles that were imported from the content library, with the hashes of their files. Includes withdrawn
 * articles. Also includes the articles in `ids` that were created in the studio. An article that was created in the
 * studio counts as editor-owned, which means that imports do not change it.
 */
export async function listArticlesForImport(transaction: Queries, ids: readonly string[] = []) {
  const rows = await transaction
    .select({
      id: articles.id,
      authorId: articles.authorId,
      aliasKey: authorAliasesAndLevelsSubquery.aliasKey,
      slug: articles.slug,
      status: articles.status,
      category: articles.category,
      sourceHash: articles.sourceHash,
      heldSince: articles.heldSince,
    })
    .from(articles)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, articles.authorId),
    )
    .where(or(isNotNull(articles.sourceHash), inArray(articles.id, [...ids])));
  return rows.map(({ status, heldSince, ...row }) => ({
    ...row,
    isPublished: status === 'published',
    isEditorOwned: heldSince !== null || row.sourceHash === null,
  }));
}

/**
 * Returns the given URLs that an import must not assign to other articles, because they belong to articles that editors
 * have created or changed in the studio.
 */
export async function findUrlsReservedByEditors(
  transaction: Queries,
  urls: readonly AuthorAndSlug[],
): Promise<(AuthorAndSlug & { id: string })[]> {
  if (!urls.length) return [];
  const authorIds = sql.param(urls.map(({ authorId }) => authorId));
  const slugs = sql.param(urls.map(({ slug }) => slug));
  return transaction
    .select({ id: articles.id, authorId: articles.authorId, slug: articles.slug })
    .from(articles)
    .where(
      and(
        sql`(${articles.authorId}, ${articles.slug}) IN (SELECT * FROM unnest(${authorIds}::uuid[], ${slugs}::text[]))`,
        or(isNull(articles.sourceHash), isNotNull(articles.heldSince)),
      ),
    );
}

/** Inserts or updates an article. */
export async function upsertArticleRow(
  transaction: Queries,
  { id, ...columns }: ArticleRow,
): Promise<void> {
  const article = { ...columns, linksTo: listLinkedArticlePaths(columns.body) };
  await transaction
    .insert(articles)
    .values({ id, ...article })
    .onConflictDoUpdate({ target: articles.id, set: article });
}

/** Replaces an article's claims: its factual statements and their sources. Deletes them if `claims` is undefined. */
export async function replaceFactualClaims(
  transaction: Queries,
  articleId: string,
  claims: ClaimsFile | undefined,
): Promise<void> {
  if (!claims)
    await transaction.delete(articleClaims).where(eq(articleClaims.articleId, articleId));
  else
    await transaction
      .insert(articleClaims)
      .values({ articleId, claims })
      .onConflictDoUpdate({ target: articleClaims.articleId, set: { claims } });
}

/** Sets the given articles' status to `archived`. Their URLs then respond with 410. */
export async function archiveArticleRows(
  transaction: Queries,
  ids: readonly string[],
): Promise<void> {
  if (!ids.length) return;
  await transaction
    .update(articles)
    .set({ status: 'archived' })
    .where(inArray(articles.id, [...ids]));
}

/**
 * Replaces the slugs of the given articles with placeholders, so that other articles can use these slugs. A placeholder
 * contains a tilde, which the slugs of published articles never contain.
 */
export async function releaseSlugs(transaction: Queries, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await transaction
    .update(articles)
    .set({ slug: sql`'~' || ${articles.id}` })
    .where(inArray(articles.id, [...ids]));
}

/** Stores redirects from the former URLs of articles. Deletes redirects from URLs that an article uses now. */
export async function updateFormerUrlRedirects(
  transaction: Queries,
  formerUrls: readonly (AuthorAndSlug & { id: string })[],
  urlsInUse: readonly AuthorAndSlug[],
): Promise<void> {
  for (const { id, authorId, slug } of formerUrls)
    await transaction
      .insert(formerSlugs)
      .values({ authorId, slug, articleId: id })
      .onConflictDoUpdate({
        target: [formerSlugs.authorId, formerSlugs.slug],
        set: { articleId: id },
      });
  for (const { authorId, slug } of urlsInUse)
    await transaction
      .delete(formerSlugs)
      .where(sql`${formerSlugs.authorId} = ${authorId} AND ${formerSlugs.slug} = ${slug}`);
}

/**
 * Returns the texts of articles and the names of their authors, from which the search index is built. Skips articles
 * that readers cannot see, because they are not published or their authors are not active.
 */
export async function findArticlesForSearchIndex(queries: Queries, ids: readonly string[]) {
  return queries
    .select({
      id: articles.id,
      alias: activeAuthorsSubquery.alias,
      title: articles.title,
      tagline: articles.tagline,
      category: articles.category,
      subcategory: articles.subcategory,
      keywords: articles.keywords,
      body: articles.body,
      publishedAt: articles.publishedAt,
    })
    .from(articles)
    .innerJoin(activeAuthorsSubquery, eq(activeAuthorsSubquery.id, articles.authorId))
    .where(and(inArray(articles.id, [...ids]), eq(articles.status, 'published')));
}

/** Lists the given authors' articles that have the status `published`, even if the authors are retired. */
export async function listPublishedArticlesByAuthors(
  transaction: Queries,
  authorIds: readonly string[],
) {
  if (!authorIds.length) return [];
  return transaction
    .select({ id: articles.id, category: articles.category })
    .from(articles)
    .where(and(inArray(articles.authorId, [...authorIds]), eq(articles.status, 'published')));
}

/**
 * Returns an SQL expression for the number of an author's articles that have the status `published`. `authorId` is the
 * column with the author's ID.
 */
export function createPublishedArticleCountSql(authorId: SQLWrapper): SQL<number> {
  return sql`(SELECT count(*)::int FROM ${articles} a WHERE a.author_id = ${authorId} AND a.status = 'published')`;
}

/**
 * Locks an article's row until the transaction ends. Returns the article's URL and status, or `undefined` if the
 * article does not exist.
 */
export async function lockArticleRow(transaction: Queries, id: string) {
  const [row] = await transaction
    .select({
      id: articles.id,
      authorId: articles.authorId,
      slug: articles.slug,
      status: articles.status,
      category: articles.category,
    })
    .from(articles)
    .where(eq(articles.id, id))
    .for('no key update');
  return row && { ...row, wasPublished: ['published', 'archived'].includes(row.status) };
}

/** Returns true if an article other than `id` has the given URL. */
export async function isUrlTakenByAnotherArticle(
  transaction: Queries,
  { authorId, slug }: AuthorAndSlug,
  id: string,
): Promise<boolean> {
  const count = await transaction.$count(
    articles,
    and(eq(articles.authorId, authorId), eq(articles.slug, slug), ne(articles.id, id)),
  );
  return count > 0;
}
