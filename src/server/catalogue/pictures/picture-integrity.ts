import type { ImageFormat } from '#domain/images.ts';

/** Bytes of what an ISO box begins with: its own length, and what it is (ISO/IEC 14496-12, 4.2). */
const BOX_HEADER_BYTES = 8;

/**
 * Whether bytes are a picture of that format from its beginning to its end. Each format says how long it is, or how it
 * ends: a file that was cut off, or is something else, is found out without decoding it.
 */
export function isCompletePicture(bytes: Buffer, format: ImageFormat): boolean {
  if (format === 'avif') return isCompleteAvif(bytes);
  if (format === 'webp') return isCompleteWebp(bytes);
  return isCompleteJpeg(bytes);
}

/** From its first marker, start of image, to its last, end of image (ITU-T T.81, B.1.1.3). */
function isCompleteJpeg(bytes: Buffer): boolean {
  return (
    bytes.length > 4 &&
    bytes.readUInt16BE(0) === 0xffd8 &&
    bytes.readUInt16BE(bytes.length - 2) === 0xffd9
  );
}

/** A RIFF container says how many bytes follow its first eight (RFC 9649, 2.3). */
function isCompleteWebp(bytes: Buffer): boolean {
  return (
    bytes.length > 12 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP' &&
    bytes.readUInt32LE(4) + 8 === bytes.length
  );
}

/** A row of boxes, which fill the file, the first with the file's type and one with the picture. */
function isCompleteAvif(bytes: Buffer): boolean {
  const boxes: string[] = [];
  let at = 0;
  while (at + BOX_HEADER_BYTES <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    if (length < BOX_HEADER_BYTES) return false;
    boxes.push(bytes.toString('latin1', at + 4, at + 8));
    at += length;
  }
  return at === bytes.length && boxes[0] === 'ftyp' && boxes.includes('mdat');
}
