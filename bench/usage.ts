/** What a server process has used so far. */
export interface Usage {
  /** Microseconds of processor time, all threads. */
  processor: number;
  /** Bytes of resident memory. */
  memory: number;
}

export function usageNow(): Usage {
  const { user, system } = process.cpuUsage();
  return { processor: user + system, memory: process.memoryUsage.rss() };
}
