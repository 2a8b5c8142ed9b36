import { accessSync, constants } from 'node:fs';
import type { VoiceInstallation } from '#domain/studio/voice-installation.ts';
import type { Config } from '#server/platform/config.ts';
import { getDiskSpace } from '#server/platform/disk-space.ts';
import { countDownloadedBytes, KOKORO_ARCHIVE, type ModelArchive } from './install-model.ts';
import {
  computeNeededDiskBytes,
  getModelsFolder,
  type InstallationOptions,
  startInstallation,
} from './install-voices.ts';
import { InstallationError } from './installation-error.ts';
import { VoiceInstallationFiles } from './installation-state.ts';
import { createModelTest } from './test-installed-model.ts';

/** The parts of the installer that tests replace. */
interface InstallerOptions extends Required<Pick<InstallationOptions, 'test' | 'getSpace'>> {
  archive: ModelArchive;
}

/** Installs natural voices in the background. Also reports the progress of installations that other processes run. */
export class VoiceInstaller {
  readonly #options: { dataFolder: string } & InstallerOptions;
  readonly #findObstacle: () => string | undefined;
  readonly #files: VoiceInstallationFiles;
  readonly #stopping = new AbortController();
  #ended: Promise<unknown> = Promise.resolve();

  constructor(
    config: Config,
    {
      archive = KOKORO_ARCHIVE,
      test = createModelTest(config),
      getSpace = getDiskSpace,
      findObstacle = () => findInstallationObstacle(config),
    }: Partial<InstallerOptions> & { findObstacle?: () => string | undefined } = {},
  ) {
    const { DATA_DIR: dataFolder } = config;
    this.#options = { dataFolder, archive, test, getSpace };
    this.#findObstacle = findObstacle;
    this.#files = new VoiceInstallationFiles(dataFolder);
  }

  /** Returns the state of the installation in the data folder, whichever process started it. */
  async getStatus(): Promise<Omit<VoiceInstallation, 'isInstalled'>> {
    const { dataFolder, archive, getSpace } = this.#options;
    return {
      ...this.#files.readState(),
      obstacle: this.#findObstacle() ?? null,
      host: new URL(archive.url).host,
      bytes: archive.bytes,
      downloadedBytes: countDownloadedBytes(archive, getModelsFolder(dataFolder)),
      neededBytes: computeNeededDiskBytes(this.#options),
      freeBytes: (await getSpace(dataFolder))?.free ?? null,
    };
  }

  /**
   * Starts an installation in the background. Passes unexpected errors to `onFault`. Expected errors appear in the
   * status that {@link getStatus} returns. Throws an {@link InstallationError} if the installation cannot start.
   */
  async start(onFault: (error: unknown) => void): Promise<void> {
    const obstacle = this.#findObstacle();
    if (obstacle) throw new InstallationError(obstacle);
    const { signal } = this.#stopping;
    const { ended } = await startInstallation({ ...this.#options, signal });
    this.#ended = ended.catch((error: unknown) => {
      if (!(signal.aborted || error instanceof InstallationError)) onFault(error);
    });
  }

  /**
   * Cancels the running installation, even if another process with this data folder runs it. Returns false if no
   * installation is running.
   */
  cancel(): boolean {
    if (!this.#files.isRunning()) return false;
    this.#files.requestCancellation();
    return true;
  }

  /**
   * Interrupts the installation that this process runs. Resolves once all programs that the installation started have
   * ended.
   */
  async stop(): Promise<void> {
    this.#stopping.abort(new InstallationError('Octavo was stopped.'));
    await this.#ended;
  }
}

const COMMAND = 'npm run narrator:neural';

/**
 * Returns the reason why this process cannot install voices, and what the operator can do. Returns undefined if the
 * process can install voices.
 */
function findInstallationObstacle({ FILES_S3_BUCKET, DATA_DIR }: Config): string | undefined {
  if (FILES_S3_BUCKET)
    return `Octavo runs on several machines here. Run “${COMMAND}” on each of them, then choose natural voices on this screen.`;
  try {
    accessSync(DATA_DIR, constants.W_OK);
    return undefined;
  } catch (error) {
    return `Octavo can’t write to its data folder: ${(error as Error).message}. Give it access, or run “${COMMAND}” as a user who has it.`;
  }
}
