/**
 * Entry point of a worker thread that sends a lease's heartbeats (`lease.ts`), even while the main thread is busy. If
 * the lease file is gone, another machine has acquired the lease. The worker thread then notifies the main thread.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

export interface LeaseHeartbeatOptions {
  file: string;
  /** Milliseconds between heartbeats. */
  interval: number;
  /** Number of digits in the heartbeat counter at the beginning of the lease file. */
  digits: number;
}

const { file, interval, digits } = workerData as LeaseHeartbeatOptions;
let count = 0;
setInterval(sendHeartbeat, interval);

function sendHeartbeat(): void {
  count += 1;
  try {
    // Each heartbeat opens the lease file by name, without creating it. A machine that acquires the lease renames the
    // file, so opening it under its old name then fails.
    const descriptor = openSync(file, 'r+');
    writeSync(descriptor, String(count).padStart(digits, '0'), 0);
    closeSync(descriptor);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') parentPort!.postMessage('gone');
    // Errors other than a missing file are ignored, because they may be temporary. The next heartbeat tries again.
  }
}
