import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Resources that a server process has used so far. */
export interface Usage {
  /** Microseconds of processor time, all threads. */
  processor: number;
  /** Bytes of resident memory. */
  memory: number;
  /** Bytes in use, if requested: resident memory also includes memory that is no longer needed. */
  held?: number;
}

export function readUsage(): Usage {
  const { user, system } = process.cpuUsage();
  return { processor: user + system, memory: process.memoryUsage.rss() };
}

/** Returns the usage after garbage collection. */
export async function usageAfterCollection(): Promise<Usage> {
  setFlagsFromString('--expose-gc');
  // Objects freed by one collection may have held others that the next one frees.
  for (let collections = 0; collections < 3; collections++) {
    runInNewContext('gc')();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { heapUsed, external } = process.memoryUsage();
  return { ...readUsage(), held: heapUsed + external };
}
