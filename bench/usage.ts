import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Resources that a server process has used so far. */
export interface ProcessUsage {
  /** The processor time of all threads in microseconds. */
  processor: number;
  /** Resident memory in bytes. */
  memory: number;
  /** Memory in use in bytes, if requested. Resident memory also includes memory that is no longer needed. */
  usedMemory?: number;
}

export function readProcessUsage(): ProcessUsage {
  const { user, system } = process.cpuUsage();
  return { processor: user + system, memory: process.memoryUsage.rss() };
}

/** Returns the usage of this process after garbage collection. */
export async function measureUsageAfterGarbageCollection(): Promise<ProcessUsage> {
  setFlagsFromString('--expose-gc');
  // Each collection can free objects that an earlier one had to keep, so the garbage collector runs three times.
  for (let collections = 0; collections < 3; collections++) {
    runInNewContext('gc')();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { heapUsed, external } = process.memoryUsage();
  return { ...readProcessUsage(), usedMemory: heapUsed + external };
}
