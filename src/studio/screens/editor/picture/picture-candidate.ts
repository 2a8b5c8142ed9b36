import type { ArticleMeta } from '#domain/article.ts';
import type { Focus } from '#domain/images.ts';
import type { PictureChoice } from '#domain/studio/manuscript.ts';
import type { Drawing, Photo, StockPicture } from '#domain/studio/pictures.ts';

type Image = ArticleMeta['image'];

/** A picture the editor is considering. */
export type PictureCandidate =
  | { kind: 'drawing'; drawing: Drawing }
  | { kind: 'photo'; photo: Photo; focus: Focus }
  /** Downloaded from its service only once it is chosen. */
  | { kind: 'stock'; picture: StockPicture };

/** Returns a photograph as a candidate with its latest crop. */
export function createPhotoCandidate(photo: Photo): PictureCandidate {
  return { kind: 'photo', photo, focus: photo.crops.at(-1)! };
}

/** The chosen picture and the image readers will see. */
export interface ChosenPicture {
  picture: PictureChoice;
  image: Image;
}

/** Returns a drawing's image in the preview size. */
export function getPreviewImage({ image }: Drawing): Image {
  return { ...image, src: image.src.replace(/\/\d+$/, '/960') };
}
