import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Resources that a server process has used so far. */
export interface ProcessUsage {
  /** The processor time of all threads in microseconds. */
  processor: number;
  /** Resident memory in bytes. */
  memory: number;
  /**
   * Memory in use, in bytes. Unlike resident memory, it does not include memory that has been freed. Omitted unless
   * requested.
   */
  usedMemory?: number;
}

export function readProcessUsage(): ProcessUsage {
  const { user, system } = process.cpuUsage();
  return { processor: user + system, memory: process.memoryUsage.rss() };
}

/** Runs the garbage collector, and returns the resources that this process uses afterwards. */
export async function measureUsageAfterGarbageCollection(): Promise<ProcessUsage> {
  setFlagsFromString('--expose-gc');
  // The garbage collector runs three times, because a run can free objects that the previous run had to keep.
  for (let collections = 0; collections < 3; collections++) {
    runInNewContext('gc')();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { heapUsed, external } = process.memoryUsage();
  return { ...readProcessUsage(), usedMemory: heapUsed + external };
}
