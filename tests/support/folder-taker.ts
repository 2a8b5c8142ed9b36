/**
 * A process that takes data folders when it is told to, for `folder-takers.ts`. It does one thing after the other,
 * and answers each.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type DataFolder, takeDataFolder } from '#server/platform/db/data-folder.ts';
import { type Lease, LeaseHeldError, takeLease } from '#server/platform/db/lease.ts';

/** What it can be told. */
export type Order =
  /** Takes a data folder at a moment (epoch, in milliseconds), so that several do it at the same one. */
  | { take: string; at: number }
  /** As another machine would, on whose locks nothing depends: the lease alone. */
  | { lease: string; machine: string; at: number }
  /** Calls assertHeld, or ends with 1 when the lease is lost. */
  | 'assert'
  /** Answers, and then does nothing else until it is killed. */
  | 'block'
  | 'release';

/** What it answers: `refused` is the sentence. */
export type Answer = { held: true } | { refused: string } | 'done';

let folder: DataFolder | undefined;
let lease: Lease | undefined;

process.on('message', async (order: Order) => {
  const answer = await obey(order);
  process.send!(answer, () => {
    if (order === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
});

async function obey(order: Order): Promise<Answer> {
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

async function take(order: Extract<Order, { at: number }>): Promise<Answer> {
  try {
    if ('take' in order) folder = await takeDataFolder(order.take);
    else lease = await takeLease(order.lease, order.machine, () => process.exit(1));
    return { held: true };
  } catch (error) {
    if (error instanceof LeaseHeldError) return { refused: `process ${error.owner?.pid}` };
    return { refused: (error as Error).message };
  }
}
