import { customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { articles } from '#server/catalogue/articles/schema.ts';
import { bytewiseText, timestampColumn } from '#server/platform/db/columns.ts';

/** A text search vector. Written with SQL functions, never read by the application. */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The search index of published articles, from the strongest kind of match to the weakest. The vectors are stored out
 * of line (`toast_tuple_target` in the migration), so that a word that occurs in a tenth of the library touches few
 * pages.
 */
export const articleSearch = pgTable(
  'article_search',
  {
    articleId: uuid('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    publishedAt: timestampColumn('published_at').notNull(),
    /** Title and author. */
    title: tsvector().notNull(),
    /** Title, author, tagline, category and summary, weighted A to C for ranking. */
    head: tsvector().notNull(),
    /** All words, without positions. */
    document: tsvector().notNull(),
    /** Plain text, from which snippets are cut. */
    text: text().notNull(),
  },
  (table) => [
    index('article_search_title').using('gin', table.title),
    index('article_search_head').using('gin', table.head),
    index('article_search_document').using('gin', table.document),
  ],
);

/** All folded words of the library. A query word that is not in this table counts as misspelled. */
export const searchWords = pgTable(
  'search_words',
  { word: bytewiseText().primaryKey() },
  (table) => [index('search_words_trigrams').using('gin', table.word.op('gin_trgm_ops'))],
);
