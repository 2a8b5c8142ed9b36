import {
  type PictureService,
  createPictureService as realPictures,
} from '#server/catalogue/pictures/service.ts';

export * from '#server/catalogue/pictures/service.ts';

/** Draws requested pictures only. Drawing the whole library ahead would keep a processor busy beside the tests. */
export function createPictureService(...given: Parameters<typeof realPictures>): PictureService {
  return { ...realPictures(...given), async renderMissing() {} };
}
