import { ActiveSpeechEngine } from '#server/catalogue/narration/active-speech-engine.ts';
import type { VoicesInUse } from '#server/catalogue/narration/preparation.ts';
import type { Recorder } from '#server/catalogue/narration/recorder.ts';
import { readConfig } from '#server/platform/config.ts';
import { concatBytes } from '#speech/encoding/bytes.ts';
import { openMp3Encoder, parseMp3FrameHeader } from '#speech/encoding/mp3.ts';
import { BUILT_IN_ENGINE_CHOICE } from '#speech/engines/engine.ts';
import { ENGINE_VOICES_WITH_FIXED_SPEAKERS } from '#speech/engines/engine-voices.ts';

/** Sample rate in samples per second. */
const SAMPLE_RATE = 16_000;
/** Number of MPEG frames per sentence. A frame has 576 samples, so a sentence lasts about a second. */
const FRAMES_PER_SENTENCE = 28;
const SAMPLES_PER_SENTENCE = FRAMES_PER_SENTENCE * 576;

/** Duration of a recorded sentence in seconds. */
export const HUM_SENTENCE_SECONDS = SAMPLES_PER_SENTENCE / SAMPLE_RATE;

/**
 * The encoded hum that replaces every sentence. It is encoded only once, because encoding it for each sentence would
 * make tests that record many articles take minutes.
 */
const frames = encodeHum();

/**
 * Records a script without a speech engine. Every sentence becomes the same hum, and every section of the script
 * becomes a chapter.
 */
export const recordScriptAsHum: Recorder['record'] = async function* (script) {
  const sentences = script.sections.flatMap(({ title, passages }) =>
    passages
      .flatMap(({ anchor, sentences }) => sentences.map((each) => ({ anchor, ...each })))
      .map((each, at) => ({ ...each, ...(at === 0 && { chapter: title }) })),
  );
  for (const [index, { anchor, start, text, chapter }] of sentences.entries()) {
    const [from, to] = [index * HUM_SENTENCE_SECONDS, (index + 1) * HUM_SENTENCE_SECONDS];
    yield {
      frames: await frames,
      sentence: { anchor, start, length: text.length, from, to },
      ...(chapter !== undefined && { chapter }),
    };
  }
  const samples = sentences.length * SAMPLES_PER_SENTENCE;
  return { sampleRate: SAMPLE_RATE, samples };
};

/** Returns voices that never change. Every narrator's voice has the given fingerprint. */
export function createVoicesWithFingerprint(fingerprint: string): VoicesInUse {
  const fingerprints = { af: fingerprint, am: fingerprint, bf: fingerprint, bm: fingerprint };
  return { fingerprints, former: [] };
}

/**
 * Returns an {@link ActiveSpeechEngine} whose engine generates a hum and has a fixed fingerprint,
 * unless the settings choose another engine.
 */
export function createHummingSpeechEngine(
  record: Recorder['record'] = recordScriptAsHum,
): ActiveSpeechEngine {
  const environment = {
    choice: BUILT_IN_ENGINE_CHOICE,
    version: 'humming',
    voices: ENGINE_VOICES_WITH_FIXED_SPEAKERS,
    atOnce: 1,
  };
  return new ActiveSpeechEngine(readConfig({}), environment, { create: () => ({ record }) });
}

async function encodeHum(): Promise<Uint8Array> {
  const encoder = await openMp3Encoder(SAMPLE_RATE);
  const sound = Float32Array.from(
    { length: SAMPLES_PER_SENTENCE },
    (_, at) => 0.1 * Math.sin(at / 8),
  );
  const repeated = concatBytes([sound, sound, sound].map((copy) => encoder.encode(copy)));
  // The encoder delays its output by part of a frame. The hum is therefore encoded three times, and only the middle
  // repetition's frames are used, because they are complete.
  const { size } = parseMp3FrameHeader(repeated);
  return repeated.slice(FRAMES_PER_SENTENCE * size, 2 * FRAMES_PER_SENTENCE * size);
}
