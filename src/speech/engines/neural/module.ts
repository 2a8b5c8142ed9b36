import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { VoiceModelError } from './voice-model-error.ts';

const MODULE = 'sherpa-onnx-node';

/** What is installed beside Octavo, and with which hashes: a package.json and a lock of its own. */
export const PACKAGES_FOLDER = fileURLToPath(new URL('packages', import.meta.url));

/** The one version that is used, as `packages` has it. */
export const MODULE_VERSION: string = JSON.parse(
  readFileSync(path.join(PACKAGES_FOLDER, 'package.json'), 'utf8'),
).dependencies[MODULE];

/** What of the module is used; its own description is in its `types.js`. */
export interface SherpaOnnx {
  OfflineTts: new (config: OfflineTtsConfig) => OfflineTts;
}

export interface OfflineTtsConfig {
  /** A kind of model, with its files by what the module calls them. */
  model: { [kind: string]: Readonly<Record<string, string>> | number | string };
  maxNumSentences: number;
  /** What pauses within a sentence are multiplied by. */
  silenceScale: number;
}

export interface OfflineTts {
  numSpeakers: number;
  sampleRate: number;
  generate(request: {
    text: string;
    /** Samples in memory of the module's own, which Node gives back when it pleases. */
    enableExternalBuffer: boolean;
    generationConfig: { sid: number; speed: number; silenceScale: number; extra: object };
  }): { samples: Float32Array; sampleRate: number };
}

/**
 * Where the command puts the module: in the data folder, which belongs to the machine and to nobody's package.json. In
 * the project's `node_modules` every later `npm install` would take it away.
 */
export function moduleFolder(dataFolder: string): string {
  return path.join(dataFolder, 'narrator', 'module');
}

/** The version of the module that is in such a folder; `undefined` where there is none. */
export function findModule(folder: string): string | undefined {
  try {
    const manifest = path.join(folder, 'node_modules', MODULE, 'package.json');
    return JSON.parse(readFileSync(manifest, 'utf8')).version;
  } catch {
    return undefined;
  }
}

/** Throws a {@link VoiceModelError} that says what to do where the module is missing, or another than is used. */
export function assertModule(folder: string): void {
  const version = findModule(folder);
  if (version === MODULE_VERSION) return;
  const what = version ? `has version ${version}` : 'does not contain it';
  throw new VoiceModelError(
    `NARRATOR_MODEL needs ${MODULE} ${MODULE_VERSION}, and ${folder} ${what}. Run "npm run narrator:neural", with the same NARRATOR_MODEL and DATA_DIR.`,
  );
}

/** Loads the module, which is an addon. Throws an Error with a sentence where this machine cannot run it. */
export function loadModule(folder: string): SherpaOnnx {
  const require = createRequire(path.join(folder, 'package.json'));
  try {
    return require(MODULE);
  } catch {
    const { platform, arch } = process;
    throw new Error(
      `${MODULE} cannot be loaded on this machine (${platform}, ${arch}): ${whyNotLoaded(require)}`,
    );
  }
}

/** The module keeps to itself why its addon could not be loaded. */
function whyNotLoaded(require: NodeJS.Require): string {
  const { platform, arch } = process;
  const name = `sherpa-onnx-${platform === 'win32' ? 'win' : platform}-${arch}`;
  try {
    require(`${name}/sherpa-onnx.node`);
    return 'its native addon loads, but the module does not.';
  } catch (error) {
    return (error as Error).message.split('\n')[0]!;
  }
}
