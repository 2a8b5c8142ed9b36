import type { BaselineMessage } from './baseline-server.ts';
import type { ClientMessage, ClientResult, RequestCost } from './clients.ts';
import type { RequestSpec } from './http-client.ts';
import { type Helper, startHelper } from './processes.ts';
import type { ServerMessage } from './server-under-test.ts';
import type { Usage } from './usage.ts';

/** A running Octavo with a data set of some size. */
export interface DataSetServer {
  size: number;
  origin: string;
  /** Resident bytes after the start. */
  memory: number;
  server: Helper<ServerMessage, Usage>;
}

/** Amount of measuring for a comparison. */
export interface SamplingEffort {
  /** Requests before the first round, so that the engine has compiled hot code. */
  warmUp: number;
  /** Number of groups of rounds, the baseline servers and Octavo, whose ratios give the median. */
  groups: number;
}

/** The measuring processes: clients, the baseline server, and one Octavo per data set. */
export interface Rig {
  load: Helper<ClientMessage, ClientResult>;
  /** Name of the load generator, for the report. */
  generator: string;
  bare: Helper<BaselineMessage, Usage> & { origin: string };
  shelves: readonly DataSetServer[];
  /** Amount of measuring in this run. */
  effort: Effort;
}

export interface Effort {
  /** For comparisons that have a limit. */
  cachedPage: SamplingEffort;
  /** For comparisons without a limit. */
  calls: SamplingEffort;
  /** Seconds of each round. */
  seconds: number;
  /** Number of single requests of each URL. */
  turns: number;
}

/** `urlOf` returns the database of a data set; `undefined` stands for an embedded one in memory. */
export async function buildRig(
  sizes: readonly number[],
  urlOf: (size: number) => Promise<string | undefined>,
  effort: Effort,
): Promise<Rig> {
  const load = await startHelper<ClientMessage, ClientResult, string>('clients');
  const bare = await startHelper<BaselineMessage, Usage, number>('baseline-server');
  const shelves: DataSetServer[] = [];
  for (const size of sizes) {
    const SHELF_URL = (await urlOf(size)) ?? '';
    const server = await startHelper<ServerMessage, Usage, number>('server-under-test', {
      SHELF_URL,
      SHELF_SIZE: String(size),
    });
    const { memory } = await server.ask('usage');
    shelves.push({ size, origin: originOf(server.ready), memory, server });
  }
  return {
    load,
    generator: load.ready,
    bare: { ...bare, origin: originOf(bare.ready) },
    shelves,
    effort,
  };
}

export async function stopRig({ load, bare, shelves }: Rig): Promise<void> {
  for (const { server } of [...shelves, { server: bare }, { server: load }]) await server.stop();
}

/** Makes each request alone, one after the other, `rounds` times. */
export async function sendInTurn(
  { load }: Rig,
  asked: readonly RequestSpec[],
  rounds: number,
): Promise<RequestCost[][]> {
  const answer = await load.ask({ kind: 'turns', asked, rounds });
  if (answer.kind !== 'turns') throw new Error('Not an answer to turns.');
  return answer.taken;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function originOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
