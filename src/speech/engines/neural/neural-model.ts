import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { NarratorId } from '#domain/narrators.ts';
import type { ChosenSpeakerAndSpeed, EngineVoices } from '../engine-voices.ts';
import { computeModelFingerprint } from './fingerprint.ts';
import { readOnnxMetadata } from './onnx-metadata.ts';
import { REQUIRED_SHERPA_VERSION } from './sherpa-onnx.ts';
import { VoiceModelError } from './voice-model-error.ts';
import {
  listSpeakerNames,
  type ModelSpeakers,
  type NeuralVoice,
  readNarratorVoices,
  toEngineSpeakers,
} from './voices.ts';

/**
 * The version of the settings for neural voices. Increase it when the settings in this file or in neural-engine.ts
 * change, so that recordings with the old settings are replaced.
 */
const SETTINGS_VERSION = 2;

/**
 * Data files of espeak-ng, which converts words to phonemes. If a file is missing, sherpa-onnx terminates the process.
 */
const ESPEAK = ['phontab', 'phonindex', 'phondata', 'intonations', 'en_dict'].map(
  (name) => `espeak-ng-data/${name}`,
);

/** A supported family of voice models. */
interface Family {
  /** The name of the model family in sherpa-onnx. */
  kind: string;
  /**
   * Returns the names of the files that a model needs in addition to its weights. The keys are sherpa-onnx's names for
   * these files. The folder name `espeak-ng-data` stands for all files in {@link ESPEAK}.
   */
  files(
    metadata: ReadonlyMap<string, string>,
  ): Partial<Record<'voices' | 'tokens' | 'dataDir' | 'lexicon', string>>;
  acceptAccents: boolean;
}

const STYLE_FILES = { voices: 'voices.bin', tokens: 'tokens.txt', dataDir: 'espeak-ng-data' };

const FAMILIES: Readonly<Record<string, Family>> = {
  kokoro: { kind: 'kokoro', files: () => STYLE_FILES, acceptAccents: true },
  'kitten-tts': { kind: 'kitten', files: () => STYLE_FILES, acceptAccents: false },
  // Models of the type `vits`, such as Piper, convert text to phonemes in one of three ways: by treating each character
  // as a phoneme, with espeak-ng, or with a word list.
  vits: {
    kind: 'vits',
    files(metadata) {
      const tokens = 'tokens.txt';
      if (metadata.get('frontend') === 'characters') return { tokens };
      if (metadata.get('comment')?.includes('piper') || metadata.get('has_espeak') === '1')
        return { tokens, dataDir: 'espeak-ng-data' };
      return { tokens, lexicon: 'lexicon.txt' };
    },
    acceptAccents: false,
  },
};

/** The description of a voice model whose files exist and look complete. The model is not loaded. */
export interface NeuralModelDescription {
  folder: string;
  /** The model's family, as named by sherpa-onnx. */
  kind: string;
  /** Paths of the model's files, keyed by the names that sherpa-onnx uses for these files. */
  files: Readonly<Record<string, string>>;
  speakers: ModelSpeakers;
  narrators: Readonly<Record<NarratorId, NeuralVoice>>;
  /**
   * The version of the model and its settings. It changes whenever the model begins to speak the same words
   * differently.
   */
  version: string;
}

/**
 * Reads the description of the voice model in a folder, without loading the model. Throws a
 * {@link VoiceModelError} if the model's type is not supported, if a file is missing or incomplete,
 * or if a narrator has no voice.
 */
export function readModelDescription(folder: string): NeuralModelDescription {
  const model = findModel(folder);
  const metadata = readMetadata(model);
  const type = metadata.get('model_type') ?? '';
  const family = FAMILIES[type];
  if (!family)
    throw new VoiceModelError(
      `NARRATOR_MODEL: ${model} has the unsupported type "${type}". Supported types: ${Object.keys(FAMILIES).join(', ')}.`,
    );
  const fileNames = { model: path.basename(model), ...family.files(metadata) };
  assertFilesExist(folder, type, Object.values(fileNames).flatMap(expandFolder));
  const count = Math.max(1, Number(metadata.get('n_speakers')) || 1);
  assertStyleFileSize(folder, metadata, count);
  const names = metadata.get('speaker_names')?.split(',') ?? [];
  const speakers = { count, names, acceptAccents: family.acceptAccents };
  const narrators = readNarratorVoices(folder, speakers);
  const files = Object.fromEntries(
    Object.entries(fileNames).map(([role, name]) => [role, path.join(folder, name)]),
  );
  const settings = [SETTINGS_VERSION, REQUIRED_SHERPA_VERSION, narrators];
  const version = `${family.kind}-${computeModelFingerprint(Object.values(files), settings)}`;
  return { folder, kind: family.kind, files, speakers, narrators, version };
}

/** Returns the voices of a model. Editors choose one of them for each narrator. */
export function getEngineVoicesOfModel({
  speakers,
  narrators,
}: NeuralModelDescription): EngineVoices {
  const names = listSpeakerNames(speakers);
  const defaults = Object.entries(narrators).map(([narrator, { speaker, speed }]) => [
    narrator,
    { speaker: names[speaker]!, speed },
  ]);
  return {
    speakers: toEngineSpeakers(names),
    hasUnlistedSpeakers: false,
    defaults: Object.fromEntries(defaults),
  };
}

/**
 * Returns the voice that a model uses for a narrator: the voice that an editor has chosen, or otherwise the default.
 * Throws a {@link VoiceModelError} if the model does not have the chosen speaker.
 */
export function resolveNeuralVoice(
  {
    folder,
    narrators,
    speakers,
  }: Pick<NeuralModelDescription, 'folder' | 'narrators' | 'speakers'>,
  narrator: NarratorId,
  chosen: ChosenSpeakerAndSpeed | undefined,
): NeuralVoice {
  const voice = narrators[narrator];
  if (!chosen) return voice;
  const { speaker: name, speed } = chosen;
  const speaker = name === undefined ? voice.speaker : listSpeakerNames(speakers).indexOf(name);
  if (speaker < 0) throw new VoiceModelError(`The model in ${folder} has no speaker ${name}.`);
  return { ...voice, speaker, speed };
}

/**
 * File names of models in order of preference, with full precision first. The order decides which file is used if a
 * folder contains several models.
 */
const MODEL_NAMES = ['model.onnx', 'model.fp16.onnx', 'model.int8.onnx'];

function findModel(folder: string): string {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.onnx'));
  } catch {
    throw new VoiceModelError(
      `NARRATOR_MODEL: cannot read the folder ${folder}. Run "npm run narrator:neural" without NARRATOR_MODEL to download a model; it prints the value to set.`,
    );
  }
  const [only, ...others] = names;
  if (!only) throw new VoiceModelError(`NARRATOR_MODEL: ${folder} contains no .onnx file.`);
  const name = others.length ? MODEL_NAMES.find((each) => names.includes(each)) : only;
  if (name) return path.join(folder, name);
  throw new VoiceModelError(
    `NARRATOR_MODEL: ${folder} contains several models (${names.join(', ')}). Rename one of them to model.onnx.`,
  );
}

function readMetadata(model: string): ReadonlyMap<string, string> {
  try {
    return readOnnxMetadata(model);
  } catch (error) {
    throw new VoiceModelError(
      `NARRATOR_MODEL: ${model} is not a complete ONNX model: ${(error as Error).message}. Download it again.`,
    );
  }
}

function expandFolder(name: string): string[] {
  return name === 'espeak-ng-data' ? ESPEAK : [name];
}

function assertFilesExist(folder: string, type: string, names: readonly string[]): void {
  const missing = names.filter((name) => !existsSync(path.join(folder, name)));
  if (missing.length)
    throw new VoiceModelError(
      `NARRATOR_MODEL: ${folder} is missing ${missing.join(', ')}, required by a ${type} model.`,
    );
}

/**
 * Throws a {@link VoiceModelError} if the file with the speakers' style vectors has the wrong size. Without this check,
 * sherpa-onnx would terminate the process.
 */
function assertStyleFileSize(
  folder: string,
  metadata: ReadonlyMap<string, string>,
  speakers: number,
): void {
  const style = metadata.get('style_dim');
  if (!style) return;
  const file = path.join(folder, STYLE_FILES.voices);
  const numbers = style.split(',').reduce((product, size) => product * Number(size), speakers);
  const bytes = numbers * Float32Array.BYTES_PER_ELEMENT;
  const { size } = statSync(file);
  if (size !== bytes)
    throw new VoiceModelError(
      `NARRATOR_MODEL: ${file} has ${size} bytes, but its model needs ${bytes}. Download both again.`,
    );
}
