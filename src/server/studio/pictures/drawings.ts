import { setImmediate } from 'node:timers/promises';
import { attributionHtml, OCTAVO_ATTRIBUTION } from '#domain/attribution.ts';
import type { CategoryId } from '#domain/categories.ts';
import type { Drawings } from '#domain/studio/pictures.ts';
import {
  describeCover,
  drawCover,
  variantCount,
  variantsToChoose,
} from '#server/catalogue/drawing/service.ts';
import { coversSoFar } from '#server/catalogue/shelving/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { NotFoundError } from '#server/platform/errors.ts';

/** Drawings an editor is shown at a time. */
const AT_A_TIME = 8;
/** Pixels: as small as they stand side by side, and as large as in the preview. */
export const DRAWING_WIDTHS = [320, 960] as const;

/** Some of the drawings an article of a category could have, those first that are unlike its neighbours'. */
export async function listDrawings(
  queries: Queries,
  id: string,
  category: CategoryId,
  from: number,
): Promise<Drawings> {
  const { ofArticle } = await coversSoFar(queries);
  const others = [...ofArticle].flatMap(([articleId, of]) =>
    articleId !== id && of.category === category ? of.variant : [],
  );
  const variants = variantsToChoose(category, id, others);
  // Some layouts come to the same colours by several turns: what looks like an earlier one is passed over.
  const seen = new Set<string>();
  const drawings: Drawings['drawings'] = [];
  let at = 0;
  for (; at < variants.length && drawings.length < AT_A_TIME; at++) {
    const variant = variants[at]!;
    const { svg } = drawCover({ category, seed: id, variant });
    const isNew = !seen.has(svg);
    seen.add(svg);
    if (isNew && at >= from)
      drawings.push({ variant, image: drawingImage(id, category, variant, 320) });
    // Each takes some milliseconds, in which nobody else would be answered.
    await setImmediate();
  }
  return { drawings, next: at < variants.length ? at : null };
}

/** A drawing that nobody has published yet, at an address only editors have. */
export function drawingImage(
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
export function drawingOf(id: string, category: CategoryId, variant: number): string {
  if (variant >= variantCount(category)) throw new NotFoundError('There is no such drawing.');
  return drawCover({ category, seed: id, variant }).svg;
}
