import os from 'node:os';
import type { Findings } from './findings.ts';
import type { Until } from './flood.ts';
import type { LoadAnswer, LoadQuestion } from './load.ts';
import { type Helper, startHelper } from './processes.ts';
import { digits, type Table } from './report.ts';
import { type Effort, median } from './rig.ts';
import type { UnreadLibrary } from './unread-library.ts';

/** Share of the rate without a narration that has to be left. */
const FLOOR = 0.8;
const CONNECTIONS = 32;
/** Narrations that are being made: none, one, and as many as the product makes at the same time (narrations.ts). */
const BESIDE = [0, 1, 2 * os.availableParallelism()];

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

export interface FloodsBeside {
  name: string;
  /** In each group a round beside as many narrations as {@link BESIDE} says. */
  groups: Round[][];
}

/**
 * Floods a cached page and the list of articles, with and without narrations being made, in turn.
 *
 * What counts is the rate by the clock, since what a narration may take from a page is time on a processor. Whoever
 * floods needs one too, and readers do not: where there are only two, it competes with what records, and the ratio is
 * worse than readers would find it. So a floor that is met is met, and one that is missed may be so by the flood: the
 * requests in each second of the server's own processor time, and how much of that it had, tell which.
 */
export async function floodBeside(
  library: UnreadLibrary,
  { cachedPage, seconds }: Effort,
): Promise<FloodsBeside[]> {
  const load = await startHelper<LoadQuestion, LoadAnswer, string>('load');
  const calls = { 'cached page': library.articlePath, 'GET /articles': '/api/v1/articles' };
  const floods: FloodsBeside[] = [];
  for (const [name, path] of Object.entries(calls)) {
    const flood = (until: Until) => floodOnce(library, load, path, until);
    await flood({ most: cachedPage.warmUp });
    const groups: Round[][] = [];
    for (let group = 0; group < cachedPage.groups; group++) {
      const rounds: Round[] = [];
      for (const count of BESIDE)
        rounds.push(await whileMaking(library, count, () => flood({ seconds })));
      groups.push(rounds);
    }
    floods.push({ name, groups });
  }
  await load.stop();
  return floods;
}

async function floodOnce(
  { origin, server }: UnreadLibrary,
  load: Helper<LoadQuestion, LoadAnswer>,
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
  library: UnreadLibrary,
  count: number,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const narrations = await library.takeUnmade(count);
    await Promise.all(narrations.map(library.askForWhole));
    const result = await run();
    const answers = await Promise.all(narrations.map(library.askForWhole));
    await library.giveUp();
    if (!answers.includes(200)) return result;
  }
  throw new Error('Narrations are whole before a round is over: the rounds are too long.');
}

export function findingsOfFloods(floods: readonly FloodsBeside[]): Findings {
  return {
    tables: floods.map(tableOf),
    floors: floods.map(({ name, groups }) => ({
      name: `${name} while a narration is made, of its rate without`,
      measured: ratioOf(groups, 1, ({ rate }) => rate),
      limit: FLOOR,
      bound: 'at least',
      unit: '',
    })),
  };
}

function tableOf({ name, groups }: FloodsBeside): Table {
  const row = (what: string, cellOf: (at: number) => number) => ({
    name: what,
    cells: BESIDE.map((_, at) => digits(cellOf(at))),
  });
  const middle = (at: number, read: (round: Round) => number) =>
    median(groups.map((rounds) => read(rounds[at]!)));
  return {
    title: `${name}, while so many narrations are made`,
    columns: BESIDE.map(String),
    rows: [
      row('requests/s', (at) => middle(at, ({ rate }) => rate)),
      row('processors the server had', (at) => middle(at, ({ processors }) => processors)),
      row('of the rate beside none', (at) => ratioOf(groups, at, ({ rate }) => rate)),
      row('of it, per processor second', (at) => ratioOf(groups, at, ({ thrift }) => thrift)),
    ],
  };
}

/** The median, group by group, of rounds beside some narrations over those beside none. */
function ratioOf(groups: readonly Round[][], at: number, read: (round: Round) => number): number {
  return median(groups.map((rounds) => read(rounds[at]!) / read(rounds[0]!)));
}
