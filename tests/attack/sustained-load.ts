import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ResponseCounts } from './http1-attacks.ts';
import { getProcessMemory } from './measure-attack.ts';

const MIXTURE = fileURLToPath(new URL('mixture.ts', import.meta.url));
/** The number of parts into which the requests are divided. The server's memory is measured after each part. */
const PARTS = 4;

/** The responses and the memory of a server that has handled many mixed requests. */
export interface SustainedLoadResult {
  outcome: ResponseCounts;
  /** Memory of the process in bytes after each part of the requests. */
  memoryByPart: number[];
}

/** Sends many requests to a server, in a mixture that resembles readers' requests. */
export async function sendSustainedLoad(
  { origin, pid }: { origin: string; pid: number },
  requests: number,
): Promise<SustainedLoadResult> {
  const outcome: ResponseCounts = {};
  const memoryByPart: number[] = [];
  for (let part = 0; part < PARTS; part++) {
    const reader = fork(MIXTURE, [origin, String(Math.ceil(requests / PARTS))]);
    const [partOutcome] = (await once(reader, 'message')) as [ResponseCounts];
    for (const [status, count] of Object.entries(partOutcome))
      outcome[status] = (outcome[status] ?? 0) + count;
    memoryByPart.push(await getProcessMemory(pid));
  }
  return { outcome, memoryByPart };
}
