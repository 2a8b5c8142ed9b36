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
import type { HeartbeatData } from './lease-heartbeat.ts';

/** Milliseconds between two beats of a holder, and between two looks at them. */
const BEAT = 500;
/** Looks without a beat after which nobody holds a lease. They are counted, not timed: no clock is trusted. */
const LOOKS = 5;
/** Milliseconds a holder goes on without making sure that the lease is still its own. */
const SURE = 250;

/** What a file of a lease begins with, in place of the count of beats, once it is given back. */
const FREE = 'free';
const DIGITS = 12;
const NAME = /^octavo\.lease\.(\d+)$/;

/** What stands in a file of a lease, behind the count of beats. */
interface Holder extends FolderOwner {
  /** The holder's own. */
  token: string;
  /** The machine it runs on, as {@link acquireLease} is told it. */
  machine: string;
}

export interface Lease {
  /** Whether it is still this process's. Asks the file system only when some time has passed. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** Somebody on another machine holds the lease. */
export class LeaseHeldError extends Error {
  override name = 'LeaseHeldError';
  readonly owner: FolderOwner | undefined;

  constructor(owner: FolderOwner | undefined) {
    super('Another process holds the lease.');
    this.owner = owner;
  }
}

/**
 * Takes the one lease of a folder that machines share whose locks do not reach each other. Its holder counts on in a
 * file for as long as it lives; who wants it watches whether that stands still. The file's name ends with a number,
 * and to take a lease is to rename it to the next one: of several that try, one finds the file. No number comes
 * twice, so a holder that slept finds its own gone.
 *
 * `machine` is an id of this machine, on which the caller has made sure that nobody else holds the lease; `onLost` is
 * called when another machine has taken it. `untilNextLook` is what passes between two looks at another machine's
 * lease. Throws {@link LeaseHeldError}.
 */
export async function acquireLease(
  folder: string,
  machine: string,
  onLost: () => void,
  untilNextLook: () => Promise<unknown> = () => wait(BEAT),
): Promise<Lease> {
  const holder: Holder = { ...describeThisProcess(), token: randomUUID(), machine };
  for (;;) {
    const number = await takeNumber(folder, holder, untilNextLook);
    if (number === undefined) continue;
    if (newest(folder) === number) return keep(fileOf(folder, number), holder, onLost);
    // The first file of all, made by somebody who looked into the folder before there was another.
    rmSync(fileOf(folder, number), { force: true });
  }
}

/** The number under which the lease was taken; `undefined` when somebody else was quicker. */
async function takeNumber(
  folder: string,
  holder: Holder,
  untilNextLook: () => Promise<unknown>,
): Promise<number | undefined> {
  const last = newest(folder);
  if (last === undefined) {
    const isFirst = succeeds('EEXIST', () =>
      writeFileSync(fileOf(folder, 1), textOf(holder), { flag: 'wx' }),
    );
    return isFirst ? 1 : undefined;
  }
  const file = fileOf(folder, last);
  if (await isAlive(file, holder.machine, untilNextLook)) throw new LeaseHeldError(holderIn(file));
  const next = fileOf(folder, last + 1);
  const isTaken = succeeds('ENOENT', () => {
    renameSync(file, next);
    overwrite(next, textOf(holder));
  });
  return isTaken ? last + 1 : undefined;
}

/** Whether the holder of a lease counts on while it is watched. */
async function isAlive(
  file: string,
  machine: string,
  untilNextLook: () => Promise<unknown>,
): Promise<boolean> {
  const seen = read(file);
  if (seen?.startsWith(FREE) || holderIn(file)?.machine === machine) return false;
  for (let look = 0; look < LOOKS; look++) {
    await untilNextLook();
    const now = read(file);
    // Gone or given back: there is another to look at, or none to wait for.
    if (now === undefined || now.startsWith(FREE)) return false;
    if (now !== seen) return true;
  }
  return false;
}

/** Keeps a lease alive that was just taken. */
function keep(file: string, holder: Holder, onLost: () => void): Lease {
  const workerData: HeartbeatData = { file, every: BEAT, digits: DIGITS };
  const beating = new Worker(new URL('./lease-heartbeat.ts', import.meta.url), { workerData });
  beating.on('message', onLost).unref();
  let sureAt = [performance.now(), Date.now()];

  const isOurs = () => holderIn(file)?.token === holder.token;
  const isHeld = () => {
    // Two clocks: one of them stands still while the machine sleeps, the other may be set.
    const now = [performance.now(), Date.now()];
    if (now.every((time, at) => Math.abs(time - sureAt[at]!) < SURE)) return true;
    sureAt = now;
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

/** The number of the lease as it stands; `undefined` in a folder that had none yet. */
function newest(folder: string): number | undefined {
  const numbers = readdirSync(folder).flatMap((name) => Number(NAME.exec(name)?.[1] ?? []));
  return numbers.length ? Math.max(...numbers) : undefined;
}

function textOf(holder: Holder, count = '0'.repeat(DIGITS)): string {
  return `${count}\n${JSON.stringify(holder)}\n`;
}

/** `undefined` when it is no longer there. */
function read(file: string): string | undefined {
  let text: string | undefined;
  succeeds('ENOENT', () => {
    text = readFileSync(file, 'utf8');
  });
  return text;
}

/** `undefined` when the file is gone, or names nobody: its holder died while writing it. */
function holderIn(file: string): Holder | undefined {
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

/** Whether it could be done; `false` when it failed with `code`. */
function succeeds(code: string, act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return false;
    throw error;
  }
}
