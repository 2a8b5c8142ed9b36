import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { IdeaStatus } from '#domain/statuses/article-states.ts';
import type { MostSimilarText, StoredIdeaFields } from '#domain/studio/ideas.ts';
import type { NearestWork } from '#domain/studio/similarity.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { timestampColumn } from '#server/platform/db/columns.ts';

/** The ideas for articles (spec 4, "Article idea status"). */
export const articleIdeas = pgTable(
  'article_ideas',
  {
    /** A UUIDv7. IDs of this kind sort by creation time. */
    id: uuid().primaryKey(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
    status: text().$type<IdeaStatus>().notNull().default('pending'),
    idea: jsonb().$type<StoredIdeaFields>().notNull(),
    /** The existing idea or article whose wording was most similar when this idea was stored. */
    mostSimilar: jsonb('twin').$type<MostSimilarText>(),
    /**
     * The existing idea or article that the AI named as nearest in meaning. Null for an editor's
     * idea, and if there was nothing to compare the idea with. Set to null when an editor changes
     * the argument of the idea.
     */
    nearest: jsonb().$type<NearestWork>(),
    /** The ID of the AI request that proposed the idea. Null for an editor's idea. */
    requestId: uuid('request_id'),
    articleId: uuid('article_id').references(() => articles.id, { onDelete: 'set null' }),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('article_ideas_by_status').on(table.status, table.id),
    index('article_ideas_of_author').on(table.authorId, table.status),
  ],
);
