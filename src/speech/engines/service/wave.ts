/** Thrown if audio from a speech service is unusable. The message is a sentence in which "It" means the service. */
export class UnusableAudioError extends Error {
  override name = 'UnusableAudioError';
  /** True if the audio ended early or is silent, so that a retry may succeed. */
  readonly mayBeIncomplete: boolean;

  constructor(message: string, { mayBeIncomplete = false } = {}) {
    super(message);
    this.mayBeIncomplete = mayBeIncomplete;
  }
}

/** The uncompressed audio of a WAV file. */
export interface WaveAudio {
  sampleRate: number;
  channels: number;
  /** Reads the sample at a byte offset in {@link samples}. Returns a number between -1 and 1. */
  read(view: DataView, offset: number): number;
  bytesPerSample: number;
  /**
   * The interleaved samples of all channels. An incomplete last frame, which lacks samples for some channels, is
   * omitted.
   */
  samples: DataView;
}

/**
 * Functions that read a sample, by encoding and number of bits. Integers of 8 bits are unsigned, and longer integers
 * are signed.
 */
const SAMPLE_READERS: Readonly<Record<string, WaveAudio['read']>> = {
  'integer 8': (view, offset) => (view.getUint8(offset) - 128) / 0x80,
  'integer 16': (view, offset) => view.getInt16(offset, true) / 0x8000,
  'integer 24': (view, offset) =>
    (view.getUint16(offset, true) + view.getInt8(offset + 2) * 0x10000) / 0x800000,
  'integer 32': (view, offset) => view.getInt32(offset, true) / 0x80000000,
  'float 32': (view, offset) => clamp(view.getFloat32(offset, true)),
  'float 64': (view, offset) => clamp(view.getFloat64(offset, true)),
};

/** Sample encodings, by their number in the header of a WAV file. */
const ENCODINGS: Readonly<Record<number, string>> = { 1: 'integer', 3: 'float' };
/**
 * The encoding number that indicates that the header's extension contains the actual encoding (WAVE_FORMAT_EXTENSIBLE).
 */
const EXTENSIBLE = 0xfffe;
/**
 * Byte offsets of the fields in a WAV file's format chunk, and the minimum size of this chunk in bytes. `extended` is
 * the offset of the encoding in the header's extension.
 */
const FORMAT = { encoding: 0, channels: 2, sampleRate: 4, bits: 14, extended: 24, size: 16 };
const CHUNK_HEADER = 8;
/** The byte offset of a WAV file's first chunk. It is preceded by `RIFF`, the file's size and `WAVE`. */
const FIRST_CHUNK = 12;

const [MIN_SAMPLE_RATE, MAX_SAMPLE_RATE] = [4000, 192_000];
const MAX_CHANNELS = 8;
/**
 * The smallest audio size in a WAV header that counts as unknown. The size 0 also counts as unknown. Programs that
 * write the header before they know the size write 0, 0x7fffffff minus the header's size, or 0xffffffff.
 */
const MIN_UNKNOWN_SIZE = 0x7fff0000;

/**
 * Parses a WAV file. A streamed file's header may lack the audio's length. In that case, the audio extends to the end
 * of the file. Throws {@link UnusableAudioError} if `bytes` is not a WAV file, is incomplete, or has an unsupported
 * encoding.
 */
export function parseWave(bytes: Uint8Array): WaveAudio {
  if (!isWave(bytes))
    throw new UnusableAudioError(`It sent ${describeContent(bytes)} instead of WAV audio.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: Omit<WaveAudio, 'samples'> | undefined;
  for (let offset = FIRST_CHUNK; offset + CHUNK_HEADER <= bytes.length; ) {
    const id = readText(bytes, offset, 4);
    const size = view.getUint32(offset + 4, true);
    const start = offset + CHUNK_HEADER;
    if (id === 'fmt ') format = parseFormat(view, start, size);
    if (id === 'data') {
      if (!format) throw new UnusableAudioError('It sent WAV audio without a format.');
      return { ...format, samples: sliceSamples(view, start, size, format) };
    }
    // Chunks of odd length are followed by a padding byte.
    offset = start + size + (size % 2);
  }
  throw createIncompleteError('It sent a WAV file that ends before its audio.');
}

/** Adds a WAV header to mono samples of 16 bits, the format in which services send PCM audio. */
export function addWaveHeader(samples: Uint8Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(44 + samples.length);
  const view = new DataView(file.buffer);
  const writeText = (text: string, offset: number) =>
    file.set(new TextEncoder().encode(text), offset);
  writeText('RIFF', 0);
  view.setUint32(4, file.length - 8, true);
  writeText('WAVEfmt ', 8);
  view.setUint32(16, FORMAT.size, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, 2 * sampleRate, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  writeText('data', 36);
  view.setUint32(40, samples.length, true);
  file.set(samples, 44);
  return file;
}

/** Returns the length of the audio in seconds. */
export function getWaveSeconds({
  samples,
  channels,
  bytesPerSample,
  sampleRate,
}: WaveAudio): number {
  return samples.byteLength / (bytesPerSample * channels * sampleRate);
}

/** Decodes audio to mono samples by averaging its channels. */
export function decodeToMono({
  samples,
  channels,
  bytesPerSample,
  read,
}: WaveAudio): Float32Array<ArrayBuffer> {
  const frameSize = channels * bytesPerSample;
  return Float32Array.from({ length: samples.byteLength / frameSize }, (_, index) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++)
      sum += read(samples, index * frameSize + channel * bytesPerSample);
    return sum / channels;
  });
}

/** The level, relative to full scale, below which audio counts as silence: -54 dB. */
const SILENCE = 0.002;

/** Returns true if any sample is louder than silence. Stops at the first such sample. */
export function hasSound({ samples, bytesPerSample, read }: WaveAudio): boolean {
  for (let offset = 0; offset + bytesPerSample <= samples.byteLength; offset += bytesPerSample)
    if (Math.abs(read(samples, offset)) > SILENCE) return true;
  return false;
}

function parseFormat(view: DataView, start: number, size: number): Omit<WaveAudio, 'samples'> {
  if (size < FORMAT.size || start + size > view.byteLength)
    throw createIncompleteError('It sent a WAV file with an incomplete header.');
  const header = view.getUint16(start + FORMAT.encoding, true);
  const isExtended = header === EXTENSIBLE && size >= FORMAT.extended + 2;
  const encoding = isExtended ? view.getUint16(start + FORMAT.extended, true) : header;
  const bits = view.getUint16(start + FORMAT.bits, true);
  const channels = view.getUint16(start + FORMAT.channels, true);
  const sampleRate = view.getUint32(start + FORMAT.sampleRate, true);
  const read = SAMPLE_READERS[`${ENCODINGS[encoding]} ${bits}`];
  if (!read)
    throw new UnusableAudioError(
      `It sent WAV audio with the unsupported encoding ${encoding} and ${bits} bits.`,
    );
  const isPlausible =
    channels >= 1 &&
    channels <= MAX_CHANNELS &&
    sampleRate >= MIN_SAMPLE_RATE &&
    sampleRate <= MAX_SAMPLE_RATE;
  if (!isPlausible)
    throw new UnusableAudioError(
      `It sent WAV audio with ${channels} channels and ${sampleRate} samples per second.`,
    );
  return { sampleRate, channels, read, bytesPerSample: bits / 8 };
}

function sliceSamples(
  view: DataView,
  start: number,
  size: number,
  { channels, bytesPerSample }: Omit<WaveAudio, 'samples'>,
): DataView {
  const available = view.byteLength - start;
  const isUnknown = size === 0 || size >= MIN_UNKNOWN_SIZE;
  if (!isUnknown && size > available)
    throw createIncompleteError(`It sent ${available} of ${size} bytes of audio.`);
  const length = isUnknown ? available : size;
  const frameSize = channels * bytesPerSample;
  return new DataView(view.buffer, view.byteOffset + start, length - (length % frameSize));
}

function isWave(bytes: Uint8Array): boolean {
  return readText(bytes, 0, 4) === 'RIFF' && readText(bytes, 8, 4) === 'WAVE';
}

/** Descriptions of content that services send instead of WAV audio, each with a pattern that matches its beginning. */
const CONTENTS: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'nothing'],
  [/^\s*</, 'a web page'],
  [/^\s*[{[]/, 'JSON'],
  [/^\xff[\xf0\xf1\xf8\xf9]/, 'AAC audio'],
  [/^(ID3|\xff[\xe2-\xff])/, 'MP3 audio'],
  [/^OggS/, 'Ogg audio'],
  [/^fLaC/, 'FLAC audio'],
];

function describeContent(bytes: Uint8Array): string {
  const start = readText(bytes, 0, 64);
  return CONTENTS.find(([pattern]) => pattern.test(start))?.[1] ?? 'unknown data';
}

/** Decodes bytes as Latin-1 text, with one character per byte. */
function readText(bytes: Uint8Array, offset: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + length));
}

function createIncompleteError(message: string): UnusableAudioError {
  return new UnusableAudioError(message, { mayBeIncomplete: true });
}

/** Limits a floating-point sample to full scale. A sample that is not a number counts as silence. */
function clamp(sample: number): number {
  return Number.isNaN(sample) ? 0 : Math.max(-1, Math.min(1, sample));
}
