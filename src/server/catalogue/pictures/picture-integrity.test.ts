import { describe, expect, it } from 'vitest';
import { renderPictureFile } from '#covers/render.ts';
import { IMAGE_FORMATS } from '#domain/images.ts';
import { isCompletePicture } from './picture-integrity.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 5"><circle cx="2" cy="2" r="1"/></svg>';

describe.each(IMAGE_FORMATS)('a picture as %s', (format) => {
  const render = () =>
    renderPictureFile(SVG, { width: 320, format: format === 'jpg' ? 'jpeg' : format });

  it('is complete as rendered', async () => {
    expect(isCompletePicture(await render(), format)).toBe(true);
  });

  it('is incomplete when bytes are missing or added', async () => {
    const picture = await render();
    for (const length of [0, 1, 7, 8, 12, 20, picture.length / 2, picture.length - 1])
      expect(isCompletePicture(picture.subarray(0, length), format), `${length} bytes`).toBe(false);
    expect(isCompletePicture(Buffer.concat([picture, Buffer.alloc(9)]), format)).toBe(false);
    expect(isCompletePicture(picture.subarray(1), format)).toBe(false);
  });

  it('is not recognized as another format', async () => {
    const zeros = Buffer.alloc(5000);
    const text = Buffer.from('The disk is full of words. '.repeat(100));
    for (const bytes of [zeros, text]) expect(isCompletePicture(bytes, format)).toBe(false);
    for (const otherFormat of IMAGE_FORMATS)
      if (otherFormat !== format)
        expect(isCompletePicture(await render(), otherFormat)).toBe(false);
  });
});
