import { openMp3Encoder } from '#server/catalogue/narration/encoding/mp3.ts';
import type { Recorder } from '#server/catalogue/narration/recorder.ts';

/** Samples a second. */
const RATE = 16_000;

/** Records in no time: a second of humming for each sentence. */
export const humming: Recorder['record'] = async function* (script) {
  const encoder = await openMp3Encoder(RATE);
  const sentences = script.sections.flatMap(({ passages }) =>
    passages.flatMap(({ anchor, sentences }) => sentences.map((each) => ({ anchor, ...each }))),
  );
  for (const [at, { anchor, start, text }] of sentences.entries()) {
    const sound = Float32Array.from({ length: RATE }, (_, n) => 0.1 * Math.sin(n / 8));
    const sentence = { anchor, start, length: text.length, from: at, to: at + 1 };
    yield { frames: encoder.encode(sound), sentence };
  }
  yield { frames: encoder.finish() };
  const samples = sentences.length * RATE;
  const chapters = [{ title: script.sections[0]!.title, from: 0, to: sentences.length }];
  return { chapters, sampleRate: RATE, samples };
};
