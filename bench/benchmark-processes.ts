import type { BaselineMessage } from './baseline-server.ts';
import type { ClientMessage, ClientResult, RequestTiming } from './clients.ts';
import type { RequestSpec } from './http-client.ts';
import { type HelperProcess, startHelperProcess } from './processes.ts';
import type { ServerMessage } from './server-under-test.ts';
import type { ProcessUsage } from './usage.ts';

/** A running Octavo server with a generated data set. */
export interface DataSetServer {
  size: number;
  origin: string;
  /** The resident memory after startup, in bytes. */
  memory: number;
  server: HelperProcess<ServerMessage, ProcessUsage>;
}

/** How many requests and rounds one comparison has. */
export interface SamplingEffort {
  /** The number of requests that are sent before the first round, so that V8 has compiled hot code. */
  warmUp: number;
  /**
   * The number of groups of rounds. Each group measures the baseline server and Octavo. The result is the median of the
   * groups' ratios.
   */
  groups: number;
}

/** The processes of the benchmark: clients, the baseline server, and one Octavo server per data set. */
export interface BenchmarkProcesses {
  load: HelperProcess<ClientMessage, ClientResult>;
  /** The name of the load generator, for the report. */
  generator: string;
  bare: HelperProcess<BaselineMessage, ProcessUsage> & { origin: string };
  dataSetServers: readonly DataSetServer[];
  /** How many requests and rounds this run has. */
  effort: BenchmarkEffort;
}

export interface BenchmarkEffort {
  /** How many requests and rounds each comparison of a cached page has. */
  cachedPage: SamplingEffort;
  /** How many requests and rounds each comparison of API calls has. */
  calls: SamplingEffort;
  /** The length of a round in seconds. */
  seconds: number;
  /** How often each kind of request is measured, one request at a time. */
  turns: number;
}

/**
 * Starts the processes of the benchmark. `getDatabaseUrl` returns the URL of a data set's database, or undefined for an
 * embedded database in memory.
 */
export async function startBenchmarkProcesses(
  sizes: readonly number[],
  getDatabaseUrl: (size: number) => Promise<string | undefined>,
  effort: BenchmarkEffort,
): Promise<BenchmarkProcesses> {
  const load = await startHelperProcess<ClientMessage, ClientResult, string>('clients');
  const bare = await startHelperProcess<BaselineMessage, ProcessUsage, number>('baseline-server');
  const dataSetServers: DataSetServer[] = [];
  for (const size of sizes) {
    const DATA_SET_DATABASE_URL = (await getDatabaseUrl(size)) ?? '';
    const server = await startHelperProcess<ServerMessage, ProcessUsage, number>(
      'server-under-test',
      {
        DATA_SET_DATABASE_URL,
        DATA_SET_ARTICLE_COUNT: String(size),
      },
    );
    const { memory } = await server.request('usage');
    dataSetServers.push({ size, origin: originOf(server.ready), memory, server });
  }
  return {
    load,
    generator: load.ready,
    bare: { ...bare, origin: originOf(bare.ready) },
    dataSetServers,
    effort,
  };
}

export async function stopBenchmarkProcesses({
  load,
  bare,
  dataSetServers,
}: BenchmarkProcesses): Promise<void> {
  for (const { server } of [...dataSetServers, { server: bare }, { server: load }])
    await server.stop();
}

/** Sends the requests one after another, and repeats this `rounds` times. Returns the timings of each request. */
export async function timeRequestsInTurn(
  { load }: BenchmarkProcesses,
  requestSpecs: readonly RequestSpec[],
  rounds: number,
): Promise<RequestTiming[][]> {
  const result = await load.request({ kind: 'turns', requestSpecs, rounds });
  if (result.kind !== 'turns') throw new Error('Not an answer to turns.');
  return result.timings;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function originOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
