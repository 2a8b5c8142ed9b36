import os from 'node:os';
import { type BenchmarkEffort, median } from './benchmark-processes.ts';
import type { ClientMessage, ClientResult } from './clients.ts';
import type { LoadTestEnd } from './load-generator.ts';
import { type LoadMeasurement, measureLoad } from './measure-load.ts';
import type { MeasurementResult } from './measurement-result.ts';
import { startHelperProcess } from './processes.ts';
import { formatThreeDigits, type ReportTable } from './report.ts';
import type { UnrecordedLibraryServer } from './unrecorded-library.ts';

/** The minimum request rate during recording, as a share of the rate without recording. */
const LIMIT = 0.8;
/** How many simultaneous recordings are measured: one, and the product's maximum (narration-worker.ts). */
const SIMULTANEOUS_RECORDING_COUNTS = [1, 2 * os.availableParallelism()];
/**
 * The length of a round in seconds. The speed of a shared machine varies, so many short rounds are more accurate than a
 * few long ones.
 */
const ROUND_SECONDS = 1;
/** The number of this measurement's rounds, as a multiple of the rounds of other measurements. */
const ROUND_COUNT_FACTOR = 3;

const MAX_TRIES = 5;

/** A round during recording, and the mean of the rounds without recording before and after it. */
interface Compared {
  round: LoadMeasurement;
  alone: LoadMeasurement;
}

interface FloodsBeside {
  name: string;
  /** The results of the measured rounds, by the number of simultaneous recordings. */
  beside: Compared[][];
}

/**
 * Measures how recording slows requests for a cached page and for the article list, in rounds with and without
 * recording.
 *
 * The limit applies to the rate by wall-clock time, since recording takes processor time from the server. In
 * production, load comes from other machines, but the load generator shares this machine's processors. On a machine
 * with only two processors, the load generator competes with recording, and the ratio is worse than in production. A
 * met limit is therefore reliable, while a missed limit may be caused by the load generator. To find the cause, compare
 * the requests per second of the server's processor time, and the number of processors that the server used.
 */
export async function measureLoadDuringRecording(
  library: UnrecordedLibraryServer,
  { cachedPage }: BenchmarkEffort,
): Promise<FloodsBeside[]> {
  const load = await startHelperProcess<ClientMessage, ClientResult, string>('clients');
  const calls = { 'cached page': library.articlePath, 'GET /articles': '/api/v1/articles' };
  const floods: FloodsBeside[] = [];
  for (const [name, path] of Object.entries(calls)) {
    const flood = (until: LoadTestEnd) =>
      measureLoad(library.server, load, [{ url: library.origin + path }], until);
    await flood({ minRequests: cachedPage.warmUp });
    const round = (count: number) =>
      runDuringRecording(library, count, () => flood({ seconds: ROUND_SECONDS }));
    const beside: Compared[][] = SIMULTANEOUS_RECORDING_COUNTS.map(() => []);
    let before = await round(0);
    for (let group = 0; group < ROUND_COUNT_FACTOR * cachedPage.groups; group++)
      for (const [at, count] of SIMULTANEOUS_RECORDING_COUNTS.entries()) {
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

/**
 * Runs an action during `count` recordings. Repeats it if one of the recordings was complete before the action ended.
 */
async function runDuringRecording<Result>(
  library: UnrecordedLibraryServer,
  count: number,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const narrations = await library.takeUnrecorded(count);
    await Promise.all(narrations.map(library.requestWhole));
    const result = await run();
    const answers = await Promise.all(narrations.map(library.requestWhole));
    await library.stopRecording();
    if (!answers.includes(200)) return result;
  }
  throw new Error('Narrations are whole before a round is over: the rounds are too long.');
}

function meanOf(one: LoadMeasurement, other: LoadMeasurement): LoadMeasurement {
  return {
    rate: (one.rate + other.rate) / 2,
    thrift: (one.thrift + other.thrift) / 2,
    processors: (one.processors + other.processors) / 2,
  };
}

export function summarizeLoadDuringRecording(floods: readonly FloodsBeside[]): MeasurementResult {
  return {
    tables: floods.map(tableOf),
    limits: floods.map(({ name, beside }) => ({
      name: `${name} while a narration is made, of its rate without`,
      measured: medianRatio(beside[0]!, ({ rate }) => rate),
      limit: LIMIT,
      bound: 'at least',
      unit: '',
    })),
  };
}

function tableOf({ name, beside }: FloodsBeside): ReportTable {
  const row = (what: string, alone: number, cellOf: (compared: readonly Compared[]) => number) => ({
    name: what,
    cells: [alone, ...beside.map(cellOf)].map(formatThreeDigits),
  });
  const middle = (what: string, read: (round: LoadMeasurement) => number) =>
    row(what, median(beside.flat().map(({ alone }) => read(alone))), (compared) =>
      median(compared.map(({ round }) => read(round))),
    );
  const ratio = (what: string, read: (round: LoadMeasurement) => number) =>
    row(what, 1, (compared) => medianRatio(compared, read));
  return {
    title: `${name}, while so many narrations are made`,
    columns: ['0', ...SIMULTANEOUS_RECORDING_COUNTS.map(String)],
    rows: [
      middle('requests/s', ({ rate }) => rate),
      middle('processors the server had', ({ processors }) => processors),
      ratio('of the rate beside none', ({ rate }) => rate),
      ratio('of it, per processor second', ({ thrift }) => thrift),
    ],
  };
}

/** Returns the median ratio of the rounds during recording to the surrounding rounds without recording. */
function medianRatio(
  compared: readonly Compared[],
  read: (round: LoadMeasurement) => number,
): number {
  return median(compared.map(({ round, alone }) => read(round) / read(alone)));
}
