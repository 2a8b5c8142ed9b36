import type { ImageFormat } from '#domain/images.ts';

/**
 * Number of bytes in the header of an ISO box, which contains the length and the type of the box (ISO/IEC 14496-12,
 * 4.2).
 */
const BOX_HEADER_BYTES = 8;

/**
 * Returns true if the bytes are a complete picture in the given format. Checks only the signature and the length fields
 * or end marker of the format, so the picture does not have to be decoded.
 */
export function isCompletePicture(bytes: Buffer, format: ImageFormat): boolean {
  if (format === 'avif') return isCompleteAvif(bytes);
  if (format === 'webp') return isCompleteWebp(bytes);
  return isCompleteJpeg(bytes);
}

/**
 * Returns true if the bytes begin with the JPEG start-of-image marker and end with the end-of-image marker (ITU-T T.81,
 * B.1.1.3).
 */
function isCompleteJpeg(bytes: Buffer): boolean {
  return (
    bytes.length > 4 &&
    bytes.readUInt16BE(0) === 0xffd8 &&
    bytes.readUInt16BE(bytes.length - 2) === 0xffd9
  );
}

/**
 * Returns true if the bytes are a RIFF container with the length that its header specifies. The length in the header
 * does not include the first eight bytes (RFC 9649, 2.3).
 */
function isCompleteWebp(bytes: Buffer): boolean {
  return (
    bytes.length > 12 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP' &&
    bytes.readUInt32LE(4) + 8 === bytes.length
  );
}

/**
 * Returns true if the bytes are a sequence of complete ISO boxes. The first box must contain the file type, and another
 * box must contain the image data.
 */
function isCompleteAvif(bytes: Buffer): boolean {
  const boxes: string[] = [];
  let offset = 0;
  while (offset + BOX_HEADER_BYTES <= bytes.length) {
    const length = bytes.readUInt32BE(offset);
    if (length < BOX_HEADER_BYTES) return false;
    boxes.push(bytes.toString('latin1', offset + 4, offset + 8));
    offset += length;
  }
  return offset === bytes.length && boxes[0] === 'ftyp' && boxes.includes('mdat');
}
