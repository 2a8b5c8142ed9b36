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
import { listArticleLinks } from '#domain/article-links.ts';
import type { CategoryId } from '#domain/categories.ts';
import type { ClaimsFile } from '#domain/claims.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { authorNames } from '../authors/joins.ts';
import { newestFirstOrder } from './article-metas.ts';
import { articleClaims, articles, formerSlugs } from './schema.ts';

/*
 * The rows that publishing changes. Call these functions within the transaction that makes the change; the use cases are in
 * `catalogue/publication`.
 */

type ArticleRow = Omit<typeof articles.$inferInsert, 'category' | 'linksTo'> & {
  category: CategoryId;
};

/** The URL of an article: its author and its slug. */
export interface ArticleLocation {
  authorId: string;
  slug: string;
}

/**
 * Lists every article that was imported from a library, withdrawn or not, with the hash of its file. Adds the articles
 * of `ids` that were created in the studio, which are editor-owned too.
 */
export async function listImportedArticles(transaction: Queries, ids: readonly string[] = []) {
  const rows = await transaction
    .select({
      id: articles.id,
      authorId: articles.authorId,
      aliasKey: authorNames.aliasKey,
      slug: articles.slug,
      status: articles.status,
      category: articles.category,
      sourceHash: articles.sourceHash,
      heldSince: articles.heldSince,
    })
    .from(articles)
    .innerJoin(authorNames, eq(authorNames.id, articles.authorId))
    .where(or(isNotNull(articles.sourceHash), inArray(articles.id, [...ids])));
  return rows.map(({ status, heldSince, ...row }) => ({
    ...row,
    isPublished: status === 'published',
    isEditorOwned: heldSince !== null || row.sourceHash === null,
  }));
}

/**
 * Lists the URLs that imports must not reassign: those of articles that were created in the studio or are editor-owned.
 */
export async function listEditorOwnedLocations(
  transaction: Queries,
): Promise<(ArticleLocation & { id: string })[]> {
  return transaction
    .select({ id: articles.id, authorId: articles.authorId, slug: articles.slug })
    .from(articles)
    .where(or(isNull(articles.sourceHash), isNotNull(articles.heldSince)));
}

/** Inserts or updates an article. */
export async function upsertArticleRow(
  transaction: Queries,
  { id, ...columns }: ArticleRow,
): Promise<void> {
  const article = { ...columns, linksTo: listArticleLinks(columns.body) };
  await transaction
    .insert(articles)
    .values({ id, ...article })
    .onConflictDoUpdate({ target: articles.id, set: article });
}

/** Replaces the claims of an article. Deletes them if `claims` is undefined. */
export async function saveClaims(
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

/** Marks articles as archived: their URLs respond with 410. */
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

/** Frees the slugs of articles for others. No slug of a published article has a tilde. */
export async function releaseSlugs(transaction: Queries, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await transaction
    .update(articles)
    .set({ slug: sql`'~' || ${articles.id}` })
    .where(inArray(articles.id, [...ids]));
}

/** Redirects the URLs that articles have left to them, and removes the redirects of URLs in use again. */
export async function updateFormerSlugs(
  transaction: Queries,
  former: readonly (ArticleLocation & { id: string })[],
  inUse: readonly ArticleLocation[],
): Promise<void> {
  for (const { id, authorId, slug } of former)
    await transaction
      .insert(formerSlugs)
      .values({ authorId, slug, articleId: id })
      .onConflictDoUpdate({
        target: [formerSlugs.authorId, formerSlugs.slug],
        set: { articleId: id },
      });
  for (const { authorId, slug } of inUse)
    await transaction
      .delete(formerSlugs)
      .where(sql`${formerSlugs.authorId} = ${authorId} AND ${formerSlugs.slug} = ${slug}`);
}

/** Returns the cover variant of every article, published or not, newest article first. */
export async function listCoverVariants(transaction: Queries) {
  const rows = await transaction
    .select({ id: articles.id, category: articles.category, image: articles.image })
    .from(articles)
    .orderBy(...newestFirstOrder);
  return rows.map(({ id, category, image }) => ({ id, category, variant: image.variant }));
}

/** Lists the published articles of authors, retired authors included. */
export async function listPublishedByAuthors(transaction: Queries, authorIds: readonly string[]) {
  if (!authorIds.length) return [];
  return transaction
    .select({ id: articles.id, category: articles.category })
    .from(articles)
    .where(and(inArray(articles.authorId, [...authorIds]), eq(articles.status, 'published')));
}

/** Returns an SQL expression that counts the published articles of the author in a column. */
export function countPublishedSql(authorId: SQLWrapper): SQL<number> {
  return sql`(SELECT count(*)::int FROM ${articles} a WHERE a.author_id = ${authorId} AND a.status = 'published')`;
}

/**
 * Returns the URL and status of an article and locks its row until the transaction ends. `undefined` if it does not
 * exist.
 */
export async function lockArticleLocation(transaction: Queries, id: string) {
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

/** True if another article than `id` has this URL. */
export async function isLocationTaken(
  transaction: Queries,
  { authorId, slug }: ArticleLocation,
  id: string,
): Promise<boolean> {
  const others = await transaction.$count(
    articles,
    and(eq(articles.authorId, authorId), eq(articles.slug, slug), ne(articles.id, id)),
  );
  return others > 0;
}
