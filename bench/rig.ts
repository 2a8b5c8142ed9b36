import type { Asked } from './answers.ts';
import type { BareQuestion } from './bare.ts';
import type { LoadAnswer, LoadQuestion, Taken } from './load.ts';
import { type Helper, startHelper } from './processes.ts';
import type { ServerQuestion } from './serve.ts';
import type { Usage } from './usage.ts';

/** A running Octavo with a data set of some size. */
export interface Shelf {
  size: number;
  origin: string;
  /** Resident bytes after the start. */
  memory: number;
  server: Helper<ServerQuestion, Usage>;
}

/** Amount of measuring for a comparison. */
export interface Thoroughness {
  /** Requests before the first round, so that the engine has compiled hot code. */
  warmUp: number;
  /** Number of groups of rounds, the baseline servers and Octavo, whose ratios give the median. */
  groups: number;
}

/** The measuring processes: clients, the baseline server, and one Octavo per data set. */
export interface Rig {
  load: Helper<LoadQuestion, LoadAnswer>;
  /** Name of the load generator, for the report. */
  generator: string;
  bare: Helper<BareQuestion, Usage> & { origin: string };
  shelves: readonly Shelf[];
  /** Amount of measuring in this run. */
  effort: Effort;
}

export interface Effort {
  /** For comparisons that have a limit. */
  cachedPage: Thoroughness;
  /** For comparisons without a limit. */
  calls: Thoroughness;
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
  const load = await startHelper<LoadQuestion, LoadAnswer, string>('load');
  const bare = await startHelper<BareQuestion, Usage, number>('bare');
  const shelves: Shelf[] = [];
  for (const size of sizes) {
    const SHELF_URL = (await urlOf(size)) ?? '';
    const server = await startHelper<ServerQuestion, Usage, number>('serve', {
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

export async function dismantle({ load, bare, shelves }: Rig): Promise<void> {
  for (const { server } of [...shelves, { server: bare }, { server: load }]) await server.stop();
}

/** Makes each request alone, one after the other, `rounds` times. */
export async function takeTurns(
  { load }: Rig,
  asked: readonly Asked[],
  rounds: number,
): Promise<Taken[][]> {
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
