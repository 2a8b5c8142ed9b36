import fs, { mkdirSync, readFileSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { lock } from 'proper-lockfile';
import { StartError } from '#server/platform/start-error.ts';

/** Milliseconds without a heartbeat after which a lock counts as left behind. */
const STALE = 10_000;
const HEARTBEAT = 2000;

/** Who holds a data folder: written beside the lock, for the sentence that refuses the next one. */
interface Owner {
  pid: number;
  host: string;
  since: string;
}

export interface DataFolder {
  path: string;
  /**
   * To be called before every write: ends the process when another one has taken the folder meanwhile,
   * which happens when this one slept longer than {@link STALE}.
   */
  assertHeld(): void;
  release(): Promise<void>;
}

/**
 * Takes a data folder for this process, creating it where needed: the embedded database does not lock its
 * files, and two processes would destroy it. Throws {@link StartError} when another running process has it.
 * A lock left by a killed process is waited out, at most {@link STALE} milliseconds.
 */
export async function takeDataFolder(folder: string): Promise<DataFolder> {
  makeDataFolder(folder);
  const lockPath = path.join(folder, 'octavo.lock');
  const ownerPath = path.join(folder, 'octavo.owner.json');
  const owner = readOwner(ownerPath);
  let held: Stats | undefined;
  /** A lock that was taken over is a new directory. */
  const isOurs = () => {
    const found = statSync(lockPath, { throwIfNoEntry: false });
    return found?.ino === held?.ino && found?.birthtimeMs === held?.birthtimeMs;
  };
  const release = await lock(folder, {
    lockfilePath: lockPath,
    stale: STALE,
    update: HEARTBEAT,
    retries: isGone(owner) ? { retries: 12, minTimeout: 1000, maxTimeout: 1000 } : 0,
    onCompromised: stopAtOnce,
    // The library takes its lock away when the process exits, whoever's it is by then.
    fs: { ...fs, rmdirSync: (lock: string) => isOurs() && fs.rmdirSync(lock) },
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ELOCKED') throw unusable(folder, error);
    throw new StartError(inUse(folder, owner));
  });
  writeFileSync(ownerPath, JSON.stringify(myself()));
  held = statSync(lockPath);
  let checkedAt = Date.now();

  return {
    path: folder,
    assertHeld() {
      const now = Date.now();
      const asleep = now - checkedAt > STALE / 2;
      checkedAt = now;
      if (asleep && !isOurs()) stopAtOnce();
    },
    release,
  };
}

/** Makes a data folder where there is none; several processes may keep files in it. Throws {@link StartError}. */
export function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw unusable(folder, error as Error);
  }
}

function unusable(folder: string, { message }: Error): StartError {
  return new StartError(`The data folder ${folder} cannot be used: ${message}`);
}

function myself(): Owner {
  return { pid: process.pid, host: hostname(), since: new Date().toISOString() };
}

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

/** Whether the owner was a process of this machine that runs no more. */
function isGone(owner: Owner | undefined): boolean {
  if (!owner || owner.host !== hostname()) return false;
  try {
    process.kill(owner.pid, 0);
    return owner.pid === process.pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function inUse(folder: string, owner: Owner | undefined): string {
  const who = owner
    ? `process ${owner.pid} on ${owner.host}, since ${owner.since}`
    : 'another process';
  return `The data folder ${folder} is in use by ${who}. Stop that one, or set DATA_DIR to another folder.`;
}

/** Not a graceful stop: closing the database would write to files that are another process's by now. */
function stopAtOnce(): never {
  console.error('Another process has taken the data folder while this one slept. Stopping.');
  process.exit(1);
}
