import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { VoiceModelError } from './voice-model-error.ts';

const MODULE = 'sherpa-onnx-node';

/** The folder of the package.json and lock file that the module is installed from. */
export const PACKAGES_FOLDER = fileURLToPath(new URL('packages', import.meta.url));

/** The version in that package.json. */
export const MODULE_VERSION: string = JSON.parse(
  readFileSync(path.join(PACKAGES_FOLDER, 'package.json'), 'utf8'),
).dependencies[MODULE];

/** The part of the module's interface that is used. Its documentation is in its `types.js`. */
export interface SherpaOnnx {
  OfflineTts: new (config: OfflineTtsConfig) => OfflineTts;
}

export interface OfflineTtsConfig {
  /** A kind of model, with its files by the module's names for them. */
  model: { [kind: string]: Readonly<Record<string, string>> | number | string };
  maxNumSentences: number;
  /** The factor for pauses within a sentence. */
  silenceScale: number;
}

export interface OfflineTts {
  numSpeakers: number;
  sampleRate: number;
  generate(request: {
    text: string;
    /** True if samples stay in the module's own memory until Node collects them. */
    enableExternalBuffer: boolean;
    generationConfig: { sid: number; speed: number; silenceScale: number; extra: object };
  }): { samples: Float32Array; sampleRate: number };
}

/**
 * Returns the folder that the module is installed in. It is in the data folder, since every `npm install` would remove it
 * from the project's `node_modules`.
 */
export function moduleFolder(dataFolder: string): string {
  return path.join(dataFolder, 'narrator', 'module');
}

/** Returns the version of the module in a folder, or undefined if there is none. */
export function findModule(folder: string): string | undefined {
  try {
    const manifest = path.join(folder, 'node_modules', MODULE, 'package.json');
    return JSON.parse(readFileSync(manifest, 'utf8')).version;
  } catch {
    return undefined;
  }
}

/** Throws a {@link VoiceModelError} with instructions if the module is missing or has another version. */
export function assertModule(folder: string): void {
  const version = findModule(folder);
  if (version === MODULE_VERSION) return;
  const what = version ? `has version ${version}` : 'does not contain it';
  throw new VoiceModelError(
    `NARRATOR_MODEL needs ${MODULE} ${MODULE_VERSION}, and ${folder} ${what}. Run "npm run narrator:neural", with the same NARRATOR_MODEL and DATA_DIR.`,
  );
}

/** Loads the module, a native addon. Throws an Error if this machine cannot run it. */
export function loadModule(folder: string): SherpaOnnx {
  const require = createRequire(path.join(folder, 'package.json'));
  try {
    return require(MODULE);
  } catch {
    const { platform, arch } = process;
    throw new Error(
      `${MODULE} cannot be loaded on this machine (${platform}, ${arch}): ${findLoadError(require)}`,
    );
  }
}

/** Returns why the addon could not be loaded, which the module does not report. */
function findLoadError(require: NodeJS.Require): string {
  const { platform, arch } = process;
  const name = `sherpa-onnx-${platform === 'win32' ? 'win' : platform}-${arch}`;
  try {
    require(`${name}/sherpa-onnx.node`);
    return 'its native addon loads, but the module does not.';
  } catch (error) {
    return (error as Error).message.split('\n')[0]!;
  }
}
