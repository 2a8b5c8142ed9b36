import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { fileURLToPath } from 'node:url';
import type { Attack, ResponseCounts } from './http1-attacks.ts';

const ATTACKER = fileURLToPath(new URL('attacker.ts', import.meta.url));
/** Milliseconds between requests for a cached page, and milliseconds between measurements of the server's memory. */
const [PROBE_INTERVAL, MEMORY_SAMPLE_INTERVAL] = [5, 100];
/** Paths of the requests whose response times are measured: a cached page, and an uncached search. */
const [CACHED_PATH, SEARCH_PATH] = ['/about', '/api/v1/search?q=calendar'];
/** Maximum milliseconds until a search succeeds after an attack, and maximum milliseconds for a single response. */
const [RECOVERY_TIMEOUT, RESPONSE_TIMEOUT] = [30_000, 10_000];

/** The effect of an attack on other clients and on the server's memory. */
export interface AttackResult {
  name: string;
  outcome: ResponseCounts;
  /**
   * Response times for a cached page in milliseconds: the median (`p50`), the 99th percentile (`p99`) and the maximum
   * (`max`), with the number of requests.
   */
  cached: { p50: number; p99: number; max: number; count: number };
  /** The statuses of all responses to requests for the cached page. A request without a response has the status 0. */
  statuses: ReadonlySet<number>;
  /** Milliseconds from the end of the attack until a search succeeds. Infinity if no search succeeds. */
  recovery: number;
  /** Maximum memory of the server process in bytes. `undefined` if the operating system does not report it. */
  memory: number | undefined;
}

/**
 * Runs an attack against a server for a limited time. During the attack, measures the response times of a cached page
 * and the server's memory.
 */
export async function measureAttack(
  { name }: Pick<Attack, 'name'>,
  { origin, pid }: { origin: string; pid: number },
  milliseconds: number,
): Promise<AttackResult> {
  const stopWatching = watchServer(origin, pid);
  const attacker = fork(ATTACKER, [origin, String(milliseconds), name]);
  const [outcome] = (await once(attacker, 'message')) as [ResponseCounts];
  const { cached, statuses, memory } = await stopWatching();
  return { name, outcome, cached, statuses, memory, recovery: await measureRecovery(origin) };
}

/**
 * Requests a cached page repeatedly, and measures the memory of the server process. Returns a function that stops the
 * requests and the measurements, and returns the results.
 */
function watchServer(origin: string, pid: number) {
  const agent = createAgent(origin, { keepAlive: true, maxSockets: 1 });
  const durations: number[] = [];
  const statuses = new Set<number>();
  let maxMemory = 0;
  let isOver = false;
  const probe = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      statuses.add(await requestStatus(origin + CACHED_PATH, agent));
      durations.push(performance.now() - startedAt);
      await pause(PROBE_INTERVAL);
    }
  })();
  const memorySampling = (async () => {
    while (!isOver) {
      maxMemory = Math.max(maxMemory, await getProcessMemory(pid));
      await pause(MEMORY_SAMPLE_INTERVAL);
    }
  })();
  return async () => {
    isOver = true;
    await Promise.all([probe, memorySampling]);
    agent.destroy();
    durations.sort((a, b) => a - b);
    const percentile = (share: number) =>
      durations[Math.min(durations.length - 1, Math.floor(share * durations.length))]!;
    return {
      cached: {
        p50: percentile(0.5),
        p99: percentile(0.99),
        max: durations.at(-1)!,
        count: durations.length,
      },
      statuses,
      memory: maxMemory || undefined,
    };
  };
}

/** Repeats a search until it succeeds. Returns the elapsed milliseconds, or infinity if no search succeeds in time. */
async function measureRecovery(origin: string): Promise<number> {
  const startedAt = performance.now();
  const agent = createAgent(origin, { keepAlive: false });
  for (;;) {
    const status = await requestStatus(
      `${origin}${SEARCH_PATH}&limit=${(Date.now() % 20) + 1}`,
      agent,
    );
    const elapsed = performance.now() - startedAt;
    // The status 429 counts as success, because the server is working and only this client has reached its rate limit.
    if (status === 200 || status === 429) return elapsed;
    if (elapsed > RECOVERY_TIMEOUT) return Number.POSITIVE_INFINITY;
    await pause(50);
  }
}

/** Returns the resident memory of a process in bytes, or 0 if the operating system does not report it. */
export async function getProcessMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}

/** Returns an HTTP agent that accepts the self-signed certificates of test servers. */
function createAgent(origin: string, options: http.AgentOptions): http.Agent {
  return origin.startsWith('https:')
    ? new https.Agent({ ...options, rejectUnauthorized: false })
    : new http.Agent(options);
}

/** Returns the status of a response, or 0 if there was no complete response. */
async function requestStatus(url: string, agent: http.Agent): Promise<number> {
  return new Promise((resolve) => {
    const { get } = url.startsWith('https:') ? https : http;
    const request = get(url, { agent, timeout: RESPONSE_TIMEOUT }, (response) => {
      response.resume().once('close', () => resolve(response.complete ? response.statusCode! : 0));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(0));
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
