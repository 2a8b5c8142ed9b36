/**
 * The thread that sends the heartbeats of a lease (`lease.ts`), also while the main thread is busy. Notifies the main thread
 * when the lease file is gone: another machine has acquired the lease.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

export interface HeartbeatData {
  file: string;
  /** Milliseconds. */
  every: number;
  /** Digits of the counter at the beginning of the file. */
  digits: number;
}

const { file, every, digits } = workerData as HeartbeatData;
let count = 0;
setInterval(beat, every);

function beat(): void {
  count += 1;
  try {
    // Opened by name each time and never created: a renamed file belongs to another holder.
    const lease = openSync(file, 'r+');
    writeSync(lease, String(count).padStart(digits, '0'), 0);
    closeSync(lease);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') parentPort!.postMessage('gone');
    // Any other error may be temporary: the next heartbeat tries again.
  }
}
