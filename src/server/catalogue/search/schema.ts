import { customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { articles } from '#server/catalogue/articles/schema.ts';
import { bytewiseText, timestampColumn } from '#server/platform/db/columns.ts';

/** Column type for text search vectors. SQL functions write the vectors, and the application never reads them. */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The search index of published articles. The columns are in order of importance: a match in the title is the
 * strongest. The vectors are stored out of line (`toast_tuple_target` in the migration), so that a query for a frequent
 * word reads few pages.
 */
export const articleSearch = pgTable(
  'article_search',
  {
    articleId: uuid('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    publishedAt: timestampColumn('published_at').notNull(),
    /** Vector of the title and author. */
    title: tsvector().notNull(),
    /** Vector of the title, author, tagline, category and summary, with weights from A to C for ranking. */
    head: tsvector().notNull(),
    /** Vector of all words of the article, without positions. */
    document: tsvector().notNull(),
    /** Plain text of the article, from which snippets are extracted. */
    text: text().notNull(),
  },
  (table) => [
    index('article_search_newest').on(
      table.publishedAt.desc().nullsFirst(),
      table.articleId.desc().nullsFirst(),
    ),
    index('article_search_title').using('gin', table.title),
    index('article_search_head').using('gin', table.head),
    index('article_search_document').using('gin', table.document),
  ],
);

/**
 * All words of the library, in lower case and without diacritics. A query word that is missing from this table counts
 * as misspelled.
 */
export const searchWords = pgTable(
  'search_words',
  { word: bytewiseText().primaryKey() },
  (table) => [index('search_words_trigrams').using('gin', table.word.op('gin_trgm_ops'))],
);
