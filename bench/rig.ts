import type { Asked } from './answers.ts';
import type { BareQuestion } from './bare.ts';
import type { LoadAnswer, LoadQuestion, Taken } from './load.ts';
import { type Helper, startHelper } from './processes.ts';
import type { ServerQuestion } from './serve.ts';
import type { Usage } from './usage.ts';

/** Octavo on a shelf of some size. */
export interface Shelf {
  size: number;
  origin: string;
  /** Bytes resident once it had started. */
  memory: number;
  server: Helper<ServerQuestion, Usage>;
}

/** How well a comparison has to be founded. */
export interface Thoroughness {
  /** Requests before the first round: the engine compiles what has run often, however long that takes. */
  warmUp: number;
  /** Groups of rounds, the bare servers and Octavo, whose ratios give the median. */
  groups: number;
}

/** What measures: readers, the bare server they are compared on, and one Octavo a shelf. */
export interface Rig {
  load: Helper<LoadQuestion, LoadAnswer>;
  /** What floods the servers, for the report. */
  generator: string;
  bare: Helper<BareQuestion, Usage> & { origin: string };
  shelves: readonly Shelf[];
  /** How much patience the run has. */
  effort: Effort;
}

export interface Effort {
  /** How well what has a floor is compared with the bare server. */
  cachedPage: Thoroughness;
  /** The same for what has none. */
  calls: Thoroughness;
  /** Seconds of each round. */
  seconds: number;
  /** Times each address is asked for on its own. */
  turns: number;
}

/** `urlOf` gives the database of a shelf; `undefined` stands for an embedded one in memory. */
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

/** Makes each request alone, one after the other, and all of that `rounds` times. */
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
