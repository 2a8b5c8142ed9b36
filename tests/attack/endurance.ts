import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './attacks.ts';
import { weightOf } from './trial.ts';

const MIXTURE = fileURLToPath(new URL('mixture.ts', import.meta.url));
/** Number of parts into which the requests are divided. The process's memory is measured after each part. */
const PARTS = 4;

/** The memory of a server that responds to many mixed requests. */
export interface Endurance {
  outcome: Outcome;
  /** Memory of the process in bytes after each part of the requests. */
  weights: number[];
}

/** Sends many requests to a server, with the same mix as readers' requests. */
export async function endure(
  { origin, pid }: { origin: string; pid: number },
  requests: number,
): Promise<Endurance> {
  const outcome: Outcome = {};
  const weights: number[] = [];
  for (let part = 0; part < PARTS; part++) {
    const reader = fork(MIXTURE, [origin, String(Math.ceil(requests / PARTS))]);
    const [answered] = (await once(reader, 'message')) as [Outcome];
    for (const [status, count] of Object.entries(answered))
      outcome[status] = (outcome[status] ?? 0) + count;
    weights.push(await weightOf(pid));
  }
  return { outcome, weights };
}
