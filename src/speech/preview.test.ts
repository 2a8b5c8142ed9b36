import { describe, expect, it } from 'vitest';
import type { RecordingTimings } from '#domain/timings.ts';
import { openMp3Encoder, parseMp3FrameHeader } from './encoding/mp3.ts';
import { cutPreview, MAX_PREVIEW_SECONDS } from './recording.ts';

const RATE = 16_000;
/** The number of samples in an MP3 frame. */
const FRAME = 576;
const encoder = await openMp3Encoder(RATE);
/** MP3 frames of forty seconds of silence. */
const frames = encoder.encode(new Float32Array(40 * RATE));

/**
 * Returns the timings of a recording whose sentences end at the given times, in seconds. Each sentence begins 0.3 s after
 * the previous one ends.
 */
function recording(seconds: number, ...ends: number[]): RecordingTimings {
  const sentences = ends.map((to, at) => ({
    anchor: `introduction.${at}`,
    start: 0,
    length: 10,
    from: at ? ends[at - 1]! + 0.3 : 0.15,
    to,
  }));
  return { seconds, chapters: [{ title: 'Opening', from: 0.15, to: ends.at(-1)! }], sentences };
}

const preview = (whole: RecordingTimings) => cutPreview(frames, whole);
const lengthOf = (whole: RecordingTimings) => preview(whole).timings.seconds;

describe('cutPreview', () => {
  it.each<[string, RecordingTimings, number]>([
    [
      'after the last sentence that ends within thirty seconds',
      recording(40, 10, 20, 27, 33),
      27.2,
    ],
    [
      'after a sentence that ends at the last possible moment',
      recording(40, 10, MAX_PREVIEW_SECONDS - 0.2, 35),
      MAX_PREVIEW_SECONDS,
    ],
    [
      'before a sentence that ends slightly too late',
      recording(40, 20, MAX_PREVIEW_SECONDS - 0.19, 35),
      20.2,
    ],
    ['after a sentence at the minimum length', recording(40, 18, 36), 18.2],
    [
      'within a sentence if the previous one ends too early',
      recording(40, 17.99, 36),
      MAX_PREVIEW_SECONDS,
    ],
    ['within a long first sentence', recording(40, 38), MAX_PREVIEW_SECONDS],
    ['after thirty seconds without sentences', { ...recording(40, 1), sentences: [] }, 30],
    ['with a shorter recording', recording(12.6, 5, 12), 12.6],
    ['after the last sentence of a slightly shorter recording', recording(25.6, 10, 25), 25.2],
  ])('ends %s', (_, whole, seconds) => {
    expect(lengthOf(whole)).toBeCloseTo(seconds, 6);
  });

  it('omits timings after the end of the preview, and shortens timings that exceed it', () => {
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

  it('returns exactly the frames that contain the samples of the preview', () => {
    for (const whole of [recording(40, 18), recording(40, 38), recording(12.6, 12)]) {
      const { frames: held, samples, timings } = preview(whole);
      expect(samples).toBe(Math.round(timings.seconds * RATE));
      let count = 0;
      for (let at = 0; at < held.length; at += parseMp3FrameHeader(held.subarray(at)).size) count++;
      // The encoder's delay is one frame long and precedes the samples.
      expect(count).toBe(Math.ceil((samples + FRAME) / FRAME));
      expect(frames.subarray(0, held.length)).toEqual(held);
    }
  });

  it('returns all frames if fewer exist than the preview needs', () => {
    const some = frames.subarray(0, 10 * parseMp3FrameHeader(frames).size);
    expect(cutPreview(some, recording(40, 27)).frames).toHaveLength(some.length);
  });
});
