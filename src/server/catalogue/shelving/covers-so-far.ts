import { COVER_VERSION, coverVariant, drawCover } from '#covers/cover.ts';
import type { CategoryId } from '#domain/categories.ts';
import { listCoverVariants } from '#server/catalogue/articles/publishing.ts';
import type { StoredImage } from '#server/catalogue/articles/schema.ts';
import type { Queries } from '#server/platform/db/database.ts';

/** The variants of covers so far by category, newest article first, and by article. */
export interface CoversSoFar {
  ofCategory: Map<string, number[]>;
  ofArticle: Map<string, { category: string; variant: number }>;
}

export async function coversSoFar(transaction: Queries): Promise<CoversSoFar> {
  const rows = await listCoverVariants(transaction);
  const ofCategory = Map.groupBy(rows, ({ category }) => category);
  return {
    ofCategory: new Map(
      [...ofCategory].map(([category, of]) => [category, of.map(({ variant }) => variant)]),
    ),
    ofArticle: new Map(rows.map(({ id, category, variant }) => [id, { category, variant }])),
  };
}

/**
 * The cover of an article: the one that was `chosen`, the one it has, or one that differs from its neighbours'. Its key, and so its
 * address, changes with whatever changes the drawing.
 */
export function chooseCover(
  id: string,
  category: CategoryId,
  alt: string,
  { ofCategory, ofArticle }: CoversSoFar,
  chosen?: number,
): StoredImage {
  const before = ofArticle.get(id);
  const others = ofCategory.get(category) ?? [];
  const isKept = chosen === undefined && before?.category === category;
  const variant = chosen ?? (isKept ? before!.variant : coverVariant(category, id, others));
  if (!isKept) ofCategory.set(category, [variant, ...others]);
  const { ground } = drawCover({ category, seed: id, variant });
  return { cover: `${id}.${category}${variant}.${COVER_VERSION}`, variant, alt, ground };
}
