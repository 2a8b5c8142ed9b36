import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { BROWSER_ACCEPT_HEADERS, type RequestSpec } from './http-client.ts';

/** A load test, which repeats a sequence of requests on `connections` simultaneous connections. */
export interface LoadTest {
  /** The requests of the load test. All of them go to the same server. */
  requestSpecs: readonly RequestSpec[];
  connections: number;
  until: LoadTestEnd;
}

/** When a load test ends: after a duration in seconds, or after a minimum number of requests. */
export type LoadTestEnd = { seconds: number } | { minRequests: number };

export interface LoadTestResult {
  requests: number;
  seconds: number;
}

/** A program that generates load, such as wrk. */
export interface LoadGenerator {
  /** The program's name for the report. Contains a note if the program's own speed limits the results. */
  name: string;
  /** Runs a load test. Rejects if a request fails. */
  runLoadTest(test: LoadTest): Promise<LoadTestResult>;
}

const run = promisify(execFile);

/**
 * Returns the load generator wrk if it is installed, and otherwise autocannon. For each request, wrk needs only a
 * fraction of the processor time that a `node:http` server needs. autocannon needs more than the server, so it becomes
 * the bottleneck and hides differences between two servers.
 */
export async function findLoadGenerator(): Promise<LoadGenerator> {
  const version = await versionOfWrk();
  if (version) return { name: `wrk ${version}`, runLoadTest: runWrk };
  return {
    name: 'autocannon, which is slower than the servers: install wrk for ratios that are only theirs',
    runLoadTest: runAutocannon,
  };
}

/**
 * Returns the version of wrk, or undefined if it is not installed. `wrk -v` prints the version and exits with code 1.
 */
async function versionOfWrk(): Promise<string | undefined> {
  const output = await run('wrk', ['-v']).catch((error: { stdout?: string }) => error);
  return /^wrk (\S+)/m.exec(output.stdout ?? '')?.[1];
}

async function runWrk({ requestSpecs, connections, until }: LoadTest): Promise<LoadTestResult> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-wrk-'));
  try {
    const script = path.join(folder, 'request.lua');
    const { url } = requestSpecs[0]!;
    await writeFile(
      script,
      requestSpecs.length > 1 ? toLuaScript(requestSpecs) : toLuaRequest(requestSpecs[0]!),
    );
    const runForSeconds = async (seconds: number) => {
      const settings = [
        '-t1',
        `-c${connections}`,
        `-d${seconds}s`,
        '--timeout',
        '10s',
        '-s',
        script,
      ];
      const { stdout, stderr } = await run('wrk', [...settings, url]);
      // If wrk cannot read the script, it prints an error and continues without the script. Therefore, any error output
      // is thrown as an error.
      if (stderr) throw new Error(stderr);
      return parseWrkOutput(stdout, url);
    };
    if ('seconds' in until) return await runForSeconds(until.seconds);
    // wrk runs for whole seconds and cannot stop after a number of requests, so it runs for one second at a time.
    const sum = { requests: 0, seconds: 0 };
    while (sum.requests < until.minRequests) {
      const { requests, seconds } = await runForSeconds(1);
      sum.requests += requests;
      sum.seconds += seconds;
    }
    return sum;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Formats a request as Lua code for wrk. JSON strings are used as Lua string literals, which is valid for these values.
 */
function toLuaRequest({ method, headers, body }: RequestSpec): string {
  return [
    `wrk.method = ${JSON.stringify(method ?? 'GET')}`,
    ...(body === undefined ? [] : [`wrk.body = ${JSON.stringify(body)}`]),
    ...Object.entries({ ...BROWSER_ACCEPT_HEADERS, ...headers }).map(
      (header) => `wrk.headers[${JSON.stringify(header[0])}] = ${JSON.stringify(header[1])}`,
    ),
  ].join('\n');
}

/** Formats requests as a Lua script that makes wrk send them one after another. */
function toLuaScript(requestSpecs: readonly RequestSpec[]): string {
  const list = requestSpecs.map(({ url, method = 'GET', headers, body }) => {
    const { pathname, search } = new URL(url);
    const fields = Object.entries({ ...BROWSER_ACCEPT_HEADERS, ...headers }).map(
      ([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
    );
    const parts = [JSON.stringify(method), JSON.stringify(pathname + search)];
    return `{ ${parts.join(', ')}, { ${fields.join(', ')} }, ${body === undefined ? 'nil' : JSON.stringify(body)} }`;
  });
  return [
    `local asked = { ${list.join(',\n')} }`,
    'local ready = {}',
    'local at = 0',
    'function init()',
    '  for i, each in ipairs(asked) do',
    '    each[3]["Host"] = wrk.headers["Host"]',
    '    ready[i] = wrk.format(each[1], each[2], each[3], each[4])',
    '  end',
    'end',
    'function request()',
    '  at = at % #ready + 1',
    '  return ready[at]',
    'end',
  ].join('\n');
}

function parseWrkOutput(output: string, url: string): LoadTestResult {
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? Number.NaN);
  const requests = number(/(\d+) requests in /);
  const rate = number(/^Requests\/sec:\s+([\d.]+)/m);
  const errorLine = /^\s*(Non-2xx or 3xx responses|Socket errors): .*$/m.exec(output)?.[0];
  if (errorLine || Number.isNaN(requests + rate))
    throw new Error(`${url}: ${errorLine?.trim() ?? output}`);
  // wrk prints a rounded duration, so the duration is calculated from the number of requests and the rate.
  return { requests, seconds: rate > 0 ? requests / rate : 1 };
}

async function runAutocannon({
  requestSpecs,
  connections,
  until,
}: LoadTest): Promise<LoadTestResult> {
  const { url } = requestSpecs[0]!;
  const result = await autocannon({
    url,
    connections,
    ...('minRequests' in until ? { amount: until.minRequests } : { duration: until.seconds }),
    requests: requestSpecs.map(({ url, method = 'GET' as const, headers, body }) => {
      const { pathname, search } = new URL(url);
      return {
        method,
        path: pathname + search,
        headers: { ...BROWSER_ACCEPT_HEADERS, ...headers },
        ...(body !== undefined && { body }),
      };
    }),
  });
  // A 304 response to a conditional request is a success, so only 4xx and 5xx responses are failures.
  const failed = result['4xx'] + result['5xx'] + result.errors + result.timeouts;
  if (failed) throw new Error(`${failed} of ${result.requests.total} requests to ${url} failed.`);
  return { requests: result.requests.total, seconds: result.duration };
}
