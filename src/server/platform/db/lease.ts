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
import { describeThisProcess, type FolderOwner } from './folder-owner.ts';
import type { LeaseHeartbeatOptions } from './lease-heartbeat.ts';

/**
 * Milliseconds between two heartbeats of the lease's holder, and between two checks by a process that waits for the
 * lease.
 */
const HEARTBEAT_INTERVAL = 500;
/**
 * Number of consecutive checks without a heartbeat after which a lease counts as free. The waiting process counts
 * checks instead of measuring time, because clocks can jump.
 */
const MAX_SILENT_CHECKS = 5;
/** Minimum milliseconds between two checks by the holder that it still holds the lease. */
const RECHECK_AFTER = 250;

/** Text at the beginning of a released lease file, in place of the heartbeat counter. */
const FREE = 'free';
const DIGITS = 12;
const NAME = /^octavo\.lease\.(\d+)$/;

/** The part of a lease file after the heartbeat counter. */
interface Holder extends FolderOwner {
  /** A random token, unique for each holder. */
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
  readonly owner: FolderOwner | undefined;

  constructor(owner: FolderOwner | undefined) {
    super('Another process holds the lease.');
    this.owner = owner;
  }
}

/**
 * Acquires the lease of a folder that several machines share without seeing each other's file locks. `machine` is the
 * ID of this machine. The caller must make sure that no other process on this machine holds the lease. `onLost` is
 * called after another machine has acquired the lease. `untilNextCheck` is awaited between two checks of another
 * machine's lease. Throws {@link LeaseHeldError} if another machine holds the lease.
 *
 * The holder regularly increments a counter in the lease file. Another process may acquire the lease once the counter
 * has stopped.
 *
 * The lease file's name ends with a number. A process acquires the lease by renaming the file to the next number, which
 * only one process can do. No number is used twice, so a holder that was suspended notices that its file is gone.
 */
export async function acquireFolderLease(
  folder: string,
  machine: string,
  onLost: () => void,
  untilNextCheck: () => Promise<unknown> = () => wait(HEARTBEAT_INTERVAL),
): Promise<FolderLease> {
  const holder: Holder = { ...describeThisProcess(), token: randomUUID(), machine };
  for (;;) {
    const number = await takeNumber(folder, holder, untilNextCheck);
    if (number === undefined) continue;
    if (findNewestNumber(folder) === number)
      return startLeaseHeartbeat(fileOf(folder, number), holder, onLost);
    // Another process created a lease file in the empty folder at the same time and has acquired the lease, so this
    // process removes its own file.
    rmSync(fileOf(folder, number), { force: true });
  }
}

/**
 * Acquires the lease by renaming the lease file to the next number. Returns `undefined` if another process was faster.
 */
async function takeNumber(
  folder: string,
  holder: Holder,
  untilNextCheck: () => Promise<unknown>,
): Promise<number | undefined> {
  const last = findNewestNumber(folder);
  if (last === undefined) {
    const isFirst = succeeds('EEXIST', () =>
      writeFileSync(fileOf(folder, 1), textOf(holder), { flag: 'wx' }),
    );
    return isFirst ? 1 : undefined;
  }
  const file = fileOf(folder, last);
  if (await isAlive(file, holder.machine, untilNextCheck))
    throw new LeaseHeldError(readHolder(file));
  const next = fileOf(folder, last + 1);
  const isTaken = succeeds('ENOENT', () => {
    renameSync(file, next);
    overwrite(next, textOf(holder));
  });
  return isTaken ? last + 1 : undefined;
}

/**
 * Watches the heartbeat counter of a lease. Returns true as soon as the holder increments the counter. Returns false if
 * the counter has stopped, or if the lease is free or belongs to `machine`.
 */
async function isAlive(
  file: string,
  machine: string,
  untilNextCheck: () => Promise<unknown>,
): Promise<boolean> {
  const seen = read(file);
  if (seen?.startsWith(FREE) || readHolder(file)?.machine === machine) return false;
  for (let check = 0; check < MAX_SILENT_CHECKS; check++) {
    await untilNextCheck();
    const now = read(file);
    // A missing file was renamed by a new holder. A file that starts with `FREE` was released by its holder.
    if (now === undefined || now.startsWith(FREE)) return false;
    if (now !== seen) return true;
  }
  return false;
}

/** Starts sending the heartbeats of an acquired lease. */
function startLeaseHeartbeat(file: string, holder: Holder, onLost: () => void): FolderLease {
  const workerData: LeaseHeartbeatOptions = { file, every: HEARTBEAT_INTERVAL, digits: DIGITS };
  const beating = new Worker(new URL('./lease-heartbeat.ts', import.meta.url), { workerData });
  beating.on('message', onLost).unref();
  let checkedAt = [performance.now(), Date.now()];

  const isOurs = () => readHolder(file)?.token === holder.token;
  const isHeld = () => {
    // If both clocks show that little time has passed, the lease counts as held, and the lease file is not read. One
    // clock is not enough: the monotonic clock stops while the machine sleeps, and the wall clock may be set back.
    const now = [performance.now(), Date.now()];
    if (now.every((time, at) => Math.abs(time - checkedAt[at]!) < RECHECK_AFTER)) return true;
    checkedAt = now;
    return isOurs();
  };
  return {
    isHeld,
    async release() {
      await beating.terminate();
      if (isOurs()) overwrite(file, textOf(holder, FREE.padEnd(DIGITS)));
    },
  };
}

function fileOf(folder: string, number: number): string {
  return path.join(folder, `octavo.lease.${number}`);
}

/**
 * Returns the number in the current lease file's name. Returns `undefined` if no process has ever acquired the lease.
 */
function findNewestNumber(folder: string): number | undefined {
  const numbers = readdirSync(folder).flatMap((name) => Number(NAME.exec(name)?.[1] ?? []));
  return numbers.length ? Math.max(...numbers) : undefined;
}

function textOf(holder: Holder, count = '0'.repeat(DIGITS)): string {
  return `${count}\n${JSON.stringify(holder)}\n`;
}

/** Reads a file. Returns `undefined` if the file does not exist. */
function read(file: string): string | undefined {
  let text: string | undefined;
  succeeds('ENOENT', () => {
    text = readFileSync(file, 'utf8');
  });
  return text;
}

/**
 * Reads the holder from a lease file. Returns `undefined` if the file is gone, or is incomplete because its holder
 * crashed while writing it.
 */
function readHolder(file: string): Holder | undefined {
  const text = read(file);
  try {
    return JSON.parse(text!.slice(DIGITS)) as Holder;
  } catch {
    return undefined;
  }
}

function overwrite(file: string, text: string): void {
  const opened = openSync(file, 'r+');
  try {
    ftruncateSync(opened);
    writeSync(opened, text, 0);
  } finally {
    closeSync(opened);
  }
}

/**
 * Runs `act`. Returns true if `act` succeeds, and false if it throws an error with the code `code`. Rethrows any other
 * error.
 */
function succeeds(code: string, act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return false;
    throw error;
  }
}
