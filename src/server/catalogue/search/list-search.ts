import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { articleSearch } from './schema.ts';
import { parseQuery } from './words.ts';

/**
 * Whether the article a column names has every word of `text` in its title, author, tagline, summary or field: as a
 * stem, the last one also as the beginning of a word. An SQL condition for a list of some thousand articles at most,
 * since it takes a look at each; nothing is taken for misspelt.
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

/** Words like "the" have none, and ask for nothing. */
const matchStem = (word: string) => sql`to_tsquery('english', ${word})`;

const matchPrefix = (word: string) =>
  sql`(to_tsquery('english', ${`${word}:*`}) || to_tsquery('simple', ${`${word}:*`}))`;
