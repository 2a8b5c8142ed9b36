import os from 'node:os';
import path from 'node:path';
import type { NarratorId } from '#domain/narrators.ts';
import type { BlockingSpeechEngine } from '../engine.ts';
import { type ChosenSpeakerAndSpeed, computeVoiceFingerprint } from '../engine-voices.ts';
import { adaptWordsToEspeak } from './espeak-words.ts';
import {
  type NeuralModelDescription,
  readModelDescription,
  resolveNeuralVoice,
} from './neural-model.ts';
import {
  assertSherpaInstalled,
  loadSherpa,
  type OfflineTts,
  type SherpaOnnx,
} from './sherpa-onnx.ts';
import { loadOrMeasureVoiceGain, measureVoiceGain } from './voice-gain.ts';
import type { NeuralVoice } from './voices.ts';

/**
 * The number of threads that synthesize a sentence. Additional threads would hardly make the synthesis faster. The work
 * is not spread over several processes, because each would need hundreds of megabytes for its own copy of the model.
 */
export const SYNTHESIS_THREADS = Math.min(4, os.availableParallelism());
/**
 * The factor by which the length of pauses within a sentence is multiplied. With 1, pauses stay unchanged. The default
 * of sherpa-onnx, 0.2, would shorten each pause to a fifth.
 */
const SILENCE_SCALE = 1;

/**
 * Opens a neural speech model with the npm package `sherpa-onnx-node`. Call this only in a process that records speech,
 * not in the server. The package writes to the terminal, and may terminate the process if files are damaged. Throws the
 * same errors as {@link readModelDescription}, {@link assertSherpaInstalled} and {@link loadSherpa}.
 */
export function openNeuralEngine(modelFolder: string, moduleFolder: string): BlockingSpeechEngine {
  const model = readModelDescription(modelFolder);
  assertSherpaInstalled(moduleFolder);
  const gains = path.join(moduleFolder, '..', 'gains');
  return createSpeechEngineFromNeuralModel(loadSherpa(moduleFolder), model, gains);
}

/**
 * Creates a speech engine from a loaded voice model. `gains` is the folder that stores the measured gain of each voice.
 */
export function createSpeechEngineFromNeuralModel(
  sherpa: SherpaOnnx,
  model: NeuralModelDescription,
  gains: string,
): BlockingSpeechEngine {
  const { kind, files, narrators, version } = model;
  const tts = new sherpa.OfflineTts({
    // Kokoro models require an accent when they are opened. This accent has no effect, because each request specifies
    // its own.
    model: {
      [kind]: kind === 'kokoro' ? { ...files, lang: narrators.af.accent! } : files,
      numThreads: SYNTHESIS_THREADS,
      provider: 'cpu',
    },
    maxNumSentences: 1,
    silenceScale: SILENCE_SCALE,
  });
  const { sampleRate } = tts;
  const speak = (words: string, narrator: NarratorId, chosen?: ChosenSpeakerAndSpeed) =>
    synthesize(
      tts,
      files['dataDir'] ? adaptWordsToEspeak(words) : words,
      resolveNeuralVoice(model, narrator, chosen),
    );
  const gainsByVoice = new Map<string, number>();
  return {
    version,
    sampleRate,
    gainOf(narrator, chosen) {
      const name = `${computeVoiceFingerprint(version, chosen)}-${narrator}`;
      const gain =
        gainsByVoice.get(name) ??
        loadOrMeasureVoiceGain(path.join(gains, `${name}.json`), () =>
          measureVoiceGain((words) => speak(words, narrator, chosen), sampleRate),
        );
      gainsByVoice.set(name, gain);
      return gain;
    },
    speak,
  };
}

function synthesize(tts: OfflineTts, words: string, voice: NeuralVoice): Float32Array {
  if (!/[a-z]/i.test(words))
    throw new Error(`The model cannot speak "${words}": it has no letters.`);
  const { speaker: sid, speed, accent } = voice;
  const extra = accent ? { lang: accent } : {};
  const generationConfig = { sid, speed, silenceScale: SILENCE_SCALE, extra };
  try {
    const request = { text: words, enableExternalBuffer: false, generationConfig };
    const { samples } = tts.generate(request);
    if (samples.length) return samples;
  } catch (error) {
    throw new Error(`The model cannot speak "${words}": ${(error as Error).message}.`);
  }
  throw new Error(`The model produced no audio for "${words}".`);
}
