import { describe, expect, it } from 'vitest';
import { addWaveHeader, decodeToMono, getWaveSeconds, hasSound, parseWave } from './wave.ts';

interface WaveOptions {
  encoding?: number;
  bits?: number;
  channels?: number;
  sampleRate?: number;
  /** The size of the audio that the WAV header states. Default: the real size. */
  size?: number;
  isExtensible?: boolean;
  /** Additional chunks that precede the audio, by chunk ID. */
  before?: Readonly<Record<string, Uint8Array>>;
  after?: Uint8Array;
}

const encodeAscii = (text: string) => new TextEncoder().encode(text);

function buildChunk(id: string, content: Uint8Array, size = content.length): Uint8Array {
  const header = new Uint8Array(8);
  header.set(encodeAscii(id));
  new DataView(header.buffer).setUint32(4, size, true);
  return Buffer.concat([header, content, new Uint8Array(content.length % 2)]);
}

/** Builds a WAV file from the bytes of its samples. */
function buildWave(data: Uint8Array, options: WaveOptions = {}): Uint8Array {
  const { encoding = 1, bits = 16, channels = 1, sampleRate = 24_000, isExtensible } = options;
  const { size, before = {}, after = new Uint8Array() } = options;
  const format = new DataView(new ArrayBuffer(isExtensible ? 40 : 16));
  format.setUint16(0, isExtensible ? 0xfffe : encoding, true);
  format.setUint16(2, channels, true);
  format.setUint32(4, sampleRate, true);
  format.setUint16(14, bits, true);
  if (isExtensible) format.setUint16(24, encoding, true);
  const chunks = [
    buildChunk('fmt ', new Uint8Array(format.buffer)),
    ...Object.entries(before).map(([id, content]) => buildChunk(id, content)),
    buildChunk('data', data, size),
    after,
  ];
  return Buffer.concat([encodeAscii('RIFF'), new Uint8Array(4), encodeAscii('WAVE'), ...chunks]);
}

const int16 = (...values: number[]) => new Uint8Array(Int16Array.from(values).buffer);
const decodeSamples = (file: Uint8Array) => [...decodeToMono(parseWave(file))];

describe('parseWave', () => {
  it.each<[string, Uint8Array, WaveOptions]>([
    ['8 bits', Uint8Array.of(128, 192, 0), { bits: 8 }],
    ['16 bits', int16(0, 16_384, -32_768), {}],
    ['24 bits', Uint8Array.of(0, 0, 0, 0, 0, 0x40, 0, 0, 0x80), { bits: 24 }],
    ['32 bits', new Uint8Array(Int32Array.of(0, 2 ** 30, -(2 ** 31)).buffer), { bits: 32 }],
    [
      'floating point',
      new Uint8Array(Float32Array.of(0, 0.5, -1).buffer),
      { encoding: 3, bits: 32 },
    ],
    [
      'double precision',
      new Uint8Array(Float64Array.of(0, 0.5, -1).buffer),
      { encoding: 3, bits: 64 },
    ],
    ['an extensible header', int16(0, 16_384, -32_768), { isExtensible: true }],
  ])('reads samples with %s', (_, data, options) => {
    expect(decodeSamples(buildWave(data, options))).toEqual([0, 0.5, -1]);
  });

  it('averages the channels', () => {
    const file = buildWave(int16(16_384, 0, -32_768, -16_384), { channels: 2, sampleRate: 44_100 });
    expect(decodeSamples(file)).toEqual([0.25, -0.75]);
    expect(getWaveSeconds(parseWave(file))).toBe(2 / 44_100);
  });

  it.each([0, 0xffffffff, 0x7fffffff - 36, 0x7fffffff])(
    'reads audio of unknown length to the end of the file (%i)',
    (size) => {
      // The audio ends with half a sample, which the parser must omit.
      const file = buildWave(Buffer.concat([int16(1, 2, 3), Uint8Array.of(1)]), { size });
      expect(parseWave(file.subarray(0, -1)).samples.byteLength).toBe(6);
    },
  );

  it('skips other chunks, of odd lengths too', () => {
    const before = { LIST: encodeAscii('INFO of an odd length'), fact: new Uint8Array(4) };
    const file = buildWave(int16(16_384), {
      before,
      after: buildChunk('LIST', encodeAscii('more')),
    });
    expect(decodeSamples(file)).toEqual([0.5]);
  });

  it('reads a file that is part of a larger buffer', () => {
    const file = buildWave(int16(16_384));
    const larger = Buffer.concat([new Uint8Array(3), file, new Uint8Array(9)]);
    expect(decodeSamples(larger.subarray(3, 3 + file.length))).toEqual([0.5]);
  });

  it('limits floating-point samples to full scale', () => {
    const data = new Uint8Array(Float32Array.of(Number.NaN, Infinity, -3).buffer);
    expect(decodeSamples(buildWave(data, { encoding: 3, bits: 32 }))).toEqual([0, 1, -1]);
  });

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a web page', encodeAscii('<!doctype html><html>')],
    ['JSON', encodeAscii('{"error":"no"}')],
    ['MP3 audio', Uint8Array.of(0xff, 0xfb, 0x90, 0x64)],
    ['MP3 audio', encodeAscii('ID3')],
    ['Ogg audio', encodeAscii('OggS')],
    ['FLAC audio', encodeAscii('fLaC')],
    ['AAC audio', Uint8Array.of(0xff, 0xf1, 0x50)],
    ['unknown data', Uint8Array.of(1, 2, 3)],
  ])('rejects %s', (content, bytes) => {
    expect(() => parseWave(bytes)).toThrow(`It sent ${content} instead of WAV audio.`);
  });

  it.each<[string, Uint8Array, string]>([
    ['a shorter file than stated', buildWave(int16(1, 2), { size: 400 }), 'It sent 4 of 400 bytes'],
    ['no audio', buildWave(int16()).subarray(0, 36), 'ends before its audio'],
    ['an incomplete header', buildWave(int16()).subarray(0, 30), 'incomplete header'],
  ])('rejects %s as incomplete', (_, bytes, message) => {
    expect(() => parseWave(bytes)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(message), mayBeIncomplete: true }),
    );
  });

  it.each<[string, WaveOptions, string]>([
    ['a compressed encoding', { encoding: 85 }, 'unsupported encoding 85'],
    ['no channel', { channels: 0 }, '0 channels'],
    ['an impossible sample rate', { sampleRate: 0 }, '0 samples per second'],
  ])('rejects %s', (_, options, message) => {
    expect(() => parseWave(buildWave(int16(1), options))).toThrow(message);
  });

  it('rejects or reads any damaged header without another error', () => {
    const file = buildWave(int16(1, 2, 3));
    for (let at = 0; at < file.length; at++)
      for (const byte of [0, 1, 0x7f, 0xff]) {
        const damaged = Uint8Array.from(file);
        damaged[at] = byte;
        try {
          decodeToMono(parseWave(damaged));
        } catch (error) {
          expect((error as Error).name).toBe('UnusableAudioError');
        }
      }
  });
});

it('addWaveHeader makes a file of raw samples', () => {
  const audio = parseWave(addWaveHeader(int16(0, -16_384), 22_050));
  expect(audio).toMatchObject({ sampleRate: 22_050, channels: 1 });
  expect([...decodeToMono(audio)]).toEqual([0, -0.5]);
});

it('hasSound finds a single loud sample, and no sound in noise below -54 dB', () => {
  expect(hasSound(parseWave(buildWave(int16(0, 60, -60, 3000))))).toBe(true);
  expect(hasSound(parseWave(buildWave(int16(0, 60, -60, 3))))).toBe(false);
  expect(hasSound(parseWave(buildWave(int16())))).toBe(false);
});
