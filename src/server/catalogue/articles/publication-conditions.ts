import { and, eq, or, sql } from 'drizzle-orm';
import { articles } from './schema.ts';

/**
 * SQL condition that is true if the article is published or was published before. Other articles have no public URL.
 */
export const wasEverPublishedCondition = sql<boolean>`(${articles.sourceHash} IS NOT NULL OR ${articles.slug} NOT LIKE '~%')`;

/** SQL condition that is true if the article is published, or was published before and is now archived. */
export const isOrWasPublishedCondition = or(
  eq(articles.status, 'published'),
  and(eq(articles.status, 'archived'), wasEverPublishedCondition),
)!;
