import sharp from 'sharp';

export const COVER_WIDTHS = [320, 480, 640, 960, 1280] as const;
export const AVATAR_WIDTHS = [64, 128, 256, 512] as const;

export type PictureFormat = 'avif' | 'webp' | 'jpeg';

/** SVG user units are 1/72 inch to librsvg, so this density draws one unit as one pixel. */
const UNIT_DENSITY = 72;

/**
 * A drawing of ours as a picture of that width in pixels; the height follows. Rasterised at its final
 * size rather than scaled, so edges stay sharp. The same bytes every time for the same versions of sharp
 * and its codecs. Metadata is never written.
 */
export async function renderPicture(
  svg: string,
  { width, format }: { width: number; format: PictureFormat },
): Promise<Buffer> {
  const drawnWidth = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  if (!drawnWidth)
    throw new Error('The drawing has no viewBox from 0 0 with a width in whole units.');
  const density = (UNIT_DENSITY * width) / drawnWidth;
  const picture = sharp(Buffer.from(svg), { density }).resize({ width }).removeAlpha();
  if (format === 'avif') return picture.avif({ quality: 52, effort: 2 }).toBuffer();
  if (format === 'webp') return picture.webp({ quality: 76, effort: 4 }).toBuffer();
  return picture.jpeg({ quality: 78, mozjpeg: true }).toBuffer();
}
