import { COVER_VERSION, chooseVariant, drawCover } from '#covers/cover.ts';
import type { CategoryId } from '#domain/categories.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { listCoverVariants } from '../articles/article-rows.ts';
import type { StoredImage } from '../articles/schema.ts';

/** Cover variants that articles already use, by category (newest article first) and by article id. */
export interface UsedCovers {
  byCategory: Map<string, number[]>;
  byArticle: Map<string, { category: string; variant: number }>;
}

/** Lists the cover variants of all articles. */
export async function listUsedCovers(transaction: Queries): Promise<UsedCovers> {
  const rows = await listCoverVariants(transaction);
  const ofCategory = Map.groupBy(rows, ({ category }) => category);
  return {
    byCategory: new Map(
      [...ofCategory].map(([category, of]) => [category, of.map(({ variant }) => variant)]),
    ),
    byArticle: new Map(rows.map(({ id, category, variant }) => [id, { category, variant }])),
  };
}

/**
 * Returns the cover of an article. Its variant is `chosen` or else the article's current variant. For a new article, it
 * is a variant that differs from the newest covers in the category. Every new drawing gets a new key and therefore a
 * new URL.
 */
export function chooseCover(
  id: string,
  category: CategoryId,
  alt: string,
  { byCategory, byArticle }: UsedCovers,
  chosen?: number,
): StoredImage {
  const before = byArticle.get(id);
  const others = byCategory.get(category) ?? [];
  const isKept = chosen === undefined && before?.category === category;
  const variant = chosen ?? (isKept ? before!.variant : chooseVariant(category, id, others));
  if (!isKept) byCategory.set(category, [variant, ...others]);
  const { ground } = drawCover({ category, seed: id, variant });
  return { cover: `${id}.${category}${variant}.${COVER_VERSION}`, variant, alt, ground };
}
