/** An MP3 file as a player has it: its sound, and what it says of itself. */
import { MPEGDecoder } from 'mpg123-decoder';
import { readFrameHeader } from '#speech/encoding/mp3.ts';

/** Samples are mono, between -1 and 1. */
export interface Mp3Sound {
  samples: Float32Array;
  sampleRate: number;
}

/** The sound of a file, without what the encoder put around it. */
export async function decode(file: Uint8Array): Promise<Mp3Sound> {
  const decoder = new MPEGDecoder({ enableGapless: true });
  await decoder.ready;
  const { channelData, sampleRate, errors } = decoder.decode(file);
  decoder.free();
  if (errors.length) throw new Error(`The file is broken: ${errors[0]!.message}`);
  return { samples: channelData[0]!, sampleRate };
}

/** How long a file is, in seconds, without what the encoder put around the sound. */
export interface Mp3Lengths {
  /** By the frame before all others, which is what a player believes. */
  promised: number;
  /** By the frames that are there. */
  held: number;
}

/** Throws a TypeError where the file does not begin with such a frame. */
export function lengthsOf(file: Uint8Array): Mp3Lengths {
  const bytes = file.subarray(tagSizeOf(file));
  const head = readFrameHeader(bytes);
  const at = 4 + head.sideInfo;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at);
  if (String.fromCharCode(...bytes.subarray(at, at + 4)) !== 'Info')
    throw new TypeError('The file does not say how long it is.');
  // Twelve bits each: what the encoder put before the sound, and after it ("Mp3 Info Tag rev 1").
  const delay = (view.getUint8(37) << 4) | (view.getUint8(38) >> 4);
  const padding = ((view.getUint8(38) & 15) << 8) | view.getUint8(39);
  const seconds = (frames: number) => (frames * head.samples - delay - padding) / head.sampleRate;
  return {
    promised: seconds(view.getUint32(8)),
    held: seconds(framesIn(bytes.subarray(head.size))),
  };
}

/** Bytes of the ID3 tag; its own count has seven bits in each byte (ID3 2.3.0, 3.1). */
function tagSizeOf(file: Uint8Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = file.subarray(6, 10);
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d);
}

function framesIn(bytes: Uint8Array): number {
  let frames = 0;
  for (let at = 0; at < bytes.length; at += readFrameHeader(bytes.subarray(at)).size) frames++;
  return frames;
}
