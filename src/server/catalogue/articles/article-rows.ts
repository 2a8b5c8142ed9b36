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
import { newestFirst } from './article-metas.ts';
import { articleClaims, articles, formerSlugs } from './schema.ts';

/*
 * The rows that publishing changes. Call these functions within the transaction that makes the change; the use cases are in
 * `catalogue/publication`.
 */

/** The row of an article. */
type ArticleRow = Omit<typeof articles.$inferInsert, 'category' | 'linksTo'> & {
  category: CategoryId;
};

/** Where an article is: under an author, by its slug. */
export interface ArticleLocation {
  authorId: string;
  slug: string;
}

/**
 * Every article that came out of a library, withdrawn or not, with the hash of its file; and those of `ids` that were
 * made in the studio, which an editor holds as well.
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

/** The addresses that no import gives to others: of articles that were made in the studio, or are held by an editor. */
export async function listEditorOwnedLocations(
  transaction: Queries,
): Promise<(ArticleLocation & { id: string })[]> {
  return transaction
    .select({ id: articles.id, authorId: articles.authorId, slug: articles.slug })
    .from(articles)
    .where(or(isNull(articles.sourceHash), isNotNull(articles.heldSince)));
}

/** Inserts an article, or updates it. */
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

/** Keeps what an article claims; nothing where that is not written down. */
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

/** The cover each article was given, published or not, newest article first. */
export async function listCoverVariants(transaction: Queries) {
  const rows = await transaction
    .select({ id: articles.id, category: articles.category, image: articles.image })
    .from(articles)
    .orderBy(...newestFirst);
  return rows.map(({ id, category, image }) => ({ id, category, variant: image.variant }));
}

/** The published articles of some authors, those included who are not shown. */
export async function listPublishedByAuthors(transaction: Queries, authorIds: readonly string[]) {
  if (!authorIds.length) return [];
  return transaction
    .select({ id: articles.id, category: articles.category })
    .from(articles)
    .where(and(inArray(articles.authorId, [...authorIds]), eq(articles.status, 'published')));
}

/** How many articles the author a column names has published: an SQL expression. */
export function countPublishedSql(authorId: SQLWrapper): SQL<number> {
  return sql`(SELECT count(*)::int FROM ${articles} a WHERE a.author_id = ${authorId} AND a.status = 'published')`;
}

/** Where an article stands now, locked until the transaction ends; `undefined` where there is none. */
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

/** Whether another article than `id` has an address. */
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
