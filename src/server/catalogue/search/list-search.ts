import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { articleSearch } from './schema.ts';
import { parseQuery } from './words.ts';

/**
 * Returns an SQL condition that is true if the article in a column has every word of `text` in its title, author,
 * tagline, summary or category: by stem, the last word also as a prefix, misspellings not corrected. It checks every
 * row, so use it for lists of a few thousand articles at most.
 */
export function matchesSearchText(articleId: SQLWrapper, text: string): SQL {
  const words = parseQuery(text);
  if (!words.length) return sql`false`;
  const needed = sql.join(
    words.map((word, at) => (at === words.length - 1 ? matchPrefix(word) : matchStem(word))),
    sql` && `,
  );
  return sql`EXISTS (
    SELECT FROM ${articleSearch} WHERE ${articleSearch.articleId} = ${articleId} AND ${articleSearch.head} @@ (${needed}))`;
}

/** Stop words such as "the" have no stem and match everything. */
const matchStem = (word: string) => sql`to_tsquery('english', ${word})`;

const matchPrefix = (word: string) =>
  sql`(to_tsquery('english', ${`${word}:*`}) || to_tsquery('simple', ${`${word}:*`}))`;
