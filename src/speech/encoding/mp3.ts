import { createMp3Encoder } from 'wasm-media-encoders';

/**
 * The bit rate of recordings in kilobits per second. At 16,000 samples per second, the encoder preserves frequencies up
 * to 7.6 kHz (decision 0026).
 */
const BITRATE = 48;
/**
 * The encoder's delay: the number of samples that the encoder adds before the first sample of the
 * original audio (LAME's technical FAQ). A decoder adds a further delay of its own.
 */
export const ENCODER_DELAY_IN_SAMPLES = 576;

/**
 * Sample rates of MPEG audio, by the version and the sample rate index in a frame's header (ISO 11172-3, 2.4.2.3; ISO
 * 13818-3, 2.4.2.3).
 */
const SAMPLE_RATES: Readonly<Record<number, readonly number[]>> = {
  3: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  0: [11_025, 12_000, 8000],
};
/** Bit rates of MPEG 1 layer III in kilobits per second, by their four-bit index. */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
/** Bit rates of MPEG 2 and 2.5 layer III in kilobits per second, by their four-bit index. */
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const MPEG_1 = 3;

/** The header of an MP3 frame. */
export interface Mp3FrameHeader {
  /** The frame's size in bytes, including the header. */
  size: number;
  /** The number of samples in the frame. */
  samples: number;
  sampleRate: number;
  /** The size, in bytes, of a mono frame's side information, which is between the header and the audio data. */
  sideInfo: number;
}

/** An encoder that turns a stream of samples into MP3 frames. */
export interface Mp3Encoder {
  /** Encodes samples. Returns the frames that they complete, or an empty array if they complete none. */
  encode(samples: Float32Array): Uint8Array;
  /** Ends the stream of samples, and returns the remaining frames. */
  finish(): Uint8Array;
}

/** Creates an encoder for one narration, with mono sound and a constant bit rate. */
export async function openMp3Encoder(sampleRate: number): Promise<Mp3Encoder> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: sampleRate as 16_000, channels: 1, bitrate: BITRATE });
  return {
    // The frames are copied, because the encoder returns a view of its own memory, which the next call overwrites.
    encode: (samples) => encoder.encode([samples]).slice(),
    finish: () => encoder.finalize().slice(),
  };
}

/** Reads the header of the MP3 frame at the beginning of `bytes`. Throws a TypeError if there is no frame. */
export function parseMp3FrameHeader(bytes: Uint8Array): Mp3FrameHeader {
  const [sync = 0, versionByte = 0, rateByte = 0] = bytes;
  const version = (versionByte >> 3) & 3;
  const sampleRate = SAMPLE_RATES[version]?.[(rateByte >> 2) & 3];
  const bitrate = (version === MPEG_1 ? BITRATES_1 : BITRATES_2)[rateByte >> 4];
  if (sync !== 0xff || (versionByte & 0xe6) !== 0xe2 || !sampleRate || !bitrate)
    throw new TypeError('These bytes are not an MP3 frame.');
  const samples = version === MPEG_1 ? 1152 : 576;
  const padding = (rateByte >> 1) & 1;
  return {
    size: Math.floor((samples / 8) * ((bitrate * 1000) / sampleRate)) + padding,
    samples,
    sampleRate,
    sideInfo: version === MPEG_1 ? 17 : 9,
  };
}
