import {
  type Pictures,
  storedPictures as realPictures,
} from '#server/catalogue/pictures/service.ts';

export * from '#server/catalogue/pictures/service.ts';

/** Draws what a page asks for, and nothing ahead: that would take a processor for a minute, beside the tests. */
export function storedPictures(...given: Parameters<typeof realPictures>): Pictures {
  return { ...realPictures(...given), async drawMissing() {} };
}
