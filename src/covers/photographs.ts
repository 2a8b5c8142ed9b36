import sharp, { type Metadata } from 'sharp';
import { computeCoverCrop, type FocalPoint } from '#domain/images.ts';
import { PHOTO_LIMITS } from '#domain/studio/photo-limits.ts';

/** Size of a photograph in pixels. */
export interface PhotoDimensions {
  width: number;
  height: number;
}

/** A photograph that is ready for storage: an upright JPEG without location or camera metadata. */
export interface PreparedPhoto extends PhotoDimensions {
  bytes: Uint8Array;
  /** Center point of the photograph's crop. */
  focus: FocalPoint;
  /** Average color of the part of the photograph that is behind the title, as `#rrggbb`. */
  color: string;
}

/** The rejection of an uploaded file. `refusal` is a message that tells the editor why the file was rejected. */
export interface PhotoRejection {
  refusal: string;
}

/**
 * Maximum length of the longer side of a stored photograph, in pixels. The largest rendered cover is 1280 × 1600
 * pixels.
 */
const LARGEST_SIDE = 2400;
/** Maximum time for decoding a photograph, in seconds. */
const DECODING_TIMEOUT = 30;
const DECODING_OPTIONS = { limitInputPixels: PHOTO_LIMITS.pixels, failOn: 'error' } as const;

/**
 * Prepares an uploaded photograph for storage. Detects its type from its bytes, decodes it with limits on pixels and
 * time, rotates it upright, converts it to sRGB, and encodes it as JPEG. The crop is centered on `focus`. Default: the
 * most salient point.
 */
export async function preparePhotoForStorage(
  bytes: Uint8Array,
  focus?: FocalPoint,
): Promise<PreparedPhoto | PhotoRejection> {
  if (!isAcceptedType(bytes)) return { refusal: UNKNOWN_FORMAT };
  try {
    const metadata = await sharp(bytes, DECODING_OPTIONS).metadata();
    const refusal = describeRejection(metadata) ?? describeNarrowness(metadata);
    if (refusal) return { refusal };
    const { data, info } = await sharp(bytes, DECODING_OPTIONS)
      .autoOrient()
      .resize({
        width: LARGEST_SIDE,
        height: LARGEST_SIDE,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: '#ffffff' })
      .toColorspace('srgb')
      .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
      .timeout({ seconds: DECODING_TIMEOUT })
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const center = focus ?? (await findFocus(data));
    return {
      bytes: data,
      width,
      height,
      focus: center,
      color: await computeTitleAreaColor(data, center),
    };
  } catch (error) {
    return toRejection(error);
  }
}

/**
 * Validates a photograph that {@link preparePhotoForStorage} prepared earlier, before it is stored unchanged. Returns
 * its width and height. Applies the same checks as {@link preparePhotoForStorage}, except for the minimum width. Also
 * rejects a file whose format differs from that function's output.
 */
export async function checkPreparedPhoto(
  bytes: Uint8Array,
): Promise<PhotoDimensions | PhotoRejection> {
  if (!isAcceptedType(bytes)) return { refusal: UNKNOWN_FORMAT };
  try {
    const metadata = await sharp(bytes, DECODING_OPTIONS).metadata();
    const refusal =
      describeRejection(metadata) ?? (isPrepared(metadata) ? undefined : NOT_PREPARED);
    if (refusal) return { refusal };
    // Decoding the complete photograph detects truncated files.
    await sharp(bytes, DECODING_OPTIONS).timeout({ seconds: DECODING_TIMEOUT }).raw().toBuffer();
    const { width, height } = metadata;
    return { width, height };
  } catch (error) {
    return toRejection(error);
  }
}

/**
 * Returns the average color of the part of a cropped photograph that is behind the title, as `#rrggbb`. `focus` is the
 * center of the crop.
 */
export async function computeTitleAreaColor(bytes: Uint8Array, focus: FocalPoint): Promise<string> {
  const crop = computeCoverCrop(await sharp(bytes).metadata(), focus);
  const titleHeight = Math.max(1, Math.round(crop.height * TITLE_AREA_SHARE));
  const pixels = await sharp(bytes)
    .extract({ ...crop, top: crop.top + crop.height - titleHeight, height: titleHeight })
    .resize({ width: 16, height: 7, fit: 'fill' })
    .toColorspace('srgb')
    .raw()
    .toBuffer();
  const mean = (channel: number) => {
    const values = pixels.filter((_, at) => at % 3 === channel);
    return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
  };
  return `#${[0, 1, 2].map((channel) => mean(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** The share of a cover's height that is behind the title. */
const TITLE_AREA_SHARE = 0.35;

const UNKNOWN_FORMAT =
  'That’s not a JPEG, PNG, WebP, or AVIF. Choose a picture in one of these formats.';
const DAMAGED =
  'We couldn’t read that picture. It’s damaged or incomplete. Save it again and retry.';
const TOO_MANY_PIXELS = `That picture is too large. The limit is ${PHOTO_LIMITS.pixels / 1e6} million pixels. Save a smaller version and try again.`;
const NOT_PREPARED = `That picture isn’t in Octavo’s format: an upright sRGB JPEG of at most ${LARGEST_SIDE} pixels per side, without metadata. Upload it in the studio and export it from there.`;
const ANIMATED = 'That picture is animated. Choose a still one.';

function describeRejection({ format, pages = 1, autoOrient }: Metadata): string | undefined {
  if (!['jpeg', 'png', 'webp', 'heif', 'avif'].includes(format)) return UNKNOWN_FORMAT;
  if (pages > 1) return ANIMATED;
  const { width, height } = autoOrient;
  return width * height > PHOTO_LIMITS.pixels ? TOO_MANY_PIXELS : undefined;
}

function toRejection(error: unknown): PhotoRejection {
  return { refusal: /pixel limit/.test(String(error)) ? TOO_MANY_PIXELS : DAMAGED };
}

/**
 * Returns an error message if a photograph is too narrow for a cover. This check does not apply to prepared
 * photographs, because scaling a very wide photograph for storage can make its crop narrower than the minimum.
 */
function describeNarrowness({ autoOrient }: Metadata): string | undefined {
  const { width, height } = autoOrient;
  const { minWidth } = PHOTO_LIMITS;
  if (computeCoverCrop(autoOrient, { x: 0.5, y: 0.5 }).width < minWidth)
    return `That picture is ${width} × ${height} pixels. A cover needs at least ${minWidth} × ${(minWidth * 5) / 4}.`;
  return undefined;
}

function isPrepared({ format, space, width, height, ...metadata }: Metadata): boolean {
  const { orientation, exif, icc, xmp, iptc, comments } = metadata;
  return (
    format === 'jpeg' &&
    space === 'srgb' &&
    Math.max(width, height) <= LARGEST_SIDE &&
    [orientation, exif, icc, xmp, iptc, comments].every((each) => each === undefined)
  );
}

/**
 * Returns true if the first bytes of a file identify it as one of the accepted types. Files of other types are rejected
 * without being decoded.
 */
function isAcceptedType(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(64, bytes.length)).toString(
    'latin1',
  );
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    /^RIFF.{4}WEBP/s.test(text) ||
    /^.{4}ftyp(avif|avis|mif1|miaf)/s.test(text)
  );
}

/** Returns the most salient point of a photograph. Bright areas, strong colors and skin are salient. */
async function findFocus(bytes: Uint8Array): Promise<FocalPoint> {
  // sharp returns the position of the most salient point in a scaled copy of the photograph, in pixels. The size of
  // this copy is known only if the photograph is scaled first.
  const small = await sharp(bytes)
    .resize({ ...ANALYSIS_SIZE, fit: 'outside' })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  const { info } = await sharp(small.data)
    .resize({ ...ANALYSIS_SIZE, fit: 'cover', position: sharp.strategy.attention })
    .toBuffer({ resolveWithObject: true });
  const toShare = (position: number | undefined, length: number) =>
    position === undefined
      ? 0.5
      : Math.round(Math.min(1, Math.max(0, position / length)) * 1000) / 1000;
  return {
    x: toShare(info.attentionX, small.info.width),
    y: toShare(info.attentionY, small.info.height),
  };
}

const ANALYSIS_SIZE = { width: 400, height: 500 } as const;
