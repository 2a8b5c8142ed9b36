import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { VoiceModelError } from './voice-model-error.ts';

const MODULE = 'sherpa-onnx-node';

/** The folder with the package.json and package-lock.json from which sherpa-onnx is installed. */
export const SHERPA_MANIFEST_FOLDER = fileURLToPath(new URL('packages', import.meta.url));

/** The required version of sherpa-onnx. */
export const REQUIRED_SHERPA_VERSION: string = JSON.parse(
  readFileSync(path.join(SHERPA_MANIFEST_FOLDER, 'package.json'), 'utf8'),
).dependencies[MODULE];

/** The part of sherpa-onnx's API that Octavo uses. The package documents its API in the file `types.js`. */
export interface SherpaOnnx {
  OfflineTts: new (config: OfflineTtsConfig) => OfflineTts;
}

export interface OfflineTtsConfig {
  /**
   * The model's settings. The key that is named after the model's family contains the paths of the model's files. Other
   * keys are options such as `numThreads`.
   */
  model: { [kind: string]: Readonly<Record<string, string>> | number | string };
  maxNumSentences: number;
  /** The factor by which the length of pauses within a sentence is multiplied. */
  silenceScale: number;
}

export interface OfflineTts {
  numSpeakers: number;
  sampleRate: number;
  generate(request: {
    text: string;
    /**
     * If true, the samples stay in native memory until the garbage collector of Node.js frees them. If false, they are
     * copied.
     */
    enableExternalBuffer: boolean;
    generationConfig: { sid: number; speed: number; silenceScale: number; extra: object };
  }): { samples: Float32Array; sampleRate: number };
}

/**
 * Returns the folder in which sherpa-onnx is installed. It is inside the data folder, because every `npm install` would
 * remove the package from the project's `node_modules`.
 */
export function getSherpaFolder(dataFolder: string): string {
  return path.join(dataFolder, 'narrator', 'module');
}

/** Returns the version of sherpa-onnx that is installed in a folder, or undefined if there is none. */
export function findSherpaVersion(folder: string): string | undefined {
  try {
    const manifest = path.join(folder, 'node_modules', MODULE, 'package.json');
    return JSON.parse(readFileSync(manifest, 'utf8')).version;
  } catch {
    return undefined;
  }
}

/** Throws a {@link VoiceModelError} with instructions if sherpa-onnx is not installed in the required version. */
export function assertSherpaInstalled(folder: string): void {
  const version = findSherpaVersion(folder);
  if (version === REQUIRED_SHERPA_VERSION) return;
  const problem = version ? `has version ${version}` : 'does not contain it';
  throw new VoiceModelError(
    `NARRATOR_MODEL needs ${MODULE} ${REQUIRED_SHERPA_VERSION}, and ${folder} ${problem}. Run "npm run narrator:neural", with the same NARRATOR_MODEL and DATA_DIR.`,
  );
}

/** Loads sherpa-onnx, a native addon. Throws an Error if this machine cannot run it. */
export function loadSherpa(folder: string): SherpaOnnx {
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

/** Returns the reason why the native addon could not be loaded. sherpa-onnx does not report the reason itself. */
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
