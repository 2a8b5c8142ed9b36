import sharp from 'sharp';
import { COVER_HEIGHT, cropAround, type Focus } from '#domain/images.ts';

export type PictureFormat = 'avif' | 'webp' | 'jpeg';

/** What a picture is to be; the width in pixels. */
export interface PictureShape {
  width: number;
  format: PictureFormat;
  /** What a photograph is cut around; absent: its middle. */
  focus?: Focus | undefined;
}

/**
 * A drawing of ours (SVG), or the bytes of a photograph that is kept, as a picture of that width in pixels; a drawing's
 * height follows, a photograph is cut to 4:5. sharp has librsvg draw at the final size, so edges are never enlarged. The
 * same bytes every time for the same versions of sharp and its codecs; no metadata is written. At effort 4 an AVIF takes
 * six times as long and is no smaller; at quality 42 it is a quarter smaller than at 50, and on a phone's screen the same.
 */
export async function renderPicture(
  source: string | Uint8Array,
  { width, format, focus }: PictureShape,
): Promise<Buffer> {
  const picture =
    typeof source === 'string'
      ? sharp(Buffer.from(source)).resize({ width }).removeAlpha()
      : await photograph(source, width, focus);
  if (format === 'avif') return picture.avif({ quality: 42, effort: 2 }).toBuffer();
  if (format === 'webp') return picture.webp({ quality: 82, effort: 4 }).toBuffer();
  return picture.jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}

async function photograph(bytes: Uint8Array, width: number, focus: Focus = { x: 0.5, y: 0.5 }) {
  const size = await sharp(bytes).metadata();
  return sharp(bytes)
    .extract(cropAround(size, focus))
    .resize({ width, height: Math.round(width * COVER_HEIGHT), fit: 'fill' });
}
