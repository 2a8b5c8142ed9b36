import NodeID3 from 'node-id3';
import { concatBytes } from './bytes.ts';
import { ENCODER_DELAY_IN_SAMPLES, parseMp3FrameHeader } from './mp3.ts';

/** The metadata that players display for an MP3 file. */
export interface Mp3Metadata {
  title: string;
  author: string;
  narrator: string;
  /** The cover picture, a JPEG or PNG. */
  cover?: { bytes: Uint8Array; mediaType: string } | undefined;
  /** The chapters in chronological order, with times in seconds. */
  chapters: readonly { title: string; from: number; to: number }[];
}

/**
 * Builds an MP3 file from encoded frames. Adds an ID3 tag with the metadata, and an info frame with the duration.
 *
 * @param samples the number of samples that were encoded
 */
export function buildMp3File(
  frames: Uint8Array,
  samples: number,
  metadata: Mp3Metadata,
): Uint8Array {
  const first = frames.subarray(0, parseMp3FrameHeader(frames).size);
  return concatBytes([
    buildId3Tag(metadata),
    buildMp3InfoFrame(first, frames.length, samples),
    frames,
  ]);
}

/**
 * Builds an ID3 tag, which precedes the first frame of a file. The tag uses ID3 version 2.3, with the chapter frames
 * that the addendum "ID3v2 Chapter Frame" defines.
 */
function buildId3Tag({ title, author, narrator, cover, chapters }: Mp3Metadata): Uint8Array {
  const toMilliseconds = (seconds: number) => Math.round(seconds * 1000);
  const entries = chapters.map(({ title, from, to }, start) => ({
    elementID: `chapter-${start + 1}`,
    startTimeMs: toMilliseconds(from),
    endTimeMs: toMilliseconds(to),
    tags: { title },
  }));
  return NodeID3.create({
    title,
    artist: author,
    performerInfo: narrator,
    album: 'Octavo',
    language: 'eng',
    genre: 'Speech',
    ...(cover && {
      image: {
        mime: cover.mediaType,
        type: { id: NodeID3.TagConstants.AttachedPicture.PictureType.FRONT_COVER },
        description: '',
        imageBuffer: Buffer.from(cover.bytes),
      },
    }),
    chapter: entries,
    tableOfContents: [
      {
        elementID: 'contents',
        isOrdered: true,
        elements: entries.map(({ elementID }) => elementID),
      },
    ],
  });
}

/**
 * Builds the info frame for the beginning of an MP3 file. It contains the file's length and the encoder's delay. With
 * these values, players know the duration and exact positions before they have loaded the whole file. There is no seek
 * table, because the bit rate is constant. Source: G. Bouvigne, "Mp3 Info Tag rev 1".
 *
 * @param first the first frame of the file
 * @param bytes the total size of the encoded frames, in bytes
 * @param samples the number of samples that were encoded
 */
export function buildMp3InfoFrame(first: Uint8Array, bytes: number, samples: number): Uint8Array {
  const header = parseMp3FrameHeader(first);
  const frames = Math.round(bytes / header.size);
  const frame = new Uint8Array(header.size);
  frame.set(first.subarray(0, 4));
  // The header was copied from the first frame. Its padding bit is cleared, because the info frame has no padding byte.
  frame[2]! &= ~2;
  const view = new DataView(frame.buffer, 4 + header.sideInfo);
  writeText(view, 0, 'Info');
  view.setUint32(4, FRAME_COUNT_FLAG | BYTE_COUNT_FLAG);
  view.setUint32(8, frames);
  view.setUint32(12, bytes + header.size);
  writeText(view, 16, 'LAME3.100');
  const padding = Math.max(0, frames * header.samples - ENCODER_DELAY_IN_SAMPLES - samples);
  // The encoder's delay and the padding after the audio have twelve bits each. They are stored 21 bytes after the start
  // of the encoder's name.
  view.setUint8(16 + 21, ENCODER_DELAY_IN_SAMPLES >> 4);
  view.setUint8(16 + 22, ((ENCODER_DELAY_IN_SAMPLES & 15) << 4) | (padding >> 8));
  view.setUint8(16 + 23, padding & 255);
  return frame;
}

const FRAME_COUNT_FLAG = 1;
const BYTE_COUNT_FLAG = 2;

function writeText(view: DataView, start: number, text: string): void {
  for (const [offset, letter] of [...text].entries())
    view.setUint8(start + offset, letter.charCodeAt(0));
}
