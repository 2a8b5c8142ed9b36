import { describe, expect, it } from 'vitest';
import type { RecordingTimings } from '#domain/timings.ts';
import { openMp3Encoder, parseMp3FrameHeader } from './encoding/mp3.ts';
import { cutPreview, MAX_PREVIEW_SECONDS } from './recording.ts';

const RATE = 16_000;
/** The number of samples in an MP3 frame. */
const FRAME = 576;
const encoder = await openMp3Encoder(RATE);
/** Forty seconds of silence, encoded as MP3 frames. */
const frames = encoder.encode(new Float32Array(40 * RATE));

/**
 * Returns the timings of a recording whose sentences end at the given times, in seconds. Each sentence begins 0.3 s
 * after the previous one ends.
 */
function createTimings(seconds: number, ...ends: number[]): RecordingTimings {
  const sentences = ends.map((to, at) => ({
    anchor: `introduction.${at}`,
    start: 0,
    length: 10,
    from: at ? ends[at - 1]! + 0.3 : 0.15,
    to,
  }));
  return { seconds, chapters: [{ title: 'Opening', from: 0.15, to: ends.at(-1)! }], sentences };
}

const createPreview = (recording: RecordingTimings) => cutPreview(frames, recording);
const getPreviewLength = (recording: RecordingTimings) => createPreview(recording).timings.seconds;

describe('cutPreview', () => {
  it.each<[string, RecordingTimings, number]>([
    [
      'after the last sentence that ends within thirty seconds',
      createTimings(40, 10, 20, 27, 33),
      27.2,
    ],
    [
      'after a sentence that ends at the last possible moment',
      createTimings(40, 10, MAX_PREVIEW_SECONDS - 0.2, 35),
      MAX_PREVIEW_SECONDS,
    ],
    [
      'before a sentence that ends slightly too late',
      createTimings(40, 20, MAX_PREVIEW_SECONDS - 0.19, 35),
      20.2,
    ],
    ['after a sentence at the minimum length', createTimings(40, 18, 36), 18.2],
    [
      'within a sentence if the previous one ends too early',
      createTimings(40, 17.99, 36),
      MAX_PREVIEW_SECONDS,
    ],
    ['within a long first sentence', createTimings(40, 38), MAX_PREVIEW_SECONDS],
    ['after thirty seconds without sentences', { ...createTimings(40, 1), sentences: [] }, 30],
    ['with a shorter recording', createTimings(12.6, 5, 12), 12.6],
    ['after the last sentence of a slightly shorter recording', createTimings(25.6, 10, 25), 25.2],
  ])('ends %s', (_, recording, seconds) => {
    expect(getPreviewLength(recording)).toBeCloseTo(seconds, 6);
  });

  it('omits timings after the end of the preview, and shortens timings that exceed it', () => {
    const { seconds, sentences, chapters } = createPreview(createTimings(40, 17, 36, 39)).timings;
    expect(sentences.map(({ from, to }) => [from, to])).toEqual([
      [0.15, 17],
      [17.3, seconds],
    ]);
    expect(chapters).toEqual([{ title: 'Opening', from: 0.15, to: seconds }]);
    const sections = createTimings(40, 10, 27, 33);
    sections.chapters = [
      { title: 'Opening', from: 0.15, to: 27 },
      { title: 'Introduction', from: 27.3, to: 33 },
    ];
    expect(createPreview(sections).timings.chapters).toEqual([
      { title: 'Opening', from: 0.15, to: 27 },
    ]);
  });

  it('returns exactly the frames that contain the samples of the preview', () => {
    for (const recording of [
      createTimings(40, 18),
      createTimings(40, 38),
      createTimings(12.6, 12),
    ]) {
      const { frames: previewFrames, samples, timings } = createPreview(recording);
      expect(samples).toBe(Math.round(timings.seconds * RATE));
      let count = 0;
      for (
        let at = 0;
        at < previewFrames.length;
        at += parseMp3FrameHeader(previewFrames.subarray(at)).size
      )
        count++;
      // In addition to the samples, the frames contain the encoder's delay, which is as long as one frame.
      expect(count).toBe(Math.ceil((samples + FRAME) / FRAME));
      expect(frames.subarray(0, previewFrames.length)).toEqual(previewFrames);
    }
  });

  it('returns all frames if fewer exist than the preview needs', () => {
    const availableFrames = frames.subarray(0, 10 * parseMp3FrameHeader(frames).size);
    expect(cutPreview(availableFrames, createTimings(40, 27)).frames).toHaveLength(
      availableFrames.length,
    );
  });
});
