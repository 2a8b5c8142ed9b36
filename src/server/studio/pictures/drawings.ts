import { setImmediate } from 'node:timers/promises';
import { coverLooks, drawCover, variantCount, variantsToChoose } from '#covers/cover.ts';
import { describeCover } from '#covers/description.ts';
import { attributionHtml, OCTAVO_ATTRIBUTION } from '#domain/attribution.ts';
import type { CategoryId } from '#domain/categories.ts';
import type { Drawings } from '#domain/studio/pictures.ts';
import { listUsedCovers } from '#server/catalogue/publication/choose-cover.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';

/** Drawings an editor is shown at a time. */
const PAGE_SIZE = 8;
/** Pixels: as small as they stand side by side, and as large as in the preview. */
export const DRAWING_WIDTHS = [320, 960] as const;

/**
 * Returns a page of the drawings an article of a category could have, starting with those unlike its neighbours'. Drawings
 * that look alike are listed once.
 */
export async function listDrawings(
  queries: Queries,
  id: string,
  category: CategoryId,
  from: number,
): Promise<Drawings> {
  const { byArticle } = await listUsedCovers(queries);
  const others = [...byArticle].flatMap(([articleId, of]) =>
    articleId !== id && of.category === category ? of.variant : [],
  );
  const variants = await listDistinctVariants(category, id, variantsToChoose(category, id, others));
  const drawings: Drawings['drawings'] = [];
  const to = from + PAGE_SIZE;
  for (const variant of variants.slice(from, to)) {
    drawings.push({ variant, image: getDrawingImage(id, category, variant, 320) });
    await setImmediate();
  }
  return { drawings, next: to < variants.length ? to : null };
}

/** Returns the variants that do not look like an earlier one. */
async function listDistinctVariants(category: CategoryId, id: string, variants: readonly number[]) {
  const lookOf = coverLooks(category, id);
  const byLook = new Map<string, number>();
  for (const variant of variants) {
    const look = lookOf(variant);
    if (!byLook.has(look)) byLook.set(look, variant);
    // Drawing a layout takes milliseconds: other requests come in between.
    await setImmediate();
  }
  return [...byLook.values()];
}

/** A drawing that nobody has published yet, at an address only editors have. */
export function getDrawingImage(
  id: string,
  category: CategoryId,
  variant: number,
  width: (typeof DRAWING_WIDTHS)[number],
) {
  const { ground } = drawCover({ category, seed: id, variant });
  return {
    src: `/api/v1/studio/articles/${id}/drawings/${category}/${variant}/${width}`,
    alt: describeCover(category, variant, ground),
    attributionHtml: attributionHtml(OCTAVO_ATTRIBUTION),
    ground,
  };
}

/** A drawing as SVG. Throws {@link NotFoundError} where the category has no such one. */
export function renderDrawing(id: string, category: CategoryId, variant: number): string {
  if (variant >= variantCount(category)) throw new NotFoundError('There is no such drawing.');
  return drawCover({ category, seed: id, variant }).svg;
}
