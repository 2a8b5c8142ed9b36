/**
 * A child process that locks data folders when its parent process tells it to (`data-folder-clients.ts`). It runs one
 * command at a time, and responds to each command.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type LockedDataFolder, lockDataFolder } from '#server/platform/db/data-folder.ts';
import { acquireFolderLease, type FolderLease, LeaseHeldError } from '#server/platform/db/lease.ts';

/** The commands that the parent process sends. */
export type FolderCommand =
  /**
   * Locks a data folder at the time `at` (milliseconds since 1970). Processes that receive the same time try to lock
   * the folder simultaneously.
   */
  | { lock: string; at: number }
  /**
   * Acquires only the lease of a data folder, not the file lock. This simulates another machine, which cannot see this
   * machine's file locks.
   */
  | { lease: string; machine: string; at: number }
  /** Exits with code 1 if the process no longer holds the data folder. */
  | 'assert'
  /** Sends a response to this command, and then blocks the process until it is killed. */
  | 'block'
  | 'release';

/** The responses that the parent process receives. `refused` contains the error message of a failed lock. */
export type FolderResponse = { held: true } | { refused: string } | 'done';

let folder: LockedDataFolder | undefined;
let lease: FolderLease | undefined;

process.on('message', async (command: FolderCommand) => {
  const response = await execute(command);
  process.send!(response, () => {
    if (command === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
});

async function execute(command: FolderCommand): Promise<FolderResponse> {
  if (command === 'release') {
    await folder?.release();
    await lease?.release();
  } else if (command === 'assert') {
    folder?.assertHeld();
    if (lease?.isHeld() === false) process.exit(1);
  } else if (command !== 'block') {
    await wait(command.at - Date.now());
    return lock(command);
  }
  return 'done';
}

async function lock(command: Extract<FolderCommand, { at: number }>): Promise<FolderResponse> {
  try {
    if ('lock' in command) folder = await lockDataFolder(command.lock);
    else lease = await acquireFolderLease(command.lease, command.machine, () => process.exit(1));
    return { held: true };
  } catch (error) {
    if (error instanceof LeaseHeldError) return { refused: `process ${error.owner?.pid}` };
    return { refused: (error as Error).message };
  }
}
