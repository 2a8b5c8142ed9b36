import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { PICTURE_WIDTHS } from '#domain/images.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { drawAvatar } from './avatar.ts';
import { drawCover } from './cover.ts';
import { renderPictureFile } from './render.ts';

const cover = drawCover({ category: 'nsm', seed: 'kilogram', variant: 0 }).svg;
const avatar = drawAvatar({ category: 'nsm', seed: 'plumbline' });

describe('a picture', () => {
  it.each(PICTURE_WIDTHS.covers)(
    'has an aspect ratio of 4:5 if it shows a cover, at a width of %i pixels',
    async (width) => {
      const picture = await renderPictureFile(cover, { width, format: 'webp' });
      expect(await sharp(picture).metadata()).toMatchObject({
        width,
        height: (width * 5) / 4,
        format: 'webp',
      });
    },
  );

  it.each(PICTURE_WIDTHS.avatars)(
    'is square if it shows an avatar, at a width of %i pixels',
    async (width) => {
      const picture = await renderPictureFile(avatar, { width, format: 'webp' });
      expect(await sharp(picture).metadata()).toMatchObject({ width, height: width });
    },
  );

  it.each([
    ['avif', 'heif'],
    ['webp', 'webp'],
    ['jpeg', 'jpeg'],
  ] as const)('has the requested format and no metadata: %s', async (format, container) => {
    const metadata = await sharp(await renderPictureFile(cover, { width: 320, format })).metadata();
    expect(metadata).toMatchObject({ format: container, hasAlpha: false });
    expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined]);
  });

  it.each(['avif', 'webp', 'jpeg'] as const)(
    'has the same bytes every time: %s',
    async (format) => {
      const first = await renderPictureFile(cover, { width: 320, format });
      expect((await renderPictureFile(cover, { width: 320, format })).equals(first)).toBe(true);
    },
  );

  it.runIf(isRunOfAllTests())(
    'is drawn at its final size, so that fine edges stay sharp at 1280 pixels',
    async () => {
      const rendered = await renderPictureFile(cover, { width: 1280, format: 'webp' });
      const rasterized = await sharp(Buffer.from(cover)).png().toBuffer();
      const enlarged = await sharp(rasterized).resize(1280).webp({ quality: 100 }).toBuffer();
      const sharpness = async (picture: Buffer) => (await sharp(picture).stats()).sharpness;
      expect(await sharpness(rendered)).toBeGreaterThan((await sharpness(enlarged)) * 1.1);
    },
  );

  it.each([
    ['avif', 35],
    ['webp', 50],
  ] as const)('is small at a width of 640 pixels: %s has at most %i KB', async (format, limit) => {
    const picture = await renderPictureFile(cover, { width: 640, format });
    expect(picture.length).toBeLessThanOrEqual(limit * 1024);
  });
});
