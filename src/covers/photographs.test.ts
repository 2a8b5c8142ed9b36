import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { PICTURE_FILE_FACTORIES } from '#server/studio/pictures/testing/files.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import {
  checkPreparedPhoto,
  computeTitleAreaColor,
  type PreparedPhoto,
  preparePhotoForStorage,
} from './photographs.ts';
import { renderPictureFile } from './render.ts';

async function preparePhoto(
  name: keyof typeof PICTURE_FILE_FACTORIES,
  focus?: { x: number; y: number },
) {
  const photo = await preparePhotoForStorage(await PICTURE_FILE_FACTORIES[name](), focus);
  if ('refusal' in photo) throw new Error(photo.refusal);
  return photo;
}

describe('an uploaded photograph', () => {
  it.each(['jpeg', 'png', 'webp', 'avif', 'cmyk'] as const)(
    'is stored as an sRGB JPEG if it is uploaded as %s',
    async (name) => {
      const { bytes, width, height } = await preparePhoto(name);
      expect([width, height]).toEqual([1600, 1200]);
      expect(await sharp(bytes).metadata()).toMatchObject({
        format: 'jpeg',
        space: 'srgb',
        width: 1600,
        height: 1200,
      });
    },
  );

  it('is rotated upright, without metadata about place and camera', async () => {
    const uploadedMetadata = await sharp(await PICTURE_FILE_FACTORIES.exifRotated()).metadata();
    expect(uploadedMetadata.orientation).toBe(6);
    expect(uploadedMetadata.exif?.toString('latin1')).toContain('Somebody');
    const { bytes, width, height } = await preparePhoto('exifRotated');
    expect([width, height]).toEqual([1200, 1600]);
    const stored = await sharp(bytes).metadata();
    expect([stored.exif, stored.icc, stored.xmp, stored.iptc, stored.orientation]).toEqual(
      Array(5).fill(undefined),
    );
    // The test picture is stored sideways. Rotating it upright moves its top edge to the right.
    const right = await sharp(bytes)
      .extract({ left: 1100, top: 800, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(right[0]).toBeGreaterThan(right[2]!);
  });

  it.runIf(isRunOfAllTests())('is no larger than a cover needs', async () => {
    const large = await sharp({
      create: { width: 4000, height: 6000, channels: 3, background: '#777' },
    })
      .jpeg()
      .toBuffer();
    expect(await preparePhotoForStorage(large)).toMatchObject({ width: 1600, height: 2400 });
  });

  it.each([
    ['svg', 'That’s not a JPEG'],
    ['html', 'That’s not a JPEG'],
    ['truncated', 'damaged or incomplete'],
    ['animated', 'That picture is animated'],
    ['small', 'That picture is 500 × 300 pixels. A cover needs at least 640 × 800.'],
    ['bomb', 'The limit is 64 million pixels'],
  ] as const)('is rejected with an explanation: %s', async (name, message) => {
    const file = await PICTURE_FILE_FACTORIES[name]();
    expect(await preparePhotoForStorage(file)).toEqual({
      refusal: expect.stringContaining(message),
    });
  });

  it('is rejected if it is empty, or only begins like a picture', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('\x89PNG\r\n\x1a\nand the rest', 'latin1')])
      expect(await preparePhotoForStorage(bytes)).toHaveProperty('refusal');
  });

  it('is cropped to 4:5 around the chosen point, at any width', async () => {
    const widePhoto = await sharp({
      create: { width: 2000, height: 1000, channels: 3, background: '#c02020' },
    })
      .composite([
        {
          input: { create: { width: 1000, height: 1000, channels: 3, background: '#2040c0' } },
          left: 1000,
          top: 0,
        },
      ])
      .jpeg()
      .toBuffer();
    const mean = async (x: number) => {
      const cropped = await renderPictureFile(widePhoto, {
        width: 320,
        format: 'jpeg',
        focus: { x, y: 0.5 },
      });
      expect(await sharp(cropped).metadata()).toMatchObject({ width: 320, height: 400 });
      const { channels } = await sharp(cropped).stats();
      return channels.map((channel) => Math.round(channel.mean));
    };
    const [red, , blueOfRed] = await mean(0);
    const [redOfBlue, , blue] = await mean(1);
    expect(red! - blueOfRed!).toBeGreaterThan(100);
    expect(blue! - redOfBlue!).toBeGreaterThan(100);
  });

  it('has the average color of the part behind the title', async () => {
    const { bytes, color } = await preparePhoto('jpeg', { x: 0.5, y: 0.5 });
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    expect(b! - r!).toBeGreaterThan(100);
    expect(g).toBeLessThan(100);
    expect(await computeTitleAreaColor(bytes, { x: 0.5, y: 0.5 })).toBe(color);
  });

  it.each([
    ['right', { width: 2000, height: 1000 }, { left: 1700, top: 400 }, { x: 0.89, y: 0.47 }],
    ['foot', { width: 1000, height: 2400 }, { left: 400, top: 2100 }, { x: 0.47, y: 0.91 }],
  ])(
    'is cropped around its most salient point if nobody chose a point: at its %s',
    async (_, size, at, expectedFocus) => {
      const grey = { ...size, channels: 3, background: '#607060' } as const;
      const face = { width: 150, height: 150, channels: 3, background: '#f0c0a0' } as const;
      const file = await sharp({ create: grey })
        .composite([{ input: { create: face }, ...at }])
        .jpeg()
        .toBuffer();
      const { focus } = (await preparePhotoForStorage(file)) as PreparedPhoto;
      expect(Math.hypot(focus.x - expectedFocus.x, focus.y - expectedFocus.y)).toBeLessThan(0.1);
    },
  );
});

describe('a photograph that was already prepared', () => {
  const createWidePhoto = () =>
    sharp({ create: { width: 9000, height: 1500, channels: 3, background: '#777' } });
  it.each<[string, () => Promise<Buffer>]>([
    ...(['jpeg', 'png', 'avif', 'exifRotated', 'cmyk'] as const).map(
      (name): [string, () => Promise<Buffer>] => [name, PICTURE_FILE_FACTORIES[name]],
    ),
    [
      'grey',
      async () =>
        sharp(await PICTURE_FILE_FACTORIES.jpeg())
          .greyscale()
          .jpeg()
          .toBuffer(),
    ],
    [
      'with sixteen bits per channel',
      async () =>
        sharp(await PICTURE_FILE_FACTORIES.jpeg())
          .toColorspace('rgb16')
          .png()
          .toBuffer(),
    ],
    ['wider than the stored maximum', () => createWidePhoto().jpeg().toBuffer()],
  ])('is accepted unchanged: %s', async (_, file) => {
    const { bytes, width, height } = (await preparePhotoForStorage(await file())) as PreparedPhoto;
    expect(await checkPreparedPhoto(bytes)).toEqual({ width, height });
  });

  it.each<[string, () => Promise<Buffer>, string]>([
    ['a WebP file', PICTURE_FILE_FACTORIES.webp, 'isn’t in Octavo’s format'],
    ['a file with metadata', PICTURE_FILE_FACTORIES.exifRotated, 'isn’t in Octavo’s format'],
    ['a CMYK file', PICTURE_FILE_FACTORIES.cmyk, 'isn’t in Octavo’s format'],
    [
      'a file with too long a side',
      () => createWidePhoto().jpeg().toBuffer(),
      'isn’t in Octavo’s format',
    ],
    ['an HTML file', PICTURE_FILE_FACTORIES.html, 'That’s not a JPEG'],
    ['a truncated file', PICTURE_FILE_FACTORIES.truncated, 'damaged or incomplete'],
    ['a file with too many pixels', PICTURE_FILE_FACTORIES.bomb, 'The limit is 64 million pixels'],
  ])('is rejected with an explanation if it is %s', async (_, file, message) => {
    expect(await checkPreparedPhoto(await file())).toEqual({
      refusal: expect.stringContaining(message),
    });
  });
});
