/**
 * A child process of `data-folder-clients.ts` that locks data folders on command. It runs one command at a time and
 * responds to each.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type LockedDataFolder, lockDataFolder } from '#server/platform/db/data-folder.ts';
import { acquireFolderLease, type FolderLease, LeaseHeldError } from '#server/platform/db/lease.ts';

/** Commands of the parent process. */
export type FolderCommand =
  /**
   * Locks a data folder at a given time in milliseconds since the epoch, so that several processes try to lock it
   * simultaneously.
   */
  | { take: string; at: number }
  /**
   * Acquires only the lease of a data folder. This simulates another machine, which cannot see the file locks of this
   * machine.
   */
  | { lease: string; machine: string; at: number }
  /** Calls `assertHeld`. If the lease is lost, the process exits with 1. */
  | 'assert'
  /** Responds to the command, then blocks until the process is killed. */
  | 'block'
  | 'release';

/** Responses to the parent process. `refused` is the error message. */
export type FolderResponse = { held: true } | { refused: string } | 'done';

let folder: LockedDataFolder | undefined;
let lease: FolderLease | undefined;

process.on('message', async (order: FolderCommand) => {
  const answer = await obey(order);
  process.send!(answer, () => {
    if (order === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
});

async function obey(order: FolderCommand): Promise<FolderResponse> {
  if (order === 'release') {
    await folder?.release();
    await lease?.release();
  } else if (order === 'assert') {
    folder?.assertHeld();
    if (lease?.isHeld() === false) process.exit(1);
  } else if (order !== 'block') {
    await wait(order.at - Date.now());
    return take(order);
  }
  return 'done';
}

async function take(order: Extract<FolderCommand, { at: number }>): Promise<FolderResponse> {
  try {
    if ('take' in order) folder = await lockDataFolder(order.take);
    else lease = await acquireFolderLease(order.lease, order.machine, () => process.exit(1));
    return { held: true };
  } catch (error) {
    if (error instanceof LeaseHeldError) return { refused: `process ${error.owner?.pid}` };
    return { refused: (error as Error).message };
  }
}
