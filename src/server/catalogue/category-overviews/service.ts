import type { ArticleMeta } from '#domain/article.ts';
import type { AuthorSummary } from '#domain/author.ts';
import type { CategoryId } from '#domain/categories.ts';
import { PAGE_SIZES } from '#domain/paging.ts';
import { listArticlesToStartWith } from '#server/catalogue/articles/articles-to-start-with.ts';
import { listAuthorAliasesOfCategory } from '#server/catalogue/articles/authors-of-category.ts';
import { findActiveAuthorsByAlias } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { type CategoryPageTexts, getCategoryPageTexts } from './category-texts.ts';

/** The introduction of a category or subcategory, its authors, and the articles with which new readers should start. */
export interface CategoryOverviewData extends CategoryPageTexts {
  startHere: ArticleMeta[];
  authors: AuthorSummary[];
}

/**
 * Returns the overview of a category, or of one of its subcategories: introduction, authors and articles to start with.
 */
export async function loadCategoryOverview(
  queries: Queries,
  category: CategoryId,
  subcategory: string | undefined,
): Promise<CategoryOverviewData> {
  const [startHere, authors] = await Promise.all([
    listArticlesToStartWith(queries, category, subcategory, PAGE_SIZES.startHere),
    listAuthorsOfCategory(queries, category, subcategory),
  ]);
  return { ...getCategoryPageTexts(category, subcategory), startHere, authors };
}

async function listAuthorsOfCategory(
  queries: Queries,
  category: CategoryId,
  subcategory: string | undefined,
): Promise<AuthorSummary[]> {
  const limit = PAGE_SIZES.categoryAuthors;
  const aliases = await listAuthorAliasesOfCategory(queries, category, subcategory, limit);
  const authors = await findActiveAuthorsByAlias(queries, aliases);
  return aliases.flatMap((alias) => authors[alias] ?? []);
}
