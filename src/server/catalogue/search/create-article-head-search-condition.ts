import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { parseSearchQuery } from '#server/platform/text/words.ts';
import { articleSearch } from './schema.ts';

/**
 * Returns an SQL condition that is true if an article matches every word of `text`. `articleId` is the column with the
 * article's ID. PostgreSQL evaluates the condition for each row, so use it only in queries for up to a few thousand
 * articles.
 *
 * Words are matched by their stems in the title, author, tagline, summary and category. The last word also matches
 * words that begin with it. Misspelled words are not corrected.
 */
export function createArticleHeadSearchCondition(articleId: SQLWrapper, text: string): SQL {
  const words = parseSearchQuery(text);
  if (!words.length) return sql`false`;
  const tsquery = sql.join(
    words.map((word, at) => (at === words.length - 1 ? matchPrefix(word) : matchStem(word))),
    sql` && `,
  );
  return sql`EXISTS (
    SELECT FROM ${articleSearch} WHERE ${articleSearch.articleId} = ${articleId} AND ${articleSearch.head} @@ (${tsquery}))`;
}

/**
 * Returns a `tsquery` for the stem of a word. For a stop word such as "the", the `tsquery` is empty, and PostgreSQL
 * ignores it.
 */
const matchStem = (word: string) => sql`to_tsquery('english', ${word})`;

const matchPrefix = (word: string) =>
  sql`(to_tsquery('english', ${`${word}:*`}) || to_tsquery('simple', ${`${word}:*`}))`;
