import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './attacks.ts';
import { weightOf } from './trial.ts';

const MIXTURE = fileURLToPath(new URL('mixture.ts', import.meta.url));
/** Number of parts of the requests: the process's memory is measured after each. */
const PARTS = 4;

/** A server's memory while it responds to many mixed requests. */
export interface Endurance {
  outcome: Outcome;
  /** Bytes of the process after each part. */
  weights: number[];
}

/** Sends a server many requests, as readers would. */
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
