/**
 * The thread that sends the heartbeats of a lease (`lease.ts`), even while the main thread is busy. Notifies the main
 * thread if the lease file is gone, which means that another machine has acquired the lease.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

export interface HeartbeatData {
  file: string;
  /** Milliseconds between two heartbeats. */
  every: number;
  /** Number of digits of the counter at the beginning of the file. */
  digits: number;
}

const { file, every, digits } = workerData as HeartbeatData;
let count = 0;
setInterval(beat, every);

function beat(): void {
  count += 1;
  try {
    // The file is opened by name for each heartbeat and never created: after a rename, it belongs to another holder.
    const lease = openSync(file, 'r+');
    writeSync(lease, String(count).padStart(digits, '0'), 0);
    closeSync(lease);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') parentPort!.postMessage('gone');
    // Other errors may be temporary, so the next heartbeat tries again.
  }
}
