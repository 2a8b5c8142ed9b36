import { and, eq, inArray, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { CategoryId } from '#domain/categories.ts';
import { authorNames } from '#server/catalogue/authors/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { newestFirst } from './metas.ts';
import { articles, formerSlugs } from './schema.ts';

/*
 * What publishes articles and withdraws them, whoever decides it. All of it to be called within the
 * transaction that makes the change.
 */

/** An article as it is published. */
type ArticleToPublish = Omit<typeof articles.$inferInsert, 'category'> & {
  category: CategoryId;
};

/** Where an article is: under an author, by its slug. */
export interface ArticleSlot {
  authorId: string;
  slug: string;
}

/** Every article that came out of a library, withdrawn or not, with the hash of its file. */
export async function listImportedArticles(transaction: Queries) {
  const rows = await transaction
    .select({
      id: articles.id,
      authorId: articles.authorId,
      aliasKey: authorNames.aliasKey,
      slug: articles.slug,
      status: articles.status,
      category: articles.category,
      sourceHash: articles.sourceHash,
    })
    .from(articles)
    .innerJoin(authorNames, eq(authorNames.id, articles.authorId))
    .where(isNotNull(articles.sourceHash));
  return rows.map(({ status, ...row }) => ({ ...row, isPublished: status === 'published' }));
}

/** Publishes an article, or what has become of it. */
export async function publishArticle(
  transaction: Queries,
  { id, ...article }: ArticleToPublish,
): Promise<void> {
  await transaction
    .insert(articles)
    .values({ id, ...article })
    .onConflictDoUpdate({ target: articles.id, set: article });
}

/** Takes articles out of readers' sight: their addresses tell that they are gone. */
export async function archiveArticles(transaction: Queries, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await transaction
    .update(articles)
    .set({ status: 'archived' })
    .where(inArray(articles.id, [...ids]));
}

/** Lets others have the addresses of these articles. No slug has a tilde. */
export async function leaveAddresses(transaction: Queries, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await transaction
    .update(articles)
    .set({ slug: sql`'~' || ${articles.id}` })
    .where(inArray(articles.id, [...ids]));
}

/** Keeps the addresses that were left alive, and forgets those that are in use again. */
export async function rememberAddresses(
  transaction: Queries,
  left: readonly (ArticleSlot & { id: string })[],
  inUse: readonly ArticleSlot[],
): Promise<void> {
  for (const { id, authorId, slug } of left)
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
export async function listPublishedOf(transaction: Queries, authorIds: readonly string[]) {
  if (!authorIds.length) return [];
  return transaction
    .select({ id: articles.id, category: articles.category })
    .from(articles)
    .where(and(inArray(articles.authorId, [...authorIds]), eq(articles.status, 'published')));
}

/** How many articles the author a column names has published: an SQL expression. */
export function publishedCountOf(authorId: SQLWrapper): SQL<number> {
  return sql`(SELECT count(*)::int FROM ${articles} a WHERE a.author_id = ${authorId} AND a.status = 'published')`;
}
