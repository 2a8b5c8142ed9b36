import { index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { ConcernStatus, ReviewStatus } from '#domain/statuses/machines.ts';
import type { ConcernKind } from '#domain/studio/reviews.ts';
import { articleIdColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';

/** Reviews by the AI (spec 4, "AI article review status"). */
export const articleReviews = pgTable(
  'article_reviews',
  {
    /** UUIDv7, so ordered by time. */
    id: uuid().primaryKey(),
    articleId: articleIdColumn(),
    status: text().$type<ReviewStatus>().notNull().default('pending'),
    /** The last request for it. */
    requestId: uuid('request_id').notNull(),
    itemId: uuid('item_id').notNull(),
    /** The reviewed version of the manuscript. Null until the result arrives. */
    version: integer(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    decidedAt: timestampColumn('decided_at'),
  },
  (table) => [
    index('article_reviews_of_article').on(table.articleId, table.status),
    index('article_reviews_by_status').on(table.status, table.id),
    index('article_reviews_by_item').on(table.itemId),
  ],
);

/** Concerns of a review, one for each passage. */
export const reviewConcerns = pgTable(
  'review_concerns',
  {
    id: uuid().primaryKey(),
    reviewId: uuid('review_id')
      .notNull()
      .references(() => articleReviews.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    kind: text().$type<ConcernKind>().notNull(),
    status: text().$type<ConcernStatus>().notNull().default('pending_action'),
    /** Path and text of the passage when it was reviewed. */
    path: text().notNull(),
    passage: text().notNull(),
    concern: text().notNull(),
    /** Text that replaced the passage. */
    improved: text(),
  },
  (table) => [index('review_concerns_of_review').on(table.reviewId, table.position)],
);
