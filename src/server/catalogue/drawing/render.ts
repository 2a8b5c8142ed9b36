import sharp from 'sharp';

export type PictureFormat = 'avif' | 'webp' | 'jpeg';

/** What a picture is to be; the width in pixels. */
export interface PictureShape {
  width: number;
  format: PictureFormat;
}

/**
 * A drawing of ours as a picture of that width in pixels; the height follows. sharp has librsvg draw at the
 * final size, so edges are never enlarged. The same bytes every time for the same versions of sharp and its
 * codecs; no metadata is written. At effort 4 an AVIF takes six times as long and is no smaller.
 */
export async function renderPicture(svg: string, { width, format }: PictureShape): Promise<Buffer> {
  const picture = sharp(Buffer.from(svg)).resize({ width }).removeAlpha();
  if (format === 'avif') return picture.avif({ quality: 50, effort: 2 }).toBuffer();
  if (format === 'webp') return picture.webp({ quality: 82, effort: 4 }).toBuffer();
  return picture.jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}
