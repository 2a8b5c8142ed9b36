import { index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { ConcernStatus, ReviewStatus } from '#domain/statuses/machines.ts';
import type { ConcernKind } from '#domain/studio/reviews.ts';
import { articleIdColumn } from '#server/catalogue/articles/schema.ts';
import { moment } from '#server/platform/db/columns.ts';

/** What the AI thinks of articles (spec 4, "AI article review status"). */
export const articleReviews = pgTable(
  'article_reviews',
  {
    /** UUIDv7: in the order of time. */
    id: uuid().primaryKey(),
    articleId: articleIdColumn(),
    status: text().$type<ReviewStatus>().notNull().default('pending'),
    /** Where it is asked for, or was last. */
    requestId: uuid('request_id').notNull(),
    itemId: uuid('item_id').notNull(),
    /** The version of the manuscript it is about; null until it is there. */
    version: integer(),
    createdAt: moment('created_at').notNull().defaultNow(),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    index('article_reviews_of_article').on(table.articleId, table.status),
    index('article_reviews_by_status').on(table.status, table.id),
    index('article_reviews_by_item').on(table.itemId),
  ],
);

/** What a review found, passage by passage. */
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
    /** Where the passage stood, and the passage as it stood. */
    path: text().notNull(),
    passage: text().notNull(),
    concern: text().notNull(),
    /** What it was exchanged for. */
    improved: text(),
  },
  (table) => [index('review_concerns_of_review').on(table.reviewId, table.position)],
);
