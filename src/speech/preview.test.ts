import { describe, expect, it } from 'vitest';
import type { Timings } from '#domain/timings.ts';
import { openMp3Encoder, readFrameHeader } from './encoding/mp3.ts';
import { cutPreview, PREVIEW_SECONDS } from './preview.ts';

const RATE = 16_000;
/** Samples of a frame, and seconds of it. */
const FRAME = 576;
const encoder = await openMp3Encoder(RATE);
/** Forty seconds. */
const frames = encoder.encode(new Float32Array(40 * RATE));

/** A recording whose sentences end at these seconds, each beginning a moment after the one before. */
function recording(seconds: number, ...ends: number[]): Timings {
  const sentences = ends.map((to, at) => ({
    anchor: `introduction.${at}`,
    start: 0,
    length: 10,
    from: at ? ends[at - 1]! + 0.3 : 0.15,
    to,
  }));
  return { seconds, chapters: [{ title: 'Opening', from: 0.15, to: ends.at(-1)! }], sentences };
}

const preview = (whole: Timings) => cutPreview(frames, whole);
const lengthOf = (whole: Timings) => preview(whole).timings.seconds;

describe('cutPreview', () => {
  it.each<[string, Timings, number]>([
    ['after the last sentence that ends within it', recording(40, 10, 20, 27, 33), 27.2],
    [
      'after one that ends at the last moment',
      recording(40, 10, PREVIEW_SECONDS - 0.2, 35),
      PREVIEW_SECONDS,
    ],
    [
      'before one that ends too late by a breath',
      recording(40, 20, PREVIEW_SECONDS - 0.19, 35),
      20.2,
    ],
    ['after a sentence at the minimum length', recording(40, 18, 36), 18.2],
    [
      'in a sentence, where the one before ends too early',
      recording(40, 17.99, 36),
      PREVIEW_SECONDS,
    ],
    ['within a long first sentence', recording(40, 38), PREVIEW_SECONDS],
    ['after thirty seconds without sentences', { ...recording(40, 1), sentences: [] }, 30],
    ['with a shorter recording', recording(12.6, 5, 12), 12.6],
    ['with the last word of a recording of about that length', recording(25.6, 10, 25), 25.2],
  ])('ends %s', (_, whole, seconds) => {
    expect(lengthOf(whole)).toBeCloseTo(seconds, 6);
  });

  it('omits timings after its end, and cuts those that exceed it', () => {
    const { seconds, sentences, chapters } = preview(recording(40, 17, 36, 39)).timings;
    expect(sentences.map(({ from, to }) => [from, to])).toEqual([
      [0.15, 17],
      [17.3, seconds],
    ]);
    expect(chapters).toEqual([{ title: 'Opening', from: 0.15, to: seconds }]);
    const sections = recording(40, 10, 27, 33);
    sections.chapters = [
      { title: 'Opening', from: 0.15, to: 27 },
      { title: 'Introduction', from: 27.3, to: 33 },
    ];
    expect(preview(sections).timings.chapters).toEqual([{ title: 'Opening', from: 0.15, to: 27 }]);
  });

  it('has exactly the frames of its samples', () => {
    for (const whole of [recording(40, 18), recording(40, 38), recording(12.6, 12)]) {
      const { frames: held, samples, timings } = preview(whole);
      expect(samples).toBe(Math.round(timings.seconds * RATE));
      let count = 0;
      for (let at = 0; at < held.length; at += readFrameHeader(held.subarray(at)).size) count++;
      // The encoder puts as many samples before them as a frame of this rate has.
      expect(count).toBe(Math.ceil((samples + FRAME) / FRAME));
      expect(frames.subarray(0, held.length)).toEqual(held);
    }
  });

  it('has all frames if fewer exist than its samples need', () => {
    const some = frames.subarray(0, 10 * readFrameHeader(frames).size);
    expect(cutPreview(some, recording(40, 27)).frames).toHaveLength(some.length);
  });
});
