import { drawCover } from '#covers/cover.ts';
import type { CardPicture, CardTypefaces } from '#covers/share-card.ts';
import { type PictureKind, parsePicturePath } from '#domain/images.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { findShareCardContent } from './share-card-content.ts';

/** Draws share cards. A share card is the picture that other sites show for a link to Octavo. */
export interface ShareCardDrawer {
  /** Draws the share card with this key as SVG. Returns `undefined` if there is no such share card. */
  findSource(key: string): Promise<{ source: string } | undefined>;
}

/**
 * Creates a {@link ShareCardDrawer}. `load` returns a cover or portrait. The typefaces and the module that draws text
 * are loaded only when they are needed, because most processes never draw a share card.
 */
export function createShareCardDrawer(
  queries: Queries,
  load: (picture: { kind: PictureKind; key: string }) => Promise<CardPicture | undefined>,
): ShareCardDrawer {
  let typefaces: CardTypefaces | undefined;
  return {
    async findSource(key) {
      const card = await findShareCardContent(queries, key, {
        async load(src) {
          const picture = parsePicturePath(src);
          return picture && load(picture);
        },
        drawCover: (category, seed) => drawCover({ category, seed }).svg,
      });
      if (!card) return undefined;
      const { drawShareCard, readCardTypefaces } = await import('#covers/share-card.ts');
      typefaces ??= readCardTypefaces();
      return { source: drawShareCard(card, typefaces) };
    },
  };
}
