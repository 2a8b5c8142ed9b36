import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { ACCEPT, type Asked } from './answers.ts';

/** One request over and over, on `connections` at once. */
export interface Flood {
  asked: Asked;
  connections: number;
  until: Until;
}

/** For so many seconds, or until there were at least so many requests. */
export type Until = { seconds: number } | { most: number };

export interface Flooded {
  requests: number;
  seconds: number;
}

/** What makes the requests of a flood. */
export interface Generator {
  /** For the report: what it is, and what that means for the figures. */
  name: string;
  /** Rejects when a request fails. */
  flood(flood: Flood): Promise<Flooded>;
}

const run = promisify(execFile);

/**
 * wrk where it is installed: it takes a fraction of what a `node:http` server takes for the same request.
 * Otherwise autocannon, which takes more, so that servers wait for it and look more alike than they are.
 */
export async function findGenerator(): Promise<Generator> {
  const version = await versionOfWrk();
  if (version) return { name: `wrk ${version}`, flood: floodWithWrk };
  return {
    name: 'autocannon, which is slower than the servers: install wrk for ratios that are only theirs',
    flood: floodWithAutocannon,
  };
}

/** Asked for its version, wrk says it and ends with 1. */
async function versionOfWrk(): Promise<string | undefined> {
  const said = await run('wrk', ['-v']).catch((error: { stdout?: string }) => error);
  return /^wrk (\S+)/m.exec(said.stdout ?? '')?.[1];
}

async function floodWithWrk({ asked, connections, until }: Flood): Promise<Flooded> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-wrk-'));
  try {
    const script = path.join(folder, 'request.lua');
    await writeFile(script, inLua(asked));
    const flood = async (seconds: number) => {
      const settings = [
        '-t1',
        `-c${connections}`,
        `-d${seconds}s`,
        '--timeout',
        '10s',
        '-s',
        script,
      ];
      const { stdout, stderr } = await run('wrk', [...settings, asked.url]);
      // With a script it cannot read, it asks without one.
      if (stderr) throw new Error(stderr);
      return countOf(stdout, asked.url);
    };
    if ('seconds' in until) return await flood(until.seconds);
    // It counts seconds only.
    const sum = { requests: 0, seconds: 0 };
    while (sum.requests < until.most) {
      const { requests, seconds } = await flood(1);
      sum.requests += requests;
      sum.seconds += seconds;
    }
    return sum;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A request as wrk's script says it; of what is in one, Lua writes strings as JSON does. */
function inLua({ method, headers, body }: Asked): string {
  return [
    `wrk.method = ${JSON.stringify(method ?? 'GET')}`,
    ...(body === undefined ? [] : [`wrk.body = ${JSON.stringify(body)}`]),
    ...Object.entries({ ...ACCEPT, ...headers }).map(
      (header) => `wrk.headers[${JSON.stringify(header[0])}] = ${JSON.stringify(header[1])}`,
    ),
  ].join('\n');
}

function countOf(said: string, url: string): Flooded {
  const number = (pattern: RegExp) => Number(pattern.exec(said)?.[1] ?? Number.NaN);
  const requests = number(/(\d+) requests in /);
  const rate = number(/^Requests\/sec:\s+([\d.]+)/m);
  const trouble = /^\s*(Non-2xx or 3xx responses|Socket errors): .*$/m.exec(said)?.[0];
  if (trouble || Number.isNaN(requests + rate))
    throw new Error(`${url}: ${trouble?.trim() ?? said}`);
  // It rounds seconds, but not the rate.
  return { requests, seconds: rate > 0 ? requests / rate : 1 };
}

async function floodWithAutocannon({ asked, connections, until }: Flood): Promise<Flooded> {
  const { url, method, headers, body } = asked;
  const result = await autocannon({
    url,
    connections,
    ...('most' in until ? { amount: until.most } : { duration: until.seconds }),
    headers: { ...ACCEPT, ...headers },
    ...(method && { method }),
    ...(body !== undefined && { body }),
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed) throw new Error(`${failed} of ${result.requests.total} requests to ${url} failed.`);
  return { requests: result.requests.total, seconds: result.duration };
}
