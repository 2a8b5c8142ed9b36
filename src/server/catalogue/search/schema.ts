import { customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { articles } from '#server/catalogue/articles/schema.ts';
import { keyText, moment } from '#server/platform/db/columns.ts';

/** What the text search matches against. Written with SQL functions, never read by the application. */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * What a published article is found by, nested from the strongest match to the weakest. The vectors are
 * kept out of the row (`toast_tuple_target`, in the migration), so that a word which occurs in a tenth of
 * the library touches few pages.
 */
export const articleSearch = pgTable(
  'article_search',
  {
    articleId: uuid('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    publishedAt: moment('published_at').notNull(),
    /** Title and author. */
    title: tsvector().notNull(),
    /** Title, author, tagline, category and summary, weighted A to C: what a match is ranked by. */
    head: tsvector().notNull(),
    /** Every word, without positions. */
    document: tsvector().notNull(),
    /** Plain text that snippets are cut from. */
    text: text().notNull(),
  },
  (table) => [
    index('article_search_title').using('gin', table.title),
    index('article_search_head').using('gin', table.head),
    index('article_search_document').using('gin', table.document),
  ],
);

/** Every word of the library, folded, however short: what is not among them is taken for misspelt. */
export const searchWords = pgTable('search_words', { word: keyText().primaryKey() }, (table) => [
  index('search_words_trigrams').using('gin', table.word.op('gin_trgm_ops')),
]);
