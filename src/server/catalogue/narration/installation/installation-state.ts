import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type InstallationProgress,
  installationProgressSchema,
} from '#domain/studio/voice-installation.ts';
import { FileLock } from '#server/platform/db/file-lock.ts';

/**
 * The files in the data folder that coordinate the installation of voices between processes. They contain a lock, the
 * progress and a request to cancel. The lock prevents a second installation at the same time.
 */
export class VoiceInstallationFiles {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = path.join(dataFolder, 'narrator-installation');
  }

  /** Acquires the lock for an installation. Returns undefined if another installation holds the lock. */
  lock(): FileLock | undefined {
    if (this.isRunning()) return undefined;
    mkdirSync(this.#folder, { recursive: true });
    const lock = new FileLock(this.#getPath('lock'));
    if (!lock.seal()) {
      lock.release();
      return undefined;
    }
    // Deletes a request to cancel the previous installation, which would otherwise cancel this one.
    rmSync(this.#getPath('cancel'), { force: true });
    return lock;
  }

  /** Returns true if any process is installing voices. The lock is released when that process exits. */
  isRunning(): boolean {
    if (!isPresent(this.#getPath('lock'))) return false;
    const lock = new FileLock(this.#getPath('lock'));
    try {
      return lock.isSealed();
    } finally {
      lock.release();
    }
  }

  /** Returns the state of the running installation or, if none is running, of the last one. */
  readState(): InstallationProgress {
    // An installation stores its last state before it releases the lock. The lock is therefore checked before the state
    // is read.
    const isRunning = this.isRunning();
    const stored = this.#readStoredState();
    if (isRunning) return stored.state === 'running' ? stored : INITIAL_INSTALLATION_PROGRESS;
    return stored.state === 'running' ? { ...stored, state: 'interrupted' } : stored;
  }

  /**
   * Stores the state of an installation. Ignores errors such as a full disk, because the installation itself then fails
   * and reports the reason.
   */
  writeState(state: InstallationProgress): void {
    const file = this.#getPath('state.json');
    try {
      writeFileSync(`${file}.part`, JSON.stringify(state));
      renameSync(`${file}.part`, file);
    } catch {
      // The file keeps the previous state.
    }
  }

  /** Requests that the process that is installing voices cancels the installation. */
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
      // The file is missing, or another release of Octavo has written it in another format.
      return { ...INITIAL_INSTALLATION_PROGRESS, state: 'none' };
    }
  }

  #getPath(name: string): string {
    return path.join(this.#folder, name);
  }
}

/** The state of an installation between its start and the first time that it stores its state. */
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
