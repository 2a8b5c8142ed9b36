import type { ArticleMeta } from '#domain/article.ts';
import type { FocalPoint } from '#domain/images.ts';
import type { PictureChoice } from '#domain/studio/manuscript.ts';
import type { DrawingChoice, Photo, StockPhoto } from '#domain/studio/pictures.ts';

type Image = ArticleMeta['image'];

/** A picture that the editor previews before choosing it. */
export type PictureCandidate =
  | { kind: 'drawing'; drawing: DrawingChoice }
  | { kind: 'photo'; photo: Photo; focus: FocalPoint }
  /** A stock picture is downloaded from its service only after the editor has chosen it. */
  | { kind: 'stock'; picture: StockPhoto };

/** Creates a candidate for the preview from a photo and the photo's most recent crop. */
export function createPhotoCandidate(photo: Photo): PictureCandidate {
  return { kind: 'photo', photo, focus: photo.crops.at(-1)! };
}

/** The picture that an editor has chosen, with the image that readers will see. */
export interface ChosenPicture {
  picture: PictureChoice;
  image: Image;
}

/** Returns a drawing's image at a width of 960 pixels, for previews of the article. */
export function getChosenDrawingImage({ image }: DrawingChoice): Image {
  return { ...image, src: image.src.replace(/\/\d+$/, '/960') };
}
