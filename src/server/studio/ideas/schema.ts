import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { IdeaStatus } from '#domain/statuses/machines.ts';
import type { SimilarIdea, StoredIdeaFields } from '#domain/studio/ideas.ts';
import type { Nearest } from '#domain/studio/similarity.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { moment } from '#server/platform/db/columns.ts';

/** What authors could write about (spec 4, "Article idea status"). */
export const articleIdeas = pgTable(
  'article_ideas',
  {
    /** UUIDv7: in the order of time. */
    id: uuid().primaryKey(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
    status: text().$type<IdeaStatus>().notNull().default('pending'),
    idea: jsonb().$type<StoredIdeaFields>().notNull(),
    /** What it was most like when it was stored. */
    twin: jsonb().$type<SimilarIdea>(),
    /** What it said was nearest to it in meaning when it was proposed; null: an editor had it, or nothing was there. */
    nearest: jsonb().$type<Nearest>(),
    /** The request it came with; null: an editor had it. */
    requestId: uuid('request_id'),
    articleId: uuid('article_id').references(() => articles.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('article_ideas_by_status').on(table.status, table.id),
    index('article_ideas_of_author').on(table.authorId, table.status),
  ],
);
