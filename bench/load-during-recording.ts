import os from 'node:os';
import { type BenchmarkEffort, median } from './benchmark-processes.ts';
import type { ClientCommand, ClientResult } from './clients.ts';
import type { LoadTestEnd } from './load-generator.ts';
import { type LoadMeasurement, measureLoad } from './measure-load.ts';
import type { MeasurementResult } from './measurement-result.ts';
import { startHelperProcess } from './processes.ts';
import { formatThreeSignificantDigits, type ReportTable } from './report.ts';
import type { UnrecordedLibraryServer } from './unrecorded-library.ts';

/** The minimum request rate while a narration is being recorded, as a share of the rate without recording. */
const LIMIT = 0.8;
/** The numbers of simultaneous recordings to measure: one, and two per processor. */
const SIMULTANEOUS_RECORDING_COUNTS = [1, 2 * os.availableParallelism()];
/**
 * The length of a round in seconds. Because the speed of a shared machine varies, many short rounds are more accurate
 * than a few long rounds.
 */
const ROUND_SECONDS = 1;
/** The number of rounds in this measurement, as a multiple of the number in other measurements. */
const ROUND_COUNT_FACTOR = 3;

const MAX_TRIES = 5;

/**
 * The results of a round during which narrations were recorded, and the mean results of the two adjacent rounds without
 * recording.
 */
interface ComparedRound {
  round: LoadMeasurement;
  reference: LoadMeasurement;
}

interface LoadComparison {
  name: string;
  /** The results of the rounds, one list for each number of simultaneous recordings. */
  roundsByCount: ComparedRound[][];
}

/**
 * Measures how much recording narrations slows down requests for a cached page and for the article list. Alternates
 * rounds with and without recording.
 *
 * The limit applies to requests per second of wall-clock time, because recording takes processor time from the server.
 * In production, clients run on other machines. Here, the load generator also competes with recording for this
 * machine's processors, so the result is worse than in production. A limit that is met here would therefore be met in
 * production, too. If the limit is missed, the load generator may be the cause. To find the cause, compare the requests
 * per second of processor time, and the number of processors that the server used.
 */
export async function measureLoadDuringRecording(
  library: UnrecordedLibraryServer,
  { cachedPage }: BenchmarkEffort,
): Promise<LoadComparison[]> {
  const load = await startHelperProcess<ClientCommand, ClientResult, string>('clients');
  const pathsByName = { 'cached page': library.articlePath, 'GET /articles': '/api/v1/articles' };
  const comparisons: LoadComparison[] = [];
  for (const [name, path] of Object.entries(pathsByName)) {
    const runLoadTest = (until: LoadTestEnd) =>
      measureLoad(library.server, load, [{ url: library.origin + path }], until);
    await runLoadTest({ minRequests: cachedPage.warmUp });
    const round = (count: number) =>
      runDuringRecording(library, count, () => runLoadTest({ seconds: ROUND_SECONDS }));
    const roundsByCount: ComparedRound[][] = SIMULTANEOUS_RECORDING_COUNTS.map(() => []);
    let before = await round(0);
    for (let group = 0; group < ROUND_COUNT_FACTOR * cachedPage.groups; group++)
      for (const [index, count] of SIMULTANEOUS_RECORDING_COUNTS.entries()) {
        const during = await round(count);
        const after = await round(0);
        roundsByCount[index]!.push({ round: during, reference: average(before, after) });
        before = after;
      }
    comparisons.push({ name, roundsByCount });
  }
  await load.stop();
  return comparisons;
}

/**
 * Runs an action while `count` narrations are being recorded. Repeats the action if a recording was complete before the
 * action ended.
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
    const statuses = await Promise.all(narrations.map(library.requestWhole));
    await library.stopRecording();
    if (!statuses.includes(200)) return result;
  }
  throw new Error('The narrations are complete before the round ends. Shorten the rounds.');
}

function average(a: LoadMeasurement, b: LoadMeasurement): LoadMeasurement {
  return {
    rate: (a.rate + b.rate) / 2,
    efficiency: (a.efficiency + b.efficiency) / 2,
    processors: (a.processors + b.processors) / 2,
  };
}

export function summarizeLoadDuringRecording(
  comparisons: readonly LoadComparison[],
): MeasurementResult {
  return {
    tables: comparisons.map(buildTable),
    limits: comparisons.map(({ name, roundsByCount }) => ({
      name: `${name} while a narration is made, of its rate without`,
      measured: medianRatio(roundsByCount[0]!, ({ rate }) => rate),
      limit: LIMIT,
      bound: 'at least',
      unit: '',
    })),
  };
}

function buildTable({ name, roundsByCount }: LoadComparison): ReportTable {
  const buildRow = (
    label: string,
    reference: number,
    compute: (compared: readonly ComparedRound[]) => number,
  ) => ({
    name: label,
    cells: [reference, ...roundsByCount.map(compute)].map(formatThreeSignificantDigits),
  });
  const buildMedianRow = (label: string, read: (round: LoadMeasurement) => number) =>
    buildRow(
      label,
      median(roundsByCount.flat().map(({ reference }) => read(reference))),
      (compared) => median(compared.map(({ round }) => read(round))),
    );
  const buildRatioRow = (label: string, read: (round: LoadMeasurement) => number) =>
    buildRow(label, 1, (compared) => medianRatio(compared, read));
  return {
    title: `${name}, while so many narrations are made`,
    columns: ['0', ...SIMULTANEOUS_RECORDING_COUNTS.map(String)],
    rows: [
      buildMedianRow('requests/s', ({ rate }) => rate),
      buildMedianRow('processors the server had', ({ processors }) => processors),
      buildRatioRow('of the rate beside none', ({ rate }) => rate),
      buildRatioRow('of it, per processor second', ({ efficiency }) => efficiency),
    ],
  };
}

/**
 * Divides a value of each round with recording, such as its request rate, by the mean of this value in the two adjacent
 * rounds without recording. Returns the median of these ratios.
 */
function medianRatio(
  compared: readonly ComparedRound[],
  read: (round: LoadMeasurement) => number,
): number {
  return median(compared.map(({ round, reference }) => read(round) / read(reference)));
}
