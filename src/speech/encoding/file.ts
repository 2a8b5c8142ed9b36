import { concatBytes } from './bytes.ts';
import { buildInfoFrame, readFrameHeader } from './mp3.ts';
import { buildId3Tag, type TagContent } from './tag.ts';

/**
 * A whole MP3 file: its tag, a frame that says how long it is, and the frames that were made.
 *
 * @param samples those that were put into the encoder
 */
export function buildMp3File(frames: Uint8Array, samples: number, content: TagContent): Uint8Array {
  const first = frames.subarray(0, readFrameHeader(frames).size);
  return concatBytes([buildId3Tag(content), buildInfoFrame(first, frames.length, samples), frames]);
}
