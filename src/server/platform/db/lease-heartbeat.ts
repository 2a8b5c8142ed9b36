/**
 * The thread that shows that the holder of a {@link takeLease lease} lives, whatever else its process is busy with.
 * Tells its parent when the lease is gone from its place: another machine has taken it.
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
    // Opened by its name each time, and not created: under another name it is another holder's.
    const lease = openSync(file, 'r+');
    writeSync(lease, String(count).padStart(digits, '0'), 0);
    closeSync(lease);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') parentPort!.postMessage('gone');
    // Else the file system has a bad moment: the next beat may succeed.
  }
}
