import os from 'node:os';
import { PREVIEW } from './preview.ts';

/** Processors in use by others from which on they are left more of them: half of one. */
const CROWD = 0.5;
/**
 * How many times as fast as it is heard sound is made beside others: five minutes and a half are whole when the {@link PREVIEW}
 * that is heard meanwhile is over, and the longest of our articles five seconds later.
 */
const AHEAD = 11;
/** Milliseconds between looks: systems count by the hundredth of a second. */
const LOOK_AGAIN = 250;

/**
 * Milliseconds to leave to others once a sentence has been made. A low priority alone is not enough for them: processors
 * share caches and more, and whoever answers on one is slower while another computes. Where nobody else computes there
 * is no rest, nor before the beginning is made, since somebody may be waiting for it.
 *
 * @param passed milliseconds since the sentence before
 * @param others processors in use by others
 */
export function restAfter(
  { from, to }: { from: number; to: number },
  passed: number,
  others: number,
): number {
  if (from < PREVIEW || others < CROWD) return 0;
  return Math.max(0, (1000 * (to - from)) / AHEAD - passed);
}

/**
 * How many processors are in use, on average, by others than this process, but for those that stand behind everybody
 * else: recordings do not rest for one another. Windows does not tell which ones do; there it is always 0.
 */
export class Others {
  #before = look();
  #processors = 0;

  get processors(): number {
    const now = look();
    const passed = now.at - this.#before.at;
    if (passed < LOOK_AGAIN) return this.#processors;
    const used = now.used - this.#before.used;
    this.#before = now;
    this.#processors = Math.max(0, used / passed);
    return this.#processors;
  }
}

/** Milliseconds: the time, and what has been used of all processors by others, since whenever. */
function look() {
  const at = performance.now();
  if (process.platform === 'win32') return { at, used: 0 };
  const used = os.cpus().reduce((sum, { times }) => sum + times.user + times.sys + times.irq, 0);
  const { user, system } = process.cpuUsage();
  // Behind everybody else, our own computing is among what is left out already.
  const ours = os.getPriority() > 0 ? system : user + system;
  return { at, used: used - ours / 1000 };
}
