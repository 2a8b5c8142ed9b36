import os from 'node:os';
import type { ClientMessage, ClientResult } from './clients.ts';
import type { Findings } from './findings.ts';
import type { Until } from './load-generator.ts';
import { type Helper, startHelper } from './processes.ts';
import { digits, type Table } from './report.ts';
import { type Effort, median } from './rig.ts';
import type { UnrecordedLibrary } from './unrecorded-library.ts';

/** Share of the rate without a narration that has to be left. */
const LIMIT = 0.8;
const CONNECTIONS = 32;
/** Narrations that are being made: one, and as many as the product makes at the same time (narration-worker.ts). */
const BESIDE = [1, 2 * os.availableParallelism()];
/** Seconds of a round: a machine that is shared is now faster and now slower, and many short ones tell more than a few long ones. */
const SECONDS = 1;
/** As many more of them. */
const FINER = 3;

const MOST_TRIES = 5;

/** One round of a flood. */
interface Round {
  /** Requests a second. */
  rate: number;
  /** Requests a second of the server's processor time. */
  thrift: number;
  /** Processors it had, on average. */
  processors: number;
}

/** A round beside narrations, and how the two before and after it went, beside none: their mean. */
interface Compared {
  round: Round;
  alone: Round;
}

interface FloodsBeside {
  name: string;
  /** For each number of {@link BESIDE} its rounds. */
  beside: Compared[][];
}

/**
 * Floods a cached page and the list of articles, with and without narrations being made, in turn.
 *
 * What counts is the rate by the clock, since what a narration may take from a page is time on a processor. Whoever
 * floods needs one too, and readers do not: where there are only two, it competes with what records, and the ratio is
 * worse than readers would find it. So a limit that is met is met, and one that is missed may be so by the flood: the
 * requests in each second of the server's own processor time, and how much of that it had, tell which.
 */
export async function floodBeside(
  library: UnrecordedLibrary,
  { cachedPage }: Effort,
): Promise<FloodsBeside[]> {
  const load = await startHelper<ClientMessage, ClientResult, string>('clients');
  const calls = { 'cached page': library.articlePath, 'GET /articles': '/api/v1/articles' };
  const floods: FloodsBeside[] = [];
  for (const [name, path] of Object.entries(calls)) {
    const flood = (until: Until) => floodOnce(library, load, path, until);
    await flood({ most: cachedPage.warmUp });
    const round = (count: number) => whileMaking(library, count, () => flood({ seconds: SECONDS }));
    const beside: Compared[][] = BESIDE.map(() => []);
    let before = await round(0);
    for (let group = 0; group < FINER * cachedPage.groups; group++)
      for (const [at, count] of BESIDE.entries()) {
        const between = await round(count);
        const after = await round(0);
        beside[at]!.push({ round: between, alone: meanOf(before, after) });
        before = after;
      }
    floods.push({ name, beside });
  }
  await load.stop();
  return floods;
}

async function floodOnce(
  { origin, server }: UnrecordedLibrary,
  load: Helper<ClientMessage, ClientResult>,
  path: string,
  until: Until,
): Promise<Round> {
  const asked = { url: origin + path };
  const before = await server.ask('usage');
  const answer = await load.ask({ kind: 'flood', asked, connections: CONNECTIONS, until });
  if (answer.kind !== 'flood') throw new Error('Not an answer to a flood.');
  const after = await server.ask('usage');
  const processor = (after.processor - before.processor) / 1_000_000;
  const { requests, seconds } = answer;
  return {
    rate: requests / seconds,
    thrift: requests / processor,
    processors: processor / seconds,
  };
}

/** Does something while so many narrations are made; again when one of them was whole before that was over. */
async function whileMaking<Result>(
  library: UnrecordedLibrary,
  count: number,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const narrations = await library.takeUnrecorded(count);
    await Promise.all(narrations.map(library.requestWhole));
    const result = await run();
    const answers = await Promise.all(narrations.map(library.requestWhole));
    await library.stopRecording();
    if (!answers.includes(200)) return result;
  }
  throw new Error('Narrations are whole before a round is over: the rounds are too long.');
}

function meanOf(one: Round, other: Round): Round {
  return {
    rate: (one.rate + other.rate) / 2,
    thrift: (one.thrift + other.thrift) / 2,
    processors: (one.processors + other.processors) / 2,
  };
}

export function findingsOfFloods(floods: readonly FloodsBeside[]): Findings {
  return {
    tables: floods.map(tableOf),
    limits: floods.map(({ name, beside }) => ({
      name: `${name} while a narration is made, of its rate without`,
      measured: ratioOf(beside[0]!, ({ rate }) => rate),
      limit: LIMIT,
      bound: 'at least',
      unit: '',
    })),
  };
}

function tableOf({ name, beside }: FloodsBeside): Table {
  const row = (what: string, alone: number, cellOf: (compared: readonly Compared[]) => number) => ({
    name: what,
    cells: [alone, ...beside.map(cellOf)].map(digits),
  });
  const middle = (what: string, read: (round: Round) => number) =>
    row(what, median(beside.flat().map(({ alone }) => read(alone))), (compared) =>
      median(compared.map(({ round }) => read(round))),
    );
  const ratio = (what: string, read: (round: Round) => number) =>
    row(what, 1, (compared) => ratioOf(compared, read));
  return {
    title: `${name}, while so many narrations are made`,
    columns: ['0', ...BESIDE.map(String)],
    rows: [
      middle('requests/s', ({ rate }) => rate),
      middle('processors the server had', ({ processors }) => processors),
      ratio('of the rate beside none', ({ rate }) => rate),
      ratio('of it, per processor second', ({ thrift }) => thrift),
    ],
  };
}

/** The median of what rounds beside narrations have of those around them. */
function ratioOf(compared: readonly Compared[], read: (round: Round) => number): number {
  return median(compared.map(({ round, alone }) => read(round) / read(alone)));
}
