import type { Recorder } from '#server/catalogue/narration/recorder.ts';
import { concatBytes } from '#speech/encoding/bytes.ts';
import { openMp3Encoder, readFrameHeader } from '#speech/encoding/mp3.ts';

/** Samples a second. */
const RATE = 16_000;
/** Frames that a sentence takes, of 576 samples each: about a second. */
const FRAMES = 28;
const SAMPLES = FRAMES * 576;

/** Seconds of a sentence that is hummed. */
export const SENTENCE_SECONDS = SAMPLES / RATE;

/** Hummed once for all: the tests that record whole libraries would take minutes. */
const frames = hum();

/** Records in no time: each sentence is hummed. */
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
  // What comes of it is late, and no whole frames at a time: those in the middle are.
  const { size } = readFrameHeader(thrice);
  return thrice.slice(FRAMES * size, 2 * FRAMES * size);
}
