import { MPEGDecoder } from 'mpg123-decoder';
import NodeID3 from 'node-id3';
import { describe, expect, it } from 'vitest';
import { concatBytes } from './bytes.ts';
import { openMp3Encoder, parseMp3FrameHeader } from './mp3.ts';
import { buildMp3File, buildMp3InfoFrame } from './mp3-file.ts';

/** Creates a tone that swells and fades six times a second, so that a shift in time is detectable. */
function createTone(seconds: number, rate: number): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, at) =>
      0.3 * Math.sin((2 * Math.PI * 220 * at) / rate) * Math.sin((2 * Math.PI * 3 * at) / rate),
  );
}

async function encode(samples: Float32Array, rate: number, part = 1000): Promise<Uint8Array> {
  const encoder = await openMp3Encoder(rate);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < samples.length; at += part)
    parts.push(encoder.encode(samples.subarray(at, at + part)));
  return concatBytes([...parts, encoder.finish()]);
}

async function decode(file: Uint8Array) {
  const decoder = new MPEGDecoder({ enableGapless: true });
  await decoder.ready;
  const { channelData, sampleRate } = decoder.decode(file);
  decoder.free();
  return { samples: channelData[0]!, sampleRate };
}

const CONTENT = {
  title: 'Where the müsic stops',
  author: 'Fencepost',
  narrator: 'American Female',
  cover: { bytes: new Uint8Array([255, 216, 255, 224]), mediaType: 'image/jpeg' },
  chapters: [
    { title: 'Introduction', from: 0.15, to: 1.2 },
    { title: 'A first point', from: 1.2, to: 2 },
  ],
};

describe.each([16_000, 22_050, 24_000, 32_000])('an MP3 at %i samples per second', (rate) => {
  it.each([0.4, 1, 2.345])('keeps the length of %f seconds when it is decoded', async (seconds) => {
    const samples = createTone(seconds, rate);
    const file = buildMp3File(await encode(samples, rate), samples.length, CONTENT);
    const decodedAudio = await decode(file);
    expect(decodedAudio.sampleRate).toBe(rate);
    expect(Math.abs(decodedAudio.samples.length - samples.length)).toBeLessThan(0.05 * rate);
  });

  it('consists of complete frames with the size in their header', async () => {
    const frames = await encode(createTone(1, rate), rate);
    let at = 0;
    while (at < frames.length) at += parseMp3FrameHeader(frames.subarray(at)).size;
    expect(at).toBe(frames.length);
  });
});

it('stores the length of the audio and the padding of the encoder in the info frame', async () => {
  const samples = createTone(2, 16_000);
  const frames = await encode(samples, 16_000);
  const { size } = parseMp3FrameHeader(frames);
  const info = buildMp3InfoFrame(frames.subarray(0, size), frames.length, samples.length);
  const view = new DataView(info.buffer, 13);
  expect(String.fromCharCode(...info.subarray(13, 17))).toBe('Info');
  expect(view.getUint32(8)).toBe(frames.length / size);
  expect(view.getUint32(12)).toBe(frames.length + info.length);
  const delay = (view.getUint8(37) << 4) | (view.getUint8(38) >> 4);
  const padding = ((view.getUint8(38) & 15) << 8) | view.getUint8(39);
  expect((frames.length / size) * 576 - delay - padding).toBe(samples.length);
});

it('produces frames that can be played before the file is complete', async () => {
  const samples = createTone(2, 16_000);
  const frames = await encode(samples, 16_000, 333);
  const { samples: decodedSamples } = await decode(frames);
  // Decoding preserves the input's peak level. The decoded length is only approximate, because MP3 frames alone do not
  // state the exact length.
  const findPeak = (samples: Float32Array) =>
    samples.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  expect(findPeak(decodedSamples)).toBeGreaterThan(0.25);
  expect(decodedSamples.length / 16_000).toBeGreaterThan(1.9);
});

it('stores title, author, cover and chapters for players in the tag', async () => {
  const samples = createTone(2, 16_000);
  const file = buildMp3File(await encode(samples, 16_000), samples.length, CONTENT);
  const tags = NodeID3.read(Buffer.from(file));
  expect(tags).toMatchObject({
    title: CONTENT.title,
    artist: 'Fencepost',
    performerInfo: 'American Female',
    image: { mime: 'image/jpeg', imageBuffer: Buffer.from(CONTENT.cover.bytes) },
    tableOfContents: [{ elements: ['chapter-1', 'chapter-2'], isOrdered: true }],
  });
  expect(
    tags.chapter?.map(({ startTimeMs, endTimeMs, tags }) => [tags?.title, startTimeMs, endTimeMs]),
  ).toEqual([
    ['Introduction', 150, 1200],
    ['A first point', 1200, 2000],
  ]);
});

it.each([
  [new Uint8Array()],
  [new Uint8Array([255, 255, 255, 255])],
  [new Uint8Array([73, 68, 51, 3])],
])('rejects bytes that are not an MP3 frame: %j', (bytes) => {
  expect(() => parseMp3FrameHeader(bytes)).toThrow(TypeError);
});
