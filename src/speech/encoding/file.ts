import { concatBytes } from './bytes.ts';
import { buildInfoFrame, readFrameHeader } from './mp3.ts';
import { buildId3Tag, type TagContent } from './tag.ts';

/**
 * Builds an MP3 file from encoded frames. It adds an ID3 tag, and an info frame with the duration.
 *
 * @param samples the number of samples that were encoded
 */
export function buildMp3File(frames: Uint8Array, samples: number, content: TagContent): Uint8Array {
  const first = frames.subarray(0, readFrameHeader(frames).size);
  return concatBytes([buildId3Tag(content), buildInfoFrame(first, frames.length, samples), frames]);
}
