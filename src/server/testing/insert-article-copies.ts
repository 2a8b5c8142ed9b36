import { eq } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { ArticleIdentity } from '#domain/article.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import type { Queries } from '#server/platform/db/database.ts';

/**
 * Inserts `count` copies of a published article, with new IDs and slugs. Returns each copy's ID and its author's alias.
 */
export async function insertArticleCopies(
  queries: Queries,
  count: number,
): Promise<ArticleIdentity[]> {
  const [{ articles: article, authors: author }] = (await queries
    .select()
    .from(articles)
    .innerJoin(authors, eq(authors.id, articles.authorId))
    .limit(1)) as [
    { articles: typeof articles.$inferSelect; authors: typeof authors.$inferSelect },
  ];
  const rows = Array.from({ length: count }, () => {
    const id = newId();
    return { ...article, id, slug: `${article.slug}-${id.slice(-12)}`, sourceHash: null };
  });
  for (let offset = 0; offset < count; offset += 200)
    await queries.insert(articles).values(rows.slice(offset, offset + 200));
  return rows.map(({ id }) => ({ id, authorAlias: author.alias }));
}
