import { customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { articles } from '#server/catalogue/articles/schema.ts';
import { bytewiseTextColumn, timestampColumn } from '#server/platform/db/columns.ts';

/**
 * Column type `tsvector` for text search vectors. SQL functions compute the vectors, and the application never reads
 * them.
 */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The search index of published articles. Its three text search vectors are in descending order of importance: a match
 * in the title counts most. PostgreSQL stores the vectors outside of the rows (`toast_tuple_target` in the migration),
 * so that a query for a frequent word reads fewer disk pages.
 */
export const articleSearch = pgTable(
  'article_search',
  {
    articleId: uuid('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    publishedAt: timestampColumn('published_at').notNull(),
    /** Text search vector of the title and the author's name. */
    title: tsvector().notNull(),
    /**
     * Text search vector of the title, author, tagline, keywords, category and summary. The weights A to C affect the
     * ranking.
     */
    head: tsvector().notNull(),
    /** Text search vector of all words of the article, without their positions. */
    document: tsvector().notNull(),
    /** Plain text of the article, from which the snippets in search results are taken. */
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
 * All words that occur in articles, in lower case and without diacritics. A word in a search query counts as misspelled
 * if it is not in this table.
 */
export const searchWords = pgTable(
  'search_words',
  { word: bytewiseTextColumn().primaryKey() },
  (table) => [index('search_words_trigrams').using('gin', table.word.op('gin_trgm_ops'))],
);
