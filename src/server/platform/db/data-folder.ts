import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describeDiskError } from '#server/platform/disk-error.ts';
import { StartError } from '#server/platform/start-error.ts';
import { FileLock } from './file-lock.ts';
import { getMachineId, mayBeSharedFileSystem } from './file-systems.ts';
import { describeThisProcess, type FolderOwner, readOwner, writeOwner } from './folder-owner.ts';
import { acquireLease, type Lease, LeaseHeldError } from './lease.ts';

/** Milliseconds that somebody who is taking the folder is given to say who it is, and between two looks. */
const NAMES_ITSELF_WITHIN = 4000;
const LOOK = 20;
/** Milliseconds a holder goes on without making sure that the file of its lock is still there. */
const SURE = 250;

export interface DataFolder {
  path: string;
  /**
   * To be called before every write: ends the process when the folder is no longer its own, because its lock was
   * removed, or because another machine took it while this process slept.
   */
  assertHeld(): void;
  release(): Promise<void>;
}

/**
 * Takes a data folder for this process, creating it where needed: the embedded database does not lock its
 * files, and two processes would destroy it. Throws {@link StartError} when another running process has it.
 * Nothing that a process leaves behind keeps the next one out (docs/decisions/0017-the-data-folders-lock.md).
 */
export async function lockDataFolder(folder: string): Promise<DataFolder> {
  createDataFolder(folder);
  try {
    return await lockDataFolderFor(folder, getMachineId(), mayBeSharedFileSystem(folder));
  } catch (error) {
    throw error instanceof StartError ? error : unusable(folder, error as Error);
  }
}

/** Makes a data folder where there is none; several processes may keep files in it. Throws {@link StartError}. */
export function createDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw unusable(folder, error as Error);
  }
}

/** As {@link lockDataFolder}, on a machine of that id whose locks reach all there are, unless the folder `isShared`. */
export async function lockDataFolderFor(
  folder: string,
  machine: string,
  isShared: boolean,
): Promise<DataFolder> {
  const locks = await takeLocks(folder);
  const isLockHeld = watchFile(locks.file);
  const stop = () => stopAtOnce(folder);
  let lease: Lease | undefined;
  try {
    if (isShared) lease = await acquireLease(folder, machine, stop);
    locks.name(describeThisProcess());
  } catch (error) {
    await lease?.release();
    locks.release();
    throw error instanceof LeaseHeldError ? inUse(folder, error.owner) : error;
  }
  return {
    path: folder,
    assertHeld() {
      if (!isLockHeld() || lease?.isHeld() === false) stop();
    },
    async release() {
      await lease?.release();
      locks.release();
    },
  };
}

interface Locks {
  file: string;
  /** Says whose they are. */
  name(owner: FolderOwner): void;
  release(): void;
}

/**
 * Takes the locks of a folder. There are two: whoever has the first has the folder; the second says that the owner's
 * file is the holder's and not a former one's. Throws {@link StartError} when somebody on this machine has them.
 */
async function takeLocks(folder: string): Promise<Locks> {
  const file = path.join(folder, 'octavo.lock');
  const ownerFile = path.join(folder, 'octavo.owner.json');
  removeFolderAt(file);
  // Opened first, since a process that ends gives back first what it has opened first.
  const seal = new FileLock(path.join(folder, 'octavo.owner.lock'));
  const lock = new FileLock(file);
  const release = () => {
    seal.release();
    lock.release();
  };
  for (let left = NAMES_ITSELF_WITHIN; !lock.take(); left -= LOOK) {
    const owner = seal.isSealed() ? readOwner(ownerFile) : undefined;
    if (owner || left <= 0) {
      release();
      throw inUse(folder, owner);
    }
    await wait(LOOK);
  }
  return {
    file,
    name(owner) {
      writeOwner(ownerFile, owner);
      seal.seal();
    },
    release,
  };
}

/** Tells whether a file is still there, and the same; looks only when some time has passed. */
function watchFile(file: string): () => boolean {
  const inode = inodeOf(file);
  let sureAt = performance.now();
  return () => {
    const now = performance.now();
    if (now - sureAt < SURE) return true;
    sureAt = now;
    return inodeOf(file) === inode;
  };
}

function inodeOf(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
}

/** Octavo's lock was once a folder. */
function removeFolderAt(lock: string): void {
  if (statSync(lock, { throwIfNoEntry: false })?.isDirectory()) rmdirSync(lock);
}

function unusable(folder: string, error: Error): StartError {
  return new StartError(
    describeDiskError(folder, error) ??
      `The data folder ${folder} cannot be used: ${error.message}. Set DATA_DIR to another folder.`,
  );
}

function inUse(folder: string, owner: FolderOwner | undefined): StartError {
  const who = owner
    ? `process ${owner.pid} on ${owner.host}, since ${owner.since}`
    : 'another process';
  return new StartError(
    `The data folder ${folder} is in use by ${who}. Stop that process, or set DATA_DIR to another folder.`,
  );
}

/** Not a graceful stop: closing the database would write to files that may be another process's by now. */
function stopAtOnce(folder: string): never {
  console.error(
    `This process no longer holds the data folder ${folder}: its lock was removed, or another machine took it over. Stopping.`,
  );
  process.exit(1);
}
