import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { ArticleBody } from '#domain/article.ts';
import type { Level } from '#domain/level.ts';
import type { ArticleStatus } from '#domain/statuses/article-states.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { authorAliasesAndLevelsSubquery, inactiveAuthorIdArraySql } from '../authors/repository.ts';
import { wasEverPublishedCondition } from './publication-conditions.ts';
import {
  articleClaims,
  articleInProgressCondition,
  articles,
  formerSlugs,
  type StoredArticleImage,
} from './schema.ts';

/*
 * Queries for the studio, where editors can see and change articles of any status. Functions that change rows run in
 * the caller's transaction.
 */

/** An article of any status, with the columns that editors see. */
export type ArticleForEditors = NonNullable<Awaited<ReturnType<typeof findArticleForEditors>>>;

/** Finds an article of any status, together with its claims (its factual statements and their sources). */
export async function findArticleForEditors(queries: Queries, id: string) {
  const [row] = await queries
    .select({
      id: articles.id,
      authorId: articles.authorId,
      authorAlias: authorAliasesAndLevelsSubquery.alias,
      slug: articles.slug,
      status: articles.status,
      title: articles.title,
      tagline: articles.tagline,
      category: articles.category,
      subcategory: articles.subcategory,
      /** The level of knowledge that readers need, or null if the level of the article's author applies. */
      level: articles.level,
      authorLevel: authorAliasesAndLevelsSubquery.level,
      isAuthorActive: sql<boolean>`${articles.authorId} <> ALL(${inactiveAuthorIdArraySql})`,
      keywords: articles.keywords,
      startsHere: articles.startsHere,
      hasAudio: articles.hasAudio,
      image: articles.image,
      body: articles.body,
      publishedAt: articles.publishedAt,
      updatedAt: articles.updatedAt,
      isOfLibrary: sql<boolean>`${articles.sourceHash} IS NOT NULL`,
      isHeld: sql<boolean>`${articles.heldSince} IS NOT NULL`,
      wasOut: wasEverPublishedCondition,
      claims: articleClaims.claims,
    })
    .from(articles)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, articles.authorId),
    )
    .leftJoin(articleClaims, eq(articleClaims.articleId, articles.id))
    .where(eq(articles.id, id));
  return row;
}

/** Lists the IDs of the authors of the given articles, without duplicates. The articles may have any status. */
export async function listDistinctAuthorIdsOfArticles(
  queries: Queries,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await queries
    .selectDistinct({ authorId: articles.authorId })
    .from(articles)
    .where(inArray(articles.id, [...ids]));
  return rows.map(({ authorId }) => authorId);
}

/** Lists the former paths of an article as `alias/slug`, in alphabetical order. */
export async function listFormerPaths(queries: Queries, articleId: string): Promise<string[]> {
  const rows = await queries
    .select({ aliasKey: authorAliasesAndLevelsSubquery.aliasKey, slug: formerSlugs.slug })
    .from(formerSlugs)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, formerSlugs.authorId),
    )
    .where(eq(formerSlugs.articleId, articleId));
  return rows.map(({ aliasKey, slug }) => `${aliasKey}/${slug}`).sort();
}

/** The columns of an unpublished article that the studio shows in its lists. */
export interface DraftListFields {
  title: string;
  tagline: string;
  category: string;
  subcategory: string;
  readingMinutes: number;
}

/**
 * Inserts an unpublished article without text. Its slug is a placeholder that begins with a tilde, which the slugs of
 * published articles never contain.
 */
export async function insertEmptyDraft(
  transaction: Queries,
  {
    line,
    ...draft
  }: {
    id: string;
    authorId: string;
    level: Level | null;
    image: StoredArticleImage;
    line: DraftListFields;
  },
): Promise<void> {
  const now = new Date();
  await transaction.insert(articles).values({
    ...draft,
    slug: `~${draft.id}`,
    status: 'draft',
    ...line,
    body: EMPTY_BODY,
    publishedAt: now,
    updatedAt: now,
  });
}

const EMPTY_BODY: ArticleBody = { summary: [], introduction: [], keyPoints: [], conclusion: [] };

/**
 * Updates the article columns that the studio shows in its lists. Does nothing if the article is published or archived.
 */
export async function updateDraftListFields(
  transaction: Queries,
  id: string,
  fields: DraftListFields,
): Promise<void> {
  await transaction
    .update(articles)
    .set({ ...fields, updatedAt: new Date() })
    .where(and(eq(articles.id, id), sql`${articles.status} NOT IN ('published', 'archived')`));
}

/**
 * Changes the status of an article from `from` to `to`. If the article has a status other than `from`, changes nothing
 * and returns false.
 */
export async function changeArticleStatus(
  transaction: Queries,
  id: string,
  from: ArticleStatus,
  to: ArticleStatus,
): Promise<boolean> {
  const changedRows = await transaction
    .update(articles)
    .set({ status: to })
    .where(and(eq(articles.id, id), eq(articles.status, from)))
    .returning({ id: articles.id });
  return changedRows.length > 0;
}

/** Marks articles as editor-owned. Imports of the content library then no longer change them. */
export async function detachArticlesFromLibrary(
  transaction: Queries,
  ids: readonly string[],
): Promise<void> {
  if (!ids.length) return;
  await transaction
    .update(articles)
    .set({ heldSince: sql`now()` })
    .where(
      and(
        inArray(articles.id, [...ids]),
        isNotNull(articles.sourceHash),
        isNull(articles.heldSince),
      ),
    );
}

/**
 * Stores an editor's choice after a conflict between the published article and the library file with the hash `hash`.
 * `isTaken` is true if the editor chose the library file. In this case, imports update the article again, and the
 * article gets the file's `level`, because editors cannot change the level. Otherwise, imports continue to leave the
 * article unchanged.
 */
export async function saveConflictChoice(
  transaction: Queries,
  id: string,
  hash: string,
  { isTaken, level = null }: { isTaken: boolean; level?: Level | null | undefined },
): Promise<void> {
  await transaction
    .update(articles)
    .set({
      sourceHash: hash,
      ...(isTaken && { level }),
      heldSince: isTaken ? null : sql`coalesce(${articles.heldSince}, now())`,
    })
    .where(eq(articles.id, id));
}

/**
 * Lists up to `limit` articles of any status, sorted by ID. If `after` is given, starts after the article with this ID.
 */
export async function listArticleRowsForEditors(queries: Queries, limit: number, after?: string) {
  return queries
    .select({
      id: articles.id,
      author: authorAliasesAndLevelsSubquery.alias,
      slug: articles.slug,
      status: articles.status,
      title: articles.title,
      category: articles.category,
      subcategory: articles.subcategory,
      readingMinutes: articles.readingMinutes,
      publishedAt: articles.publishedAt,
      updatedAt: articles.updatedAt,
      isOfLibrary: sql<boolean>`${articles.sourceHash} IS NOT NULL`,
      isHeld: sql<boolean>`${articles.heldSince} IS NOT NULL`,
      wasOut: wasEverPublishedCondition,
    })
    .from(articles)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, articles.authorId),
    )
    .where(after ? gt(articles.id, after) : undefined)
    .orderBy(asc(articles.id))
    .limit(limit);
}

/**
 * Lists the articles that an idea is compared with to detect duplicates: up to `newest` of the newest articles of any
 * status, up to `inProgress` of the newest drafts and articles in review, and the articles in `ids`.
 * `isArchivedUnpublished` is true if an article was archived without ever being published.
 */
export async function listArticlesForDuplicateDetection(
  queries: Queries,
  { newest, inProgress, ids }: { newest: number; inProgress: number; ids: readonly string[] },
) {
  const selectIds = (condition: SQL | undefined, limit: number) =>
    queries
      .select({ id: articles.id })
      .from(articles)
      .where(condition)
      .orderBy(desc(articles.id))
      .limit(limit);
  const articleIds = sql`ARRAY(${selectIds(undefined, newest)}) || ARRAY(${selectIds(articleInProgressCondition, inProgress)}) || ${sql.param([...ids])}::uuid[]`;
  return queries
    .select({
      id: articles.id,
      isArchivedUnpublished: sql<boolean>`${articles.status} = 'archived' AND NOT ${wasEverPublishedCondition}`,
      authorKey: authorAliasesAndLevelsSubquery.aliasKey,
      slug: articles.slug,
      title: articles.title,
      tagline: articles.tagline,
      keywords: articles.keywords,
      category: articles.category,
    })
    .from(articles)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, articles.authorId),
    )
    .where(sql`${articles.id} = ANY(${articleIds})`)
    .orderBy(desc(articles.id));
}

/**
 * Returns the time of each author's latest publication, in ISO 8601 format, in a map keyed by author ID. Omits authors
 * who have no published article.
 */
export async function findLastPublicationTimesByAuthorId(
  queries: Queries,
  authorIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await queryRows<{ authorId: string; at: Date | string }>(
    queries,
    sql`
    SELECT author.id AS "authorId", newest.at
    FROM unnest(${sql.param([...authorIds])}::uuid[]) AS author (id)
    CROSS JOIN LATERAL (
      SELECT ${articles.publishedAt} AS at FROM ${articles}
      WHERE ${articles.authorId} = author.id AND ${articles.status} = 'published'
      ORDER BY ${articles.publishedAt} DESC, ${articles.id} DESC LIMIT 1
    ) AS newest`,
  );
  return new Map(rows.map(({ authorId, at }) => [authorId, new Date(at).toISOString()]));
}
