import { createMp3Encoder } from 'wasm-media-encoders';

/** Kilobits per second. At 16,000 samples per second the encoder keeps everything up to 7.6 kHz (decision 0026). */
const BITRATE = 48;
/** Samples that a decoder returns before the first encoded one: the encoder's delay and its own (LAME's technical FAQ). */
export const ENCODER_DELAY = 576;

/** Sample rates of MPEG audio, by version and index (ISO 11172-3, 2.4.2.3; ISO 13818-3, 2.4.2.3). */
const SAMPLE_RATES: Readonly<Record<number, readonly number[]>> = {
  3: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  0: [11_025, 12_000, 8000],
};
/** Bit rates of layer III in kilobits per second, by their four-bit index: for MPEG 1, and for the lower sample rates. */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const MPEG_1 = 3;

/** The content of a frame's header. */
export interface FrameHeader {
  /** The frame's size in bytes, with the header. */
  size: number;
  /** The number of samples in the frame. */
  samples: number;
  sampleRate: number;
  /** The size of the side information between header and data, in bytes, for mono. */
  sideInfo: number;
}

/** Encodes samples as MP3 frames, as they come. */
export interface Mp3Encoder {
  /** Returns the frames that are complete, which may be none. */
  encode(samples: Float32Array): Uint8Array;
  /** Returns the remaining frames. */
  finish(): Uint8Array;
}

/** Opens an encoder for one narration: mono, constant bit rate. */
export async function openMp3Encoder(sampleRate: number): Promise<Mp3Encoder> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: sampleRate as 16_000, channels: 1, bitrate: BITRATE });
  return {
    // The encoder returns its own memory, so it is copied.
    encode: (samples) => encoder.encode([samples]).slice(),
    finish: () => encoder.finalize().slice(),
  };
}

/** Reads the header of the frame at the beginning of `bytes`. Throws a TypeError if there is none. */
export function readFrameHeader(bytes: Uint8Array): FrameHeader {
  const [sync = 0, kind = 0, rates = 0] = bytes;
  const version = (kind >> 3) & 3;
  const sampleRate = SAMPLE_RATES[version]?.[(rates >> 2) & 3];
  const bitrate = (version === MPEG_1 ? BITRATES_1 : BITRATES_2)[rates >> 4];
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2 || !sampleRate || !bitrate)
    throw new TypeError('These bytes are not an MP3 frame.');
  const samples = version === MPEG_1 ? 1152 : 576;
  const padding = (rates >> 1) & 1;
  return {
    size: Math.floor((samples / 8) * ((bitrate * 1000) / sampleRate)) + padding,
    samples,
    sampleRate,
    sideInfo: version === MPEG_1 ? 17 : 9,
  };
}

/**
 * Builds the info frame at the beginning of a file, with its length and the encoder's delay. It gives players the duration
 * before they have the whole file, and exact positions. Source: G. Bouvigne, "Mp3 Info Tag rev 1". The table for seeking is
 * left out, since the bit rate is constant.
 *
 * @param first the first frame of the file
 * @param bytes the size of all frames
 * @param samples the number of samples that were encoded
 */
export function buildInfoFrame(first: Uint8Array, bytes: number, samples: number): Uint8Array {
  const head = readFrameHeader(first);
  const frames = Math.round(bytes / head.size);
  const frame = new Uint8Array(head.size);
  frame.set(first.subarray(0, 4));
  // Clears the padding bit, since a padding byte would shift the fields.
  frame[2]! &= ~2;
  const view = new DataView(frame.buffer, 4 + head.sideInfo);
  writeText(view, 0, 'Info');
  view.setUint32(4, FRAMES_KNOWN | BYTES_KNOWN);
  view.setUint32(8, frames);
  view.setUint32(12, bytes + head.size);
  writeText(view, 16, 'LAME3.100');
  const padding = Math.max(0, frames * head.samples - ENCODER_DELAY - samples);
  // Delay and padding, twelve bits each, in bytes 21 to 23 after the encoder's name.
  view.setUint8(16 + 21, ENCODER_DELAY >> 4);
  view.setUint8(16 + 22, ((ENCODER_DELAY & 15) << 4) | (padding >> 8));
  view.setUint8(16 + 23, padding & 255);
  return frame;
}

const FRAMES_KNOWN = 1;
const BYTES_KNOWN = 2;

function writeText(view: DataView, at: number, text: string): void {
  for (const [offset, letter] of [...text].entries())
    view.setUint8(at + offset, letter.charCodeAt(0));
}
