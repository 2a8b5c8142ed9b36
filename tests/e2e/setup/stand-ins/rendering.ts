import sharp from 'sharp';
import { type PictureRendition, renderPictureFile as renderRealPicture } from '#covers/render.ts';

export * from '#covers/render.ts';

/**
 * Renders a picture as Octavo does, but encodes AVIF drawings with the lowest effort, which halves the time. The
 * quality is lower, too, so that the files do not become larger and pages stay within their size limits.
 */
export async function renderPictureFile(
  source: string | Uint8Array,
  rendition: PictureRendition,
): Promise<Buffer> {
  const { format, width } = rendition;
  if (typeof source !== 'string' || format !== 'avif') return renderRealPicture(source, rendition);
  const drawing = sharp(Buffer.from(source)).resize({ width }).removeAlpha();
  return drawing.avif({ quality: 26, effort: 0 }).toBuffer();
}
