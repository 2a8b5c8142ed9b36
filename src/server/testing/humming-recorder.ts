import type { Recorder } from '#server/catalogue/narration/recorder.ts';
import { concatBytes } from '#speech/encoding/bytes.ts';
import { openMp3Encoder, readFrameHeader } from '#speech/encoding/mp3.ts';

/** Samples per second. */
const RATE = 16_000;
/** MPEG frames of 576 samples per sentence: about a second. */
const FRAMES = 28;
const SAMPLES = FRAMES * 576;

/** The duration of a hummed sentence in seconds. */
export const SENTENCE_SECONDS = SAMPLES / RATE;

/** Encoded once: tests that record whole libraries would take minutes otherwise. */
const frames = hum();

/** Records a script without a speech engine: each sentence is a hum. */
export const recordHum: Recorder['record'] = async function* (script) {
  const sentences = script.sections.flatMap(({ passages }) =>
    passages.flatMap(({ anchor, sentences }) => sentences.map((each) => ({ anchor, ...each }))),
  );
  for (const [at, { anchor, start, text }] of sentences.entries()) {
    const [from, to] = [at * SENTENCE_SECONDS, (at + 1) * SENTENCE_SECONDS];
    yield {
      frames: await frames,
      sentence: { anchor, start, length: text.length, from, to },
      ...(at === 0 && { chapter: script.sections[0]!.title }),
    };
  }
  const samples = sentences.length * SAMPLES;
  return { sampleRate: RATE, samples };
};

async function hum(): Promise<Uint8Array> {
  const encoder = await openMp3Encoder(RATE);
  const sound = Float32Array.from({ length: SAMPLES }, (_, at) => 0.1 * Math.sin(at / 8));
  const thrice = concatBytes([sound, sound, sound].map((again) => encoder.encode(again)));
  // The encoder delays its output by part of a frame, so only frames from the middle are whole.
  const { size } = readFrameHeader(thrice);
  return thrice.slice(FRAMES * size, 2 * FRAMES * size);
}
