import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { fileURLToPath } from 'node:url';
import type { Attack, Outcome } from './attacks.ts';

const ATTACKER = fileURLToPath(new URL('attacker.ts', import.meta.url));
/** Milliseconds between two looks. */
const [PROBE_EVERY, WEIGH_EVERY] = [5, 100];
/** A page that has been made, and one that has to be. */
const [CACHED, SEARCH] = ['/about', '/api/v1/search?q=calendar'];
/** Milliseconds that are waited for a search, and for an answer. */
const [LONGEST_RECOVERY, LONGEST_ANSWER] = [30_000, 10_000];

/** How everybody else fared while somebody attacked. */
export interface Trial {
  name: string;
  outcome: Outcome;
  /** Milliseconds a cached page took meanwhile: half of them, 99 in 100, and all took at most so long. */
  cached: { half: number; most: number; all: number; count: number };
  /** The statuses it was answered with meanwhile; 0 where there was no answer. */
  statuses: ReadonlySet<number>;
  /** Milliseconds after it until a search is answered again; infinite where it never is. */
  recovery: number;
  /** Bytes the process took at most; absent where the system does not tell. */
  memory: number | undefined;
}

/** Lets an attacker loose on a server for some time, and asks for a cached page all the while. */
export async function tryAttack(
  { name }: Pick<Attack, 'name'>,
  { origin, pid }: { origin: string; pid: number },
  milliseconds: number,
): Promise<Trial> {
  const watch = watchServer(origin, pid);
  const attacker = fork(ATTACKER, [origin, String(milliseconds), name]);
  const [outcome] = (await once(attacker, 'message')) as [Outcome];
  const { cached, statuses, memory } = await watch();
  return { name, outcome, cached, statuses, memory, recovery: await timeToRecover(origin) };
}

/** Asks for a cached page over and over, and weighs the process, until what it returns is called. */
function watchServer(origin: string, pid: number) {
  const agent = agentFor(origin, { keepAlive: true, maxSockets: 1 });
  const took: number[] = [];
  const statuses = new Set<number>();
  let heaviest = 0;
  let isOver = false;
  const probing = (async () => {
    while (!isOver) {
      const since = performance.now();
      statuses.add(await ask(origin + CACHED, agent));
      took.push(performance.now() - since);
      await pause(PROBE_EVERY);
    }
  })();
  const weighing = (async () => {
    while (!isOver) {
      heaviest = Math.max(heaviest, await weightOf(pid));
      await pause(WEIGH_EVERY);
    }
  })();
  return async () => {
    isOver = true;
    await Promise.all([probing, weighing]);
    agent.destroy();
    took.sort((a, b) => a - b);
    const at = (share: number) => took[Math.min(took.length - 1, Math.floor(share * took.length))]!;
    return {
      cached: { half: at(0.5), most: at(0.99), all: took.at(-1)!, count: took.length },
      statuses,
      memory: heaviest || undefined,
    };
  };
}

/** Milliseconds until a search is answered, as one who comes back after a refusal would see it. */
async function timeToRecover(origin: string): Promise<number> {
  const since = performance.now();
  const agent = agentFor(origin, { keepAlive: false });
  for (;;) {
    const status = await ask(`${origin}${SEARCH}&limit=${(Date.now() % 20) + 1}`, agent);
    const passed = performance.now() - since;
    // 429 is an answer too: the server is free, and this address has had its share.
    if (status === 200 || status === 429) return passed;
    if (passed > LONGEST_RECOVERY) return Number.POSITIVE_INFINITY;
    await pause(50);
  }
}

/** Bytes of a process; 0 where the system does not tell. */
export async function weightOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}

/** Servers that are tried vouch for themselves. */
function agentFor(origin: string, options: http.AgentOptions): http.Agent {
  return origin.startsWith('https:')
    ? new https.Agent({ ...options, rejectUnauthorized: false })
    : new http.Agent(options);
}

/** The status of an answer; 0 without one. */
async function ask(url: string, agent: http.Agent): Promise<number> {
  return new Promise((resolve) => {
    const { get } = url.startsWith('https:') ? https : http;
    const request = get(url, { agent, timeout: LONGEST_ANSWER }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(0));
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
