import {
  type PictureService,
  createPictureService as realPictures,
} from '#server/catalogue/pictures/service.ts';

export * from '#server/catalogue/pictures/service.ts';

/**
 * Creates a picture service that draws only requested pictures. Drawing the whole library in advance would slow down
 * the tests.
 */
export function createPictureService(...given: Parameters<typeof realPictures>): PictureService {
  return {
    ...realPictures(...given),
    async renderMissing() {},
    renderPicturesOfArticle: async () => 0,
  };
}
