import { learnAnswer } from './answers.ts';
import type { BareQuestion } from './bare.ts';
import type { Asked, LoadAnswer, LoadQuestion } from './load.ts';
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

/** What measures: readers, the bare server they are compared on, and one Octavo a shelf. */
export interface Rig {
  load: Helper<LoadQuestion, LoadAnswer>;
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
  const load = await startHelper<LoadQuestion, LoadAnswer>('load');
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
  return { load, bare: { ...bare, origin: originOf(bare.ready) }, shelves, effort };
}

export async function dismantle({ load, bare, shelves }: Rig): Promise<void> {
  for (const { server } of [...shelves, { server: bare }, { server: load }]) await server.stop();
}

/** Octavo beside a bare server that sends the same bytes. */
export interface Comparison {
  /** Requests a second. */
  bare: number;
  octavo: number;
  /** Median of Octavo's rate over the bare one's, pair by pair. */
  ratio: number;
  /** The same for requests a second of processor time: blind to what else the machine does. */
  processorRatio: number;
}

/** How well a comparison has to be founded. */
export interface Thoroughness {
  /** Requests before the first round: the engine compiles what has run often, however long that takes. */
  warmUp: number;
  /** Pairs of rounds, bare and Octavo, whose ratios give the median. */
  pairs: number;
}

const CONNECTIONS = 32;
/** Floods bare server and Octavo in turn with requests for one address. */
export async function compare(
  rig: Rig,
  shelf: Shelf,
  path: string,
  { warmUp, pairs: wanted }: Thoroughness,
): Promise<Comparison> {
  await rig.bare.ask(new Map([[path, await learnAnswer(shelf.origin + path)]]));
  const round = async (
    server: Helper<'usage', Usage>,
    origin: string,
    until: { seconds: number } | { most: number },
  ) => {
    const before = await server.ask('usage');
    const answer = await rig.load.ask({
      kind: 'flood',
      url: origin + path,
      connections: CONNECTIONS,
      ...until,
    });
    if (answer.kind !== 'flood') throw new Error('Not an answer to a flood.');
    const after = await server.ask('usage');
    const processor = (after.processor - before.processor) / 1_000_000;
    return { rate: answer.requests / answer.seconds, thrift: answer.requests / processor };
  };
  const pair = async (until: { seconds: number } | { most: number }) => ({
    bare: await round(rig.bare, rig.bare.origin, until),
    octavo: await round(shelf.server, shelf.origin, until),
  });

  await pair({ most: warmUp });
  const pairs = [];
  for (let at = 0; at < wanted; at++) pairs.push(await pair({ seconds: rig.effort.seconds }));
  return {
    bare: median(pairs.map(({ bare }) => bare.rate)),
    octavo: median(pairs.map(({ octavo }) => octavo.rate)),
    ratio: median(pairs.map(({ bare, octavo }) => octavo.rate / bare.rate)),
    processorRatio: median(pairs.map(({ bare, octavo }) => octavo.thrift / bare.thrift)),
  };
}

/**
 * Median milliseconds of each request, made alone. They take turns, so that whatever else the machine
 * does meets all of them alike.
 */
export async function medianTimes(
  { load }: Rig,
  asked: readonly Asked[],
  rounds: number,
): Promise<number[]> {
  const WARM_UP_ROUNDS = 3;
  await takeTurns(load, asked, WARM_UP_ROUNDS);
  return (await takeTurns(load, asked, rounds)).map(median);
}

/** Median milliseconds of an article page that no cache has, and of the same bytes from the bare server. */
export async function uncachedTimes(
  { load, bare, effort }: Rig,
  shelf: Shelf,
  paths: readonly string[],
): Promise<{ bare: number; octavo: number }> {
  const answers = new Map<string, Awaited<ReturnType<typeof learnAnswer>>>();
  for (const path of paths) answers.set(path, await learnAnswer(shelf.origin + path));
  await bare.ask(answers);
  const times: { bare: number[]; octavo: number[] } = { bare: [], octavo: [] };
  while (times.octavo.length < effort.turns) {
    await shelf.server.ask('drop');
    // The news reaches the cache over a connection of its own.
    await new Promise((resolve) => setTimeout(resolve, NEWS_TAKES));
    const asked = paths.flatMap((path) => [
      { url: bare.origin + path },
      { url: shelf.origin + path },
    ]);
    const found = (await takeTurns(load, asked, 1)).flat();
    times.bare.push(...found.filter((_, at) => at % 2 === 0));
    times.octavo.push(...found.filter((_, at) => at % 2 === 1));
  }
  return { bare: median(times.bare), octavo: median(times.octavo) };
}

/** Milliseconds. */
const NEWS_TAKES = 100;

async function takeTurns(load: Rig['load'], asked: readonly Asked[], rounds: number) {
  const answer = await load.ask({ kind: 'turns', asked, rounds });
  if (answer.kind !== 'turns') throw new Error('Not an answer to turns.');
  return answer.times;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function originOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
