import { randomUUID } from 'node:crypto';
import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createFolderLockOwner, type FolderLockOwner } from './folder-lock-owner.ts';
import type { LeaseHeartbeatOptions } from './lease-heartbeat.ts';

/** Milliseconds between heartbeats of the lease's holder, and between checks by a process that waits for the lease. */
const HEARTBEAT_INTERVAL = 500;
/**
 * Number of consecutive checks without a heartbeat after which the lease is considered free. The waiting process counts
 * checks instead of measuring time, because clocks can jump.
 */
const MAX_SILENT_CHECKS = 5;
/**
 * Minimum time, in milliseconds, between reads of the lease file. The holder reads it to check that it still holds the
 * lease.
 */
const RECHECK_AFTER = 250;

/** Text at the beginning of a released lease file, in place of the heartbeat counter. */
const RELEASED_MARKER = 'free';
const COUNTER_DIGITS = 12;
const LEASE_FILE_NAME = /^octavo\.lease\.(\d+)$/;

/** The holder of a lease, as stored in the lease file after the heartbeat counter. */
interface Holder extends FolderLockOwner {
  /** A random token, unique to each holder. */
  token: string;
  /** The machine ID that was passed to {@link acquireFolderLease}. */
  machine: string;
}

/** A lease that this process has acquired. */
export interface FolderLease {
  /**
   * Returns true if this process still holds the lease. Reads the file system at most once per {@link RECHECK_AFTER}.
   */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** Thrown if a process on another machine holds the lease. */
export class LeaseHeldError extends Error {
  override name = 'LeaseHeldError';
  readonly owner: FolderLockOwner | undefined;

  constructor(owner: FolderLockOwner | undefined) {
    super('Another process holds the lease.');
    this.owner = owner;
  }
}

/**
 * Acquires the lease of a folder that several machines share without seeing each other's file locks. Throws
 * {@link LeaseHeldError} if another machine holds the lease. `machine` is this machine's ID. The caller must make sure
 * that no other process on this machine holds the lease. `onLost` is called after another machine has acquired the
 * lease. `untilNextCheck` is called and awaited between checks of another machine's lease.
 *
 * The holder of the lease regularly increments a counter in the lease file. If the counter stops, another process may
 * acquire the lease.
 *
 * The lease file's name ends with a number. A process acquires the lease by renaming the file to the next number, which
 * only one process can do. No number is used twice, so a holder that was suspended and has lost the lease notices that
 * its file is gone.
 */
export async function acquireFolderLease(
  folder: string,
  machine: string,
  onLost: () => void,
  untilNextCheck: () => Promise<unknown> = () => wait(HEARTBEAT_INTERVAL),
): Promise<FolderLease> {
  const holder: Holder = { ...createFolderLockOwner(), token: randomUUID(), machine };
  for (;;) {
    const number = await tryToAcquireLease(folder, holder, untilNextCheck);
    if (number === undefined) continue;
    if (findNewestNumber(folder) === number)
      return startLeaseHeartbeat(getLeasePath(folder, number), holder, onLost);
    // The folder had no lease file, so this process created one. At the same time, another process created one too and
    // acquired the lease. This process therefore removes its own file.
    rmSync(getLeasePath(folder, number), { force: true });
  }
}

/**
 * Acquires the lease by renaming the lease file to the next number. Returns `undefined` if another process was faster.
 */
async function tryToAcquireLease(
  folder: string,
  holder: Holder,
  untilNextCheck: () => Promise<unknown>,
): Promise<number | undefined> {
  const last = findNewestNumber(folder);
  if (last === undefined) {
    const isCreated = succeedsUnless('EEXIST', () =>
      writeFileSync(getLeasePath(folder, 1), formatLease(holder), { flag: 'wx' }),
    );
    return isCreated ? 1 : undefined;
  }
  const file = getLeasePath(folder, last);
  if (await isHolderAlive(file, holder.machine, untilNextCheck))
    throw new LeaseHeldError(readHolder(file));
  const next = getLeasePath(folder, last + 1);
  const isRenamed = succeedsUnless('ENOENT', () => {
    renameSync(file, next);
    overwriteFile(next, formatLease(holder));
  });
  return isRenamed ? last + 1 : undefined;
}

/**
 * Watches the heartbeat counter of a lease. Returns true as soon as the holder increments the counter. Returns false if
 * the counter has stopped, or if the lease is free or belongs to `machine` itself.
 */
async function isHolderAlive(
  file: string,
  machine: string,
  untilNextCheck: () => Promise<unknown>,
): Promise<boolean> {
  const initialText = readIfExists(file);
  if (initialText?.startsWith(RELEASED_MARKER) || readHolder(file)?.machine === machine)
    return false;
  for (let check = 0; check < MAX_SILENT_CHECKS; check++) {
    await untilNextCheck();
    const currentText = readIfExists(file);
    // If the file is missing, a new holder has renamed it. If it starts with `RELEASED_MARKER`, its holder has released
    // it.
    if (currentText === undefined || currentText.startsWith(RELEASED_MARKER)) return false;
    if (currentText !== initialText) return true;
  }
  return false;
}

/** Starts sending heartbeats for an acquired lease. */
function startLeaseHeartbeat(file: string, holder: Holder, onLost: () => void): FolderLease {
  const workerData: LeaseHeartbeatOptions = {
    file,
    interval: HEARTBEAT_INTERVAL,
    digits: COUNTER_DIGITS,
  };
  const heartbeat = new Worker(new URL('./lease-heartbeat.ts', import.meta.url), { workerData });
  heartbeat.on('message', onLost).unref();
  let checkedAt = [performance.now(), Date.now()];

  const hasOurToken = () => readHolder(file)?.token === holder.token;
  const isHeld = () => {
    // If both clocks show that little time has passed, assumes that the lease is still held, without reading the lease
    // file. One clock is not enough: the monotonic clock stops while the machine sleeps, and the wall clock may be set
    // back.
    const now = [performance.now(), Date.now()];
    if (now.every((time, at) => Math.abs(time - checkedAt[at]!) < RECHECK_AFTER)) return true;
    checkedAt = now;
    return hasOurToken();
  };
  return {
    isHeld,
    async release() {
      await heartbeat.terminate();
      if (hasOurToken())
        overwriteFile(file, formatLease(holder, RELEASED_MARKER.padEnd(COUNTER_DIGITS)));
    },
  };
}

function getLeasePath(folder: string, number: number): string {
  return path.join(folder, `octavo.lease.${number}`);
}

/**
 * Returns the number in the current lease file's name. Returns `undefined` if no process has ever acquired the lease.
 */
function findNewestNumber(folder: string): number | undefined {
  const numbers = readdirSync(folder).flatMap((name) =>
    Number(LEASE_FILE_NAME.exec(name)?.[1] ?? []),
  );
  return numbers.length ? Math.max(...numbers) : undefined;
}

function formatLease(holder: Holder, count = '0'.repeat(COUNTER_DIGITS)): string {
  return `${count}\n${JSON.stringify(holder)}\n`;
}

/** Reads a file. Returns `undefined` if the file does not exist. */
function readIfExists(file: string): string | undefined {
  let text: string | undefined;
  succeedsUnless('ENOENT', () => {
    text = readFileSync(file, 'utf8');
  });
  return text;
}

/**
 * Reads the holder from a lease file. Returns `undefined` if the file is missing, or if it is incomplete because its
 * holder crashed while writing it.
 */
function readHolder(file: string): Holder | undefined {
  const text = readIfExists(file);
  try {
    return JSON.parse(text!.slice(COUNTER_DIGITS)) as Holder;
  } catch {
    return undefined;
  }
}

function overwriteFile(file: string, text: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    ftruncateSync(descriptor);
    writeSync(descriptor, text, 0);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Runs `operation`. Returns true if it succeeds, and false if it throws an error with the given code. Rethrows any
 * other error.
 */
function succeedsUnless(code: string, operation: () => void): boolean {
  try {
    operation();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return false;
    throw error;
  }
}
