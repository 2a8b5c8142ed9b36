import { joined } from './bytes.ts';
import { frameHeadOf, infoFrame } from './mp3.ts';
import { type TagContent, tagOf } from './tag.ts';

/**
 * A whole MP3 file: its tag, a frame that says how long it is, and the frames that were made.
 *
 * @param samples those that were put into the encoder
 */
export function mp3File(frames: Uint8Array, samples: number, content: TagContent): Uint8Array {
  const first = frames.subarray(0, frameHeadOf(frames).size);
  return joined([tagOf(content), infoFrame(first, frames.length, samples), frames]);
}
