/** This module reads the audio and the metadata of an MP3 file, as a player does. */
import { MPEGDecoder } from 'mpg123-decoder';
import { parseMp3FrameHeader } from '#speech/encoding/mp3.ts';

/** Decoded mono audio. The samples range from -1 to 1. */
export interface DecodedAudio {
  samples: Float32Array;
  sampleRate: number;
}

/** Decodes an MP3 file, and removes the encoder's padding. */
export async function decodeMp3(file: Uint8Array): Promise<DecodedAudio> {
  const decoder = new MPEGDecoder({ enableGapless: true });
  await decoder.ready;
  const { channelData, sampleRate, errors } = decoder.decode(file);
  decoder.free();
  if (errors.length) throw new Error(`The file is broken: ${errors[0]!.message}`);
  return { samples: channelData[0]!, sampleRate };
}

/**
 * The length of an MP3 file in seconds, without the encoder's padding. It can be read from two sources: the info frame,
 * and the number of audio frames.
 */
export interface Mp3Durations {
  /** The length according to the info frame, which players show. */
  infoFrameSeconds: number;
  /** The length according to the number of audio frames. */
  audioFrameSeconds: number;
}

/** Reads the lengths of an MP3 file. Throws a TypeError if the file has no info frame. */
export function readMp3Durations(file: Uint8Array): Mp3Durations {
  const bytes = file.subarray(readTagSize(file));
  const head = parseMp3FrameHeader(bytes);
  const offset = 4 + head.sideInfo;
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset);
  if (String.fromCharCode(...bytes.subarray(offset, offset + 4)) !== 'Info')
    throw new TypeError('The file does not say how long it is.');
  // The lengths of the padding before and after the audio are stored in twelve bits each ("Mp3 Info Tag rev 1").
  const delay = (view.getUint8(37) << 4) | (view.getUint8(38) >> 4);
  const padding = ((view.getUint8(38) & 15) << 8) | view.getUint8(39);
  const seconds = (frames: number) => (frames * head.samples - delay - padding) / head.sampleRate;
  return {
    infoFrameSeconds: seconds(view.getUint32(8)),
    audioFrameSeconds: seconds(countFrames(bytes.subarray(head.size))),
  };
}

/** Returns the size of the ID3 tag in bytes. The size is stored with seven bits in each byte (ID3 2.3.0, 3.1). */
function readTagSize(file: Uint8Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = file.subarray(6, 10);
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d);
}

function countFrames(bytes: Uint8Array): number {
  let frames = 0;
  for (
    let offset = 0;
    offset < bytes.length;
    offset += parseMp3FrameHeader(bytes.subarray(offset)).size
  )
    frames++;
  return frames;
}
