import {
  createPictureService as createRealPictureService,
  type PictureService,
} from '#server/catalogue/pictures/service.ts';

export * from '#server/catalogue/pictures/service.ts';

/**
 * Creates a picture service that draws pictures only on request. Drawing the pictures of the whole library in advance
 * would slow down the tests.
 */
export function createPictureService(
  ...args: Parameters<typeof createRealPictureService>
): PictureService {
  return {
    ...createRealPictureService(...args),
    async renderMissing() {},
    renderPicturesOfArticle: async () => 0,
  };
}
