import os from 'node:os';
import path from 'node:path';
import type { Config } from '#server/platform/config.ts';
import { StartError } from '#server/platform/start-error.ts';
import { BUILT_IN_VOICES_VERSION } from '#speech/engines/built-in-voices.ts';
import { BUILT_IN_ENGINE_CHOICE, type EngineChoice } from '#speech/engines/engine.ts';
import {
  ENGINE_VOICES_WITH_FIXED_SPEAKERS,
  type EngineVoices,
} from '#speech/engines/engine-voices.ts';
import { SYNTHESIS_THREADS } from '#speech/engines/neural/neural-engine.ts';
import {
  getEngineVoicesOfModel,
  readModelDescription,
} from '#speech/engines/neural/neural-model.ts';
import { assertSherpaInstalled, getSherpaFolder } from '#speech/engines/neural/sherpa-onnx.ts';
import { VoiceModelError } from '#speech/engines/neural/voice-model-error.ts';
import {
  computeServiceEngineVersion,
  getEngineVoicesOfService,
  readServiceVoices,
  type ServiceVoices,
} from '#speech/engines/service/service-voices.ts';
import type { SpeechServiceOptions } from './speech-service/speech-service.ts';

/** A speech engine with the data that is needed to record with it. */
export interface SpeechSetup {
  choice: EngineChoice;
  /** Identifies the version of the speech engine and its default voices. Known before the engine is opened. */
  version: string;
  voices: EngineVoices;
  /** The largest number of recordings that can run at the same time on this machine without slowing each other down. */
  atOnce: number;
  /**
   * The options for the speech service, and the default voice of each narrator. Absent if the engine is not a service.
   */
  service?: SpeechServiceOptions & { voices: ServiceVoices };
}

/**
 * Chooses the speech engine: the service at NARRATOR_URL, or else the model in NARRATOR_MODEL, or else the built-in
 * voices. Throws {@link StartError} if the voices of the service are unknown, or if the model or the module that runs
 * it is missing or unusable.
 */
export function chooseSpeechSetup(config: Config): SpeechSetup {
  const { NARRATOR_URL, NARRATOR_MODEL, DATA_DIR } = config;
  const cores = os.availableParallelism();
  if (NARRATOR_URL) return chooseService(config, NARRATOR_URL, cores);
  if (!NARRATOR_MODEL)
    return {
      choice: BUILT_IN_ENGINE_CHOICE,
      version: BUILT_IN_VOICES_VERSION,
      voices: ENGINE_VOICES_WITH_FIXED_SPEAKERS,
      atOnce: cores,
    };
  const folder = getSherpaFolder(DATA_DIR);
  const choice = { engine: 'neural', modelFolder: NARRATOR_MODEL, moduleFolder: folder } as const;
  try {
    const model = readModelDescription(NARRATOR_MODEL);
    assertSherpaInstalled(folder);
    return {
      choice,
      version: model.version,
      voices: getEngineVoicesOfModel(model),
      atOnce: Math.max(1, Math.floor(cores / SYNTHESIS_THREADS)),
    };
  } catch (error) {
    throw error instanceof VoiceModelError ? new StartError(error.message) : error;
  }
}

/** The file in DATA_DIR that assigns a voice of the speech service to each narrator. */
const NARRATORS_FILE = path.join('narrator', 'narrators.json');
const GIGABYTE = 1e9;

function chooseService(config: Config, url: string, atOnce: number): SpeechSetup {
  const { NARRATOR_KEY: key, NARRATOR_REQUESTS: requests, DATA_DIR } = config;
  // The configuration is only valid if NARRATOR_SERVICE_MODEL is set together with NARRATOR_URL.
  const model = config.NARRATOR_SERVICE_MODEL!;
  const voices = readVoices(path.join(DATA_DIR, NARRATORS_FILE), model);
  const endpoint = buildSpeechEndpointUrl(url);
  const version = computeServiceEngineVersion({ endpoint, model, voices });
  const gainsFolder = path.join(DATA_DIR, 'narrator', 'gains');
  return {
    choice: { engine: 'service', version, gainsFolder, lookAhead: requests },
    version,
    voices: getEngineVoicesOfService(model, voices),
    atOnce,
    service: {
      access: { endpoint, model, key },
      voices,
      limits: {
        characters: config.NARRATOR_MONTHLY_CHARACTERS,
        cost: config.NARRATOR_MONTHLY_BUDGET,
        price: config.NARRATOR_PRICE,
      },
      atOnce: requests,
      maxCacheBytes: config.NARRATOR_CACHE_GB * GIGABYTE,
    },
  };
}

function readVoices(file: string, model: string) {
  try {
    return readServiceVoices(file, model);
  } catch (error) {
    throw error instanceof VoiceModelError ? new StartError(error.message) : error;
  }
}

/**
 * Returns the URL of the endpoint for speech requests. If the base URL has no path, inserts `/v1`, the API version that
 * all services support.
 */
export function buildSpeechEndpointUrl(base: string): string {
  const url = new URL(base);
  const folder = url.pathname.replace(/\/+$/, '') || '/v1';
  url.pathname = folder.endsWith('/audio/speech') ? folder : `${folder}/audio/speech`;
  return url.href;
}
