import type { BaselineServerCommand } from './baseline-server.ts';
import type { ClientCommand, ClientResult, RequestTiming } from './clients.ts';
import type { RequestSpec } from './http-client.ts';
import { type HelperProcess, startHelperProcess } from './processes.ts';
import type { ServerCommand } from './server-under-test.ts';
import type { ProcessUsage } from './usage.ts';

/** A running Octavo server whose database contains a generated data set. */
export interface DataSetServer {
  size: number;
  origin: string;
  /** The server's resident memory after startup, in bytes. */
  memory: number;
  server: HelperProcess<ServerCommand, ProcessUsage>;
}

/** The length of a measurement. It starts with warm-up requests, which are followed by groups of rounds. */
export interface WarmUpAndGroupCounts {
  /** The number of warm-up requests before the first round. They give V8 time to compile the hot code. */
  warmUp: number;
  /**
   * The number of groups of rounds. When Octavo is compared with the baseline server, a group contains rounds with both
   * servers, and yields the ratio of their request rates. The result is the median over all groups.
   */
  groups: number;
}

/** The benchmark's processes: one for the clients, the baseline server, and an Octavo server for each data set. */
export interface BenchmarkProcesses {
  load: HelperProcess<ClientCommand, ClientResult>;
  /** The name of the program that generates load, for the report. */
  generator: string;
  baseline: HelperProcess<BaselineServerCommand, ProcessUsage> & { origin: string };
  dataSetServers: readonly DataSetServer[];
  /** The lengths of the measurements in this run of the benchmark. */
  effort: BenchmarkEffort;
}

export interface BenchmarkEffort {
  /** The number of warm-up requests and groups of rounds when cached pages are measured. */
  cachedPage: WarmUpAndGroupCounts;
  /** The number of warm-up requests and groups of rounds when API calls are measured. */
  calls: WarmUpAndGroupCounts;
  /** The length of a round in seconds. */
  seconds: number;
  /** The number of latency measurements for each kind of request. Only one request is in progress at a time. */
  latencyRounds: number;
}

/**
 * Starts the benchmark's processes. `getDatabaseUrl` returns the URL of the PostgreSQL database with a data set of the
 * given size. If it returns undefined, the server uses an embedded database in memory.
 */
export async function startBenchmarkProcesses(
  sizes: readonly number[],
  getDatabaseUrl: (size: number) => Promise<string | undefined>,
  effort: BenchmarkEffort,
): Promise<BenchmarkProcesses> {
  const load = await startHelperProcess<ClientCommand, ClientResult, string>('clients');
  const baseline = await startHelperProcess<BaselineServerCommand, ProcessUsage, number>(
    'baseline-server',
  );
  const dataSetServers: DataSetServer[] = [];
  for (const size of sizes) {
    const DATA_SET_DATABASE_URL = (await getDatabaseUrl(size)) ?? '';
    const server = await startHelperProcess<ServerCommand, ProcessUsage, number>(
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
    baseline: { ...baseline, origin: originOf(baseline.ready) },
    dataSetServers,
    effort,
  };
}

export async function stopBenchmarkProcesses({
  load,
  baseline,
  dataSetServers,
}: BenchmarkProcesses): Promise<void> {
  for (const { server } of [...dataSetServers, { server: baseline }, { server: load }])
    await server.stop();
}

/**
 * Sends the given requests one after another, and repeats the sequence `rounds` times. Returns the timings of each
 * request.
 */
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
