import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type InstallationProgress,
  installationProgressSchema,
} from '#domain/studio/voice-installation.ts';
import { FileLock } from '#server/platform/db/file-lock.ts';

/**
 * The files through which all processes with the same data folder agree on one installation at a time, follow its
 * progress and cancel it.
 */
export class InstallationFiles {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = path.join(dataFolder, 'narrator-installation');
  }

  /** Takes the lock of the installation. Returns undefined if an installation is running. */
  lock(): FileLock | undefined {
    if (this.isRunning()) return undefined;
    mkdirSync(this.#folder, { recursive: true });
    const lock = new FileLock(this.#getPath('lock'));
    if (!lock.seal()) {
      lock.release();
      return undefined;
    }
    // A cancellation that was requested after the end of the previous installation must not cancel the next one.
    rmSync(this.#getPath('cancel'), { force: true });
    return lock;
  }

  /** Returns true if a process is installing voices. An installation ends when its process exits. */
  isRunning(): boolean {
    if (!isPresent(this.#getPath('lock'))) return false;
    const lock = new FileLock(this.#getPath('lock'));
    try {
      return lock.isSealed();
    } finally {
      lock.release();
    }
  }

  /** Returns the state of the latest installation. */
  readState(): InstallationProgress {
    // The lock is checked before the state is read, since an installation stores its last state before it releases the
    // lock.
    const isRunning = this.isRunning();
    const stored = this.#readStoredState();
    if (isRunning) return stored.state === 'running' ? stored : INITIAL_INSTALLATION_PROGRESS;
    return stored.state === 'running' ? { ...stored, state: 'interrupted' } : stored;
  }

  /**
   * Stores a state. Ignores errors such as a full disk, since the installation itself then fails and reports the
   * reason.
   */
  writeState(state: InstallationProgress): void {
    const file = this.#getPath('state.json');
    try {
      writeFileSync(`${file}.part`, JSON.stringify(state));
      renameSync(`${file}.part`, file);
    } catch {
      // The state stays as it was.
    }
  }

  /** Asks the process that is installing voices to cancel. */
  requestCancellation(): void {
    writeFileSync(this.#getPath('cancel'), '');
  }

  isCancellationRequested(): boolean {
    return isPresent(this.#getPath('cancel'));
  }

  #readStoredState(): InstallationProgress {
    try {
      const text = readFileSync(this.#getPath('state.json'), 'utf8');
      return installationProgressSchema.parse(JSON.parse(text));
    } catch {
      // The file is missing, or belongs to another release.
      return { ...INITIAL_INSTALLATION_PROGRESS, state: 'none' };
    }
  }

  #getPath(name: string): string {
    return path.join(this.#folder, name);
  }
}

/** The state of an installation that has started, but has not stored its state yet. */
export const INITIAL_INSTALLATION_PROGRESS: InstallationProgress = {
  state: 'running',
  step: 'module',
  done: 0,
  total: 0,
  reason: null,
};

function isPresent(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}
