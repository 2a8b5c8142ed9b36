import type { ArticleMeta } from '#domain/article.ts';
import type { Focus } from '#domain/images.ts';
import type { PictureChoice } from '#domain/studio/manuscript.ts';
import type { Drawing, Photo, StockPicture } from '#domain/studio/pictures.ts';

type Image = ArticleMeta['image'];

/** What an editor is looking at before they decide. */
export type PictureCandidate =
  | { kind: 'drawing'; drawing: Drawing }
  | { kind: 'photo'; photo: Photo; focus: Focus }
  /** Its service is told only when it is taken. */
  | { kind: 'stock'; picture: StockPicture };

/** A photograph as it was cut last. */
export function createPhotoCandidate(photo: Photo): PictureCandidate {
  return { kind: 'photo', photo, focus: photo.crops.at(-1)! };
}

/** A choice, with what readers would get. */
export interface ChosenPicture {
  picture: PictureChoice;
  image: Image;
}

/** A drawing as large as a preview has it. */
export function getPreviewImage({ image }: Drawing): Image {
  return { ...image, src: image.src.replace(/\/\d+$/, '/960') };
}
