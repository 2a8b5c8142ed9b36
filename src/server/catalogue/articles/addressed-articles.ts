import { and, eq, inArray, or } from 'drizzle-orm';
import { authorAliasesAndLevelsSubquery } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { wasEverPublished } from './editor-articles.ts';
import { articles } from './schema.ts';

/** An article that has a URL, which may respond with 410. */
export interface AddressedArticle {
  alias: string;
  slug: string;
  category: string;
  subcategory: string;
}

/**
 * Returns the articles with the given IDs that are or were published. Their URLs are public. Skips drafts, including
 * archived drafts.
 */
export async function listAddressedArticles(
  queries: Queries,
  ids: readonly string[],
): Promise<AddressedArticle[]> {
  if (!ids.length) return [];
  return queries
    .select({
      alias: authorAliasesAndLevelsSubquery.alias,
      slug: articles.slug,
      category: articles.category,
      subcategory: articles.subcategory,
    })
    .from(articles)
    .innerJoin(
      authorAliasesAndLevelsSubquery,
      eq(authorAliasesAndLevelsSubquery.id, articles.authorId),
    )
    .where(
      and(
        inArray(articles.id, [...ids]),
        or(
          eq(articles.status, 'published'),
          and(eq(articles.status, 'archived'), wasEverPublished),
        ),
      ),
    );
}
