import { existsSync } from 'node:fs';
import path from 'node:path';
import type { InstallationProgress } from '#domain/studio/voice-installation.ts';
import { type DiskSpace, getDiskSpace } from '#server/platform/disk-space.ts';
import { getErrorMessage } from '#server/platform/get-error-message.ts';
import { getSherpaFolder } from '#speech/engines/neural/sherpa-onnx.ts';
import {
  assertCanUnpack,
  countDownloadedBytes,
  installModel,
  type ModelArchive,
  type ModelInstallationOptions,
} from './install-model.ts';
import { installSherpaOnnx } from './install-sherpa-onnx.ts';
import { InstallationError, type ReportInstallationProgress } from './installation-error.ts';
import { INITIAL_INSTALLATION_PROGRESS, VoiceInstallationFiles } from './installation-state.ts';

/** Disk space in bytes for downloading and installing sherpa-onnx. */
const MODULE_BYTES = 80e6;
/**
 * Disk space in bytes that an installation must leave free for other data, such as the database. This is checked before
 * an installation starts. A running installation stops when less than half of this space is free.
 */
const RESERVED_BYTES = 200e6;
/**
 * Milliseconds between two checks of a running installation. Each check stores the progress, and looks for a requested
 * cancellation and for a full disk.
 */
const CHECK_INTERVAL = 500;

export interface InstallationOptions {
  dataFolder: string;
  /** The voice model to download. Undefined if only sherpa-onnx, the module that runs the model, is missing. */
  archive?: ModelArchive | undefined;
  /** Tests an unpacked model before it is installed. Calls `report` with the progress of the test. */
  test?: (folder: string, report: ReportInstallationProgress, signal: AbortSignal) => Promise<void>;
  /** Signal that interrupts the installation when the process stops. */
  signal?: AbortSignal | undefined;
  report?: ReportInstallationProgress;
  stallTimeout?: ModelInstallationOptions['stallTimeout'];
  getSpace?: (folder: string) => Promise<DiskSpace | null>;
}

/** Thrown if an editor cancels the installation. */
class InstallationCanceledError extends InstallationError {
  override name = 'InstallationCanceledError';
}

/** Thrown if an installation is already running in the data folder. */
export class InstallationRunningError extends InstallationError {
  override name = 'InstallationRunningError';
}

/**
 * Starts installing natural voices: a voice model and the module that runs it. Skips parts that are already installed,
 * and resumes an interrupted download. All processes that use the data folder can read the progress and cancel the
 * installation ({@link VoiceInstallationFiles}).
 *
 * The returned promise `ended` resolves with the folder of the model, or rejects if the installation fails. Throws an
 * {@link InstallationRunningError} if an installation is already running. Throws an {@link InstallationError} if there
 * is not enough disk space.
 */
export async function startInstallation(
  options: InstallationOptions,
): Promise<{ ended: Promise<{ model: string | undefined }> }> {
  const files = new VoiceInstallationFiles(options.dataFolder);
  const lock = files.lock();
  if (!lock) throw new InstallationRunningError('Natural voices are already being installed.');
  try {
    const spaceError = await findSpaceError(options);
    if (spaceError) throw spaceError;
  } catch (error) {
    lock.release();
    throw error;
  }
  return { ended: install(options, files).finally(() => lock.release()) };
}

/**
 * Returns how many bytes of disk space must be free for an installation. Includes the bytes that must stay free
 * afterwards.
 */
export function computeNeededDiskBytes({
  dataFolder,
  archive,
}: Pick<InstallationOptions, 'dataFolder' | 'archive'>): number {
  const modelsFolder = getModelsFolder(dataFolder);
  if (!archive || existsSync(path.join(modelsFolder, archive.folder)))
    return MODULE_BYTES + RESERVED_BYTES;
  const remainingBytes = Math.max(0, archive.bytes - countDownloadedBytes(archive, modelsFolder));
  return remainingBytes + archive.unpackedBytes + MODULE_BYTES + RESERVED_BYTES;
}

/** Returns the path of the data folder's subfolder for installed voice models. */
export function getModelsFolder(dataFolder: string): string {
  return path.dirname(getSherpaFolder(dataFolder));
}

async function findSpaceError(
  options: InstallationOptions,
): Promise<InstallationError | undefined> {
  const { dataFolder, getSpace = getDiskSpace } = options;
  const needed = computeNeededDiskBytes(options);
  const { free } = (await getSpace(dataFolder)) ?? { free: Number.POSITIVE_INFINITY };
  if (free >= needed) return undefined;
  const [neededSize, freeSize, missingSize] = [needed, free, needed - free].map(formatMegabytes);
  return new InstallationError(
    `The disk has too little space: ${neededSize} are needed, and ${freeSize} are free. Free ${missingSize} more, then try again.`,
  );
}

async function install(
  options: InstallationOptions,
  files: VoiceInstallationFiles,
): Promise<{ model: string | undefined }> {
  const running = new RunningInstallation(options, files);
  try {
    const model = await installParts(options, running);
    running.end('installed');
    return { model };
  } catch (thrown) {
    const error = running.signal.aborted
      ? running.signal.reason
      : await toReportedError(thrown, options);
    if (options.signal?.aborted) running.end('interrupted');
    else if (error instanceof InstallationCanceledError) running.end('canceled');
    else running.end('failed', describeReason(error));
    throw error;
  }
}

async function installParts(
  { dataFolder, archive, test, stallTimeout }: InstallationOptions,
  { signal, report }: RunningInstallation,
): Promise<string | undefined> {
  const modelsFolder = getModelsFolder(dataFolder);
  const model = archive && path.join(modelsFolder, archive.folder);
  const isModelPresent = model !== undefined && existsSync(model);
  report('module');
  if (archive && !isModelPresent) await assertCanUnpack(signal);
  await installSherpaOnnx(getSherpaFolder(dataFolder), signal);
  if (!archive || !model) return undefined;
  const testModel = test && ((folder: string) => test(folder, report, signal));
  if (isModelPresent) await testModel?.(model);
  return installModel(archive, modelsFolder, { signal, report, stallTimeout, test: testModel });
}

/** A running installation. It stores its progress at regular intervals and checks whether it has to stop. */
class RunningInstallation {
  readonly #options: InstallationOptions;
  readonly #files: VoiceInstallationFiles;
  readonly #stopped = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #state = INITIAL_INSTALLATION_PROGRESS;
  /** Signal that is aborted when the installation has to stop. Its reason is the error to report. */
  readonly signal: AbortSignal;

  constructor(options: InstallationOptions, files: VoiceInstallationFiles) {
    this.#options = options;
    this.#files = files;
    const { signal } = options;
    this.signal = AbortSignal.any([this.#stopped.signal, ...(signal ? [signal] : [])]);
    files.writeState(this.#state);
    this.#timer = setInterval(() => void this.#check(), CHECK_INTERVAL);
  }

  readonly report: ReportInstallationProgress = (step, done = 0, total = 0) => {
    this.#state = { ...this.#state, step, done, total };
    this.#options.report?.(step, done, total);
  };

  end(state: InstallationProgress['state'], reason: string | null = null): void {
    clearInterval(this.#timer);
    this.#files.writeState({ ...this.#state, state, reason });
  }

  async #check(): Promise<void> {
    this.#files.writeState(this.#state);
    if (this.#files.isCancellationRequested())
      this.#stopped.abort(new InstallationCanceledError('The installation was canceled.'));
    const { getSpace = getDiskSpace, dataFolder } = this.#options;
    const space = await getSpace(dataFolder);
    if (space && space.free < RESERVED_BYTES / 2) this.#stopped.abort(createDiskFullError());
  }
}

/** Returns the error to report for `thrown`. If the cause is a full disk, returns an error that says so. */
async function toReportedError(thrown: unknown, options: InstallationOptions): Promise<unknown> {
  if (!/ENOSPC|EDQUOT|no space left/i.test(describeReason(thrown))) return thrown;
  return (await findSpaceError(options)) ?? createDiskFullError();
}

function createDiskFullError(): InstallationError {
  return new InstallationError(
    'The disk is almost full, so the installation has stopped. Free some space, then try again.',
  );
}

function describeReason(error: unknown): string {
  return error instanceof InstallationError ? error.reason : getErrorMessage(error);
}

function formatMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;
}
