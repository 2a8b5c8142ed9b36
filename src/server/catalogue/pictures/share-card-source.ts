import { drawCover } from '#covers/cover.ts';
import type { CardPicture, CardTypefaces } from '#covers/share-card.ts';
import { type PictureKind, parsePicturePath } from '#domain/images.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { findShareCardContent } from './share-card-content.ts';

/** Draws cards from their keys. */
export interface CardSource {
  /** Returns the card with this key as SVG, or `undefined` if there is no such card. */
  findSource(key: string): Promise<{ source: string } | undefined>;
}

/**
 * Creates the source of cards. `load` returns a cover or portrait. The module that draws text, and the typefaces, are
 * loaded for the first card, since most processes never draw one.
 */
export function createCardSource(
  queries: Queries,
  load: (picture: { kind: PictureKind; key: string }) => Promise<CardPicture | undefined>,
): CardSource {
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
