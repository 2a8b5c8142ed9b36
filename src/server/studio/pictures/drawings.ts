import { setImmediate } from 'node:timers/promises';
import {
  countVariants,
  createAppearanceKeyFunction,
  drawCover,
  listVariantChoices,
} from '#covers/cover.ts';
import { createCoverAltText } from '#covers/description.ts';
import { formatAttributionHtml, OCTAVO_ATTRIBUTION } from '#domain/attribution.ts';
import type { CategoryId } from '#domain/categories.ts';
import type { DrawingChoicePage } from '#domain/studio/pictures.ts';
import { loadCoversToCompare } from '#server/catalogue/articles/covers.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';

/** The number of drawings per page. */
const PAGE_SIZE = 8;
/** The widths, in pixels, of a drawing in the grid of choices and in the preview. */
export const DRAWING_WIDTHS = [320, 960] as const;

/**
 * Returns a page of the generated drawings that an article in a category can use as its cover.
 * Drawings that look different from the newest covers in the category come first. If several
 * drawings look alike, only the first is listed. `from` is the index of the page's first drawing.
 */
export async function listDrawingChoices(
  queries: Queries,
  id: string,
  category: CategoryId,
  from: number,
): Promise<DrawingChoicePage> {
  const { byCategory } = await loadCoversToCompare(queries, [category], []);
  const usedVariants = (byCategory.get(category) ?? []).flatMap((other) =>
    other.id === id ? [] : other.variant,
  );
  const variants = await listDistinctVariants(
    category,
    id,
    listVariantChoices(category, id, usedVariants),
  );
  const drawings: DrawingChoicePage['drawings'] = [];
  const end = from + PAGE_SIZE;
  for (const variant of variants.slice(from, end)) {
    drawings.push({ variant, image: getDrawingImageMeta(id, category, variant, 320) });
    await setImmediate();
  }
  return { drawings, next: end < variants.length ? end : null };
}

/** Filters drawings, which are identified by number. If several drawings look alike, keeps only the first. */
async function listDistinctVariants(category: CategoryId, id: string, variants: readonly number[]) {
  const getAppearanceKey = createAppearanceKeyFunction(category, id);
  const variantsByKey = new Map<string, number>();
  for (const variant of variants) {
    const key = getAppearanceKey(variant);
    if (!variantsByKey.has(key)) variantsByKey.set(key, variant);
    // Computing a layout takes several milliseconds, so the loop yields after each layout to let the server handle
    // other requests.
    await setImmediate();
  }
  return [...variantsByKey.values()];
}

/** Returns the metadata of a drawing, including a URL that only editors can load. */
export function getDrawingImageMeta(
  id: string,
  category: CategoryId,
  variant: number,
  width: (typeof DRAWING_WIDTHS)[number],
) {
  const { ground } = drawCover({ category, seed: id, variant });
  return {
    src: `/api/v1/studio/articles/${id}/drawings/${category}/${variant}/${width}`,
    alt: createCoverAltText(category, variant, ground),
    attributionHtml: formatAttributionHtml(OCTAVO_ATTRIBUTION),
    ground,
  };
}

/** Returns a drawing as SVG. Throws {@link NotFoundError} if the category has no drawing with this number. */
export function renderDrawingSvg(id: string, category: CategoryId, variant: number): string {
  if (variant >= countVariants(category)) throw new NotFoundError('There is no such drawing.');
  return drawCover({ category, seed: id, variant }).svg;
}
