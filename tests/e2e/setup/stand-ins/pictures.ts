import {
  type Pictures,
  createPictures as realPictures,
} from '#server/catalogue/pictures/service.ts';

export * from '#server/catalogue/pictures/service.ts';

/** Draws requested pictures only. Drawing the whole library ahead would keep a processor busy beside the tests. */
export function createPictures(...given: Parameters<typeof realPictures>): Pictures {
  return { ...realPictures(...given), async drawMissing() {} };
}
