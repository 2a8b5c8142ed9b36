import { COVER_VERSION, chooseVariant, countVariants, drawCover } from '#covers/cover.ts';
import type { CategoryId } from '#domain/categories.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { findCoverVariants, listNewestCoverVariantsByCategory } from '../articles/article-rows.ts';
import type { StoredArticleImage } from '../articles/schema.ts';

/**
 * Number of covers with which a new cover is compared: the covers of the newest articles in its category. The number is
 * twice the number of cover variants in a category. Comparing more covers would not help, since their variants also
 * occur in newer covers.
 */
const COMPARED_COVERS = 300;

/** The covers with which new covers are compared, and the current covers of the articles that get a cover. */
export interface CoversToCompare {
  /** The newest covers by category, newest article first. */
  byCategory: Map<string, { id: string; variant: number }[]>;
  /** The current covers by article ID. */
  byArticle: Map<string, { category: string; variant: number }>;
}

/** Loads the newest covers of the given categories, and the current covers of the given articles. */
export async function loadCoversToCompare(
  queries: Queries,
  categories: readonly string[],
  articleIds: readonly string[],
): Promise<CoversToCompare> {
  const newest = await listNewestCoverVariantsByCategory(queries, categories, COMPARED_COVERS);
  const current = await findCoverVariants(queries, articleIds);
  return {
    byCategory: Map.groupBy(newest, ({ category }) => category),
    byArticle: new Map(current.map(({ id, category, variant }) => [id, { category, variant }])),
  };
}

/**
 * Returns the cover of an article. Its variant is `chosen` if present. Otherwise, an article that stays in its category
 * keeps its variant, and any other article gets a variant that differs from the newest covers in the category. Every
 * new drawing gets a new key and therefore a new URL.
 */
export function chooseCover(
  id: string,
  category: CategoryId,
  alt: string,
  { byCategory, byArticle }: CoversToCompare,
  chosen?: number,
): StoredArticleImage {
  const before = byArticle.get(id);
  const others = byCategory.get(category) ?? [];
  const isKept = chosen === undefined && before?.category === category;
  const variant =
    chosen ??
    (isKept
      ? before!.variant
      : chooseVariant(
          category,
          id,
          others.map((other) => other.variant),
        ));
  if (!isKept) byCategory.set(category, [{ id, variant }, ...others]);
  const { ground } = drawCover({ category, seed: id, variant });
  return { cover: `${id}.${category}${variant}.${COVER_VERSION}`, variant, alt, ground };
}

/**
 * Returns a drawing's number if the category has that drawing, and otherwise `undefined`. If an editor has changed the
 * article's category, the new category may lack the drawing.
 */
export function validateVariant(
  variant: number | undefined,
  category: CategoryId,
): number | undefined {
  return variant !== undefined && variant < countVariants(category) ? variant : undefined;
}
