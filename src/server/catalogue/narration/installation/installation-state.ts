import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type InstallationProgress,
  installationProgressSchema,
} from '#domain/studio/voice-installation.ts';
import { FileLock } from '#server/platform/db/file-lock.ts';

/**
 * Files in the data folder through which processes coordinate the installation of voices: a lock that prevents two
 * installations at the same time, the progress, and a request to cancel.
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
    // The lock is checked before the state is read. An installation stores its final state before it releases the lock,
    // so if the lock is free, the stored state is final.
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
      // If the new state cannot be written, the file keeps the previous state.
    }
  }

  /** Asks the process that is installing voices to cancel the installation. */
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
      // The state file is missing, or another release of Octavo wrote it in a different format.
      return { ...INITIAL_INSTALLATION_PROGRESS, state: 'none' };
    }
  }

  #getPath(name: string): string {
    return path.join(this.#folder, name);
  }
}

/** The progress of an installation that has just started. */
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
