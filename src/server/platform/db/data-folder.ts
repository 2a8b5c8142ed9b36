import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describeDiskError } from '#server/platform/disk-error.ts';
import { StartError } from '#server/platform/start-error.ts';
import { FileLock } from './file-lock.ts';
import { getMachineId, mayBeOnSharedFileSystem } from './file-systems.ts';
import {
  createFolderLockOwner,
  type FolderLockOwner,
  readFolderLockOwner,
  writeFolderLockOwner,
} from './folder-lock-owner.ts';
import { acquireFolderLease, type FolderLease, LeaseHeldError } from './lease.ts';

/**
 * Maximum time, in milliseconds, to wait until another process that is locking the folder has written its owner file.
 */
const OWNER_TIMEOUT = 4000;
/** Milliseconds between attempts to lock the folder. */
const CHECK_INTERVAL = 20;
/** Minimum time, in milliseconds, between checks that the folder's lock file still exists. */
const RECHECK_AFTER = 250;

/** A data folder that this process has locked. */
export interface LockedDataFolder {
  path: string;
  /**
   * Exits the process if it no longer holds the lock. It loses the lock if the lock file is removed, or if another
   * machine takes over the folder while this process is suspended. Must be called before every write.
   */
  assertHeld(): void;
  release(): Promise<void>;
}

/**
 * Locks a data folder for this process, and creates the folder if needed. Without the lock, two processes could open
 * the embedded database at once and corrupt it. Throws {@link StartError} if another running process holds the lock. If
 * the process crashes, the lock is released (`docs/decisions/0017-the-data-folders-lock.md`).
 */
export async function lockDataFolder(folder: string): Promise<LockedDataFolder> {
  createDataFolder(folder);
  try {
    return await lockDataFolderWithMachineId(
      folder,
      getMachineId(),
      mayBeOnSharedFileSystem(folder),
    );
  } catch (error) {
    throw error instanceof StartError ? error : createUnusableFolderError(folder, error as Error);
  }
}

/** Creates a data folder if it does not exist, without locking it. Throws {@link StartError} if this fails. */
export function createDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw createUnusableFolderError(folder, error as Error);
  }
}

/**
 * Locks a data folder like {@link lockDataFolder}, for the machine with the ID `machine`. `isShared` is true if other
 * machines may use the folder. In this case, file locks may not be visible across machines, so a lease is acquired too.
 */
export async function lockDataFolderWithMachineId(
  folder: string,
  machine: string,
  isShared: boolean,
): Promise<LockedDataFolder> {
  const locks = await acquireLocks(folder);
  const isLockHeld = watchFile(locks.file);
  const exit = () => exitImmediately(folder);
  let lease: FolderLease | undefined;
  try {
    if (isShared) lease = await acquireFolderLease(folder, machine, exit);
    locks.complete(createFolderLockOwner());
  } catch (error) {
    await lease?.release();
    locks.release();
    throw error instanceof LeaseHeldError ? createFolderInUseError(folder, error.owner) : error;
  }
  return {
    path: folder,
    assertHeld() {
      if (!isLockHeld() || lease?.isHeld() === false) exit();
    },
    async release() {
      await lease?.release();
      locks.release();
    },
  };
}

interface Locks {
  file: string;
  /**
   * Writes the owner file, and acquires a second file lock, the seal. The seal tells other processes that the owner
   * file names the process that now holds the folder.
   */
  complete(owner: FolderLockOwner): void;
  release(): void;
}

/**
 * Locks a folder against other processes on this machine. The caller must call `complete` on the returned object next.
 * Throws {@link StartError} if another process on this machine holds the folder.
 */
async function acquireLocks(folder: string): Promise<Locks> {
  const file = path.join(folder, 'octavo.lock');
  const ownerFile = path.join(folder, 'octavo.owner.json');
  removeLegacyLock(file);
  // The seal's file is opened before the lock's file. When a process exits, its files are closed in the order in which
  // they were opened, so the seal is released first. Otherwise, the exited process's owner file could briefly be
  // mistaken for that of a process that acquires the lock next.
  const seal = new FileLock(path.join(folder, 'octavo.owner.lock'));
  const lock = new FileLock(file);
  const release = () => {
    seal.release();
    lock.release();
  };
  for (let timeLeft = OWNER_TIMEOUT; !lock.acquire(); timeLeft -= CHECK_INTERVAL) {
    const owner = seal.isSealed() ? readFolderLockOwner(ownerFile) : undefined;
    if (owner || timeLeft <= 0) {
      release();
      throw createFolderInUseError(folder, owner);
    }
    await wait(CHECK_INTERVAL);
  }
  return {
    file,
    complete(owner) {
      writeFolderLockOwner(ownerFile, owner);
      seal.seal();
    },
    release,
  };
}

/**
 * Returns a function that checks whether a file still exists and has not been replaced. The function reads the file
 * system at most once per {@link RECHECK_AFTER}.
 */
function watchFile(file: string): () => boolean {
  const inode = getInode(file);
  let checkedAt = performance.now();
  return () => {
    const now = performance.now();
    if (now - checkedAt < RECHECK_AFTER) return true;
    checkedAt = now;
    return getInode(file) === inode;
  };
}

function getInode(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
}

/**
 * Removes a lock that an older release left behind. That lock was a folder at the path of the current lock file.
 */
function removeLegacyLock(lock: string): void {
  if (statSync(lock, { throwIfNoEntry: false })?.isDirectory()) rmdirSync(lock);
}

function createUnusableFolderError(folder: string, error: Error): StartError {
  return new StartError(
    describeDiskError(folder, error) ??
      `The data folder ${folder} cannot be used: ${error.message}. Set DATA_DIR to another folder.`,
  );
}

function createFolderInUseError(folder: string, owner: FolderLockOwner | undefined): StartError {
  const holder = owner
    ? `process ${owner.pid} on ${owner.host}, since ${owner.since}`
    : 'another process';
  return new StartError(
    `The data folder ${folder} is in use by ${holder}. Stop that process, or set DATA_DIR to another folder.`,
  );
}

/** Exits without closing the database. Closing would write to files that another process may already use. */
function exitImmediately(folder: string): never {
  console.error(
    `This process no longer holds the data folder ${folder}: its lock was removed, or another machine took it over. Stopping.`,
  );
  process.exit(1);
}
