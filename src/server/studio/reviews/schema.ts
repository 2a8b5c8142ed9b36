import { index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { ConcernStatus, ReviewStatus } from '#domain/statuses/review-states.ts';
import type { ConcernKind } from '#domain/studio/reviews.ts';
import { createCascadingArticleIdColumn } from '#server/catalogue/articles/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';

/** The AI reviews of articles (spec 4, "AI article review status"). */
export const articleReviews = pgTable(
  'article_reviews',
  {
    /** A UUIDv7, so sorting reviews by ID sorts them by creation time. */
    id: uuid().primaryKey(),
    articleId: createCascadingArticleIdColumn(),
    status: text().$type<ReviewStatus>().notNull().default('pending'),
    /** The ID of the latest AI request for this review. */
    requestId: uuid('request_id').notNull(),
    itemId: uuid('item_id').notNull(),
    /** The manuscript's version number when the AI's result arrived. Null until then. */
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

/** The concerns in AI reviews. Each concern is a criticism of one passage of the article. */
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
    /** The path of the text that contained the passage at the time of the review, such as `introduction.0`. */
    path: text().notNull(),
    /** The wording of the passage at the time of the review. */
    passage: text().notNull(),
    concern: text().notNull(),
    /** The text that replaced the concern's passage. Null if the passage was not replaced. */
    improved: text(),
  },
  (table) => [index('review_concerns_of_review').on(table.reviewId, table.position)],
);
