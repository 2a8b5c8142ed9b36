import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What a server process has used so far. */
export interface Usage {
  /** Microseconds of processor time, all threads. */
  processor: number;
  /** Bytes of resident memory. */
  memory: number;
  /** Bytes that are in use, where that was asked: resident memory also holds what nobody needs any more. */
  held?: number;
}

export function usageNow(): Usage {
  const { user, system } = process.cpuUsage();
  return { processor: user + system, memory: process.memoryUsage.rss() };
}

/** The same, once everything is given up that can be. */
export async function usageAfterCollection(): Promise<Usage> {
  setFlagsFromString('--expose-gc');
  // What is freed by one collection may have held what the next one frees.
  for (let collections = 0; collections < 3; collections++) {
    runInNewContext('gc')();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { heapUsed, external } = process.memoryUsage();
  return { ...usageNow(), held: heapUsed + external };
}
