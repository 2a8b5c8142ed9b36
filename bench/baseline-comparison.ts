import type { RecordedResponse } from './baseline-server.ts';
import {
  type BenchmarkProcesses,
  type DataSetServer,
  median,
  type WarmUpAndGroupCounts,
} from './benchmark-processes.ts';
import { keepRequiredHeaders, type RequestSpec, recordResponse } from './http-client.ts';
import type { LoadTestEnd } from './load-generator.ts';
import { type LoadMeasurement, measureLoad } from './measure-load.ts';
import { formatThreeSignificantDigits, type ReportTable } from './report.ts';

/** A comparison of Octavo with the baseline server, a minimal Node.js server that sends the same response bodies. */
export interface BaselineComparison {
  /** The baseline server's requests per second when it sends the same headers as Octavo. */
  baseline: number;
  /** The baseline server's requests per second when it sends only the required headers. */
  minimalBaseline: number;
  octavo: number;
  /**
   * Octavo's request rate divided by the baseline server's: one ratio for a baseline server that sends the same headers
   * as Octavo, and one for a baseline server that sends only the required headers.
   */
  ratios: { baseline: Ratio; minimalBaseline: Ratio };
}

/** Octavo's request rate divided by the baseline server's rate. Each ratio is the median of all rounds. */
interface Ratio {
  /** Octavo's requests per second of wall-clock time, divided by the baseline server's. */
  rate: number;
  /**
   * Octavo's requests per second of processor time, divided by the baseline server's. Other programs and slow clients
   * do not affect this ratio.
   */
  efficiency: number;
}

/**
 * Sends the same request repeatedly to the baseline server and to Octavo, alternating between them. Compares the
 * request rates of the two servers.
 */
export async function compareWithBaseline(
  rig: BenchmarkProcesses,
  dataSet: DataSetServer,
  call: Omit<RequestSpec, 'url'> & { path: string },
  { warmUp, groups: groupCount }: WarmUpAndGroupCounts,
): Promise<BaselineComparison> {
  const { path, ...requestOptions } = call;
  const recordedResponse = await recordResponse({ url: dataSet.origin + path, ...requestOptions });
  const runRound = (
    server: Parameters<typeof measureLoad>[0],
    origin: string,
    until: LoadTestEnd,
  ): Promise<LoadMeasurement> =>
    measureLoad(server, rig.load, [{ url: origin + path, ...requestOptions }], until);
  const runBaselineRound = async (response: RecordedResponse, until: LoadTestEnd) => {
    await rig.baseline.request(new Map([[path, response]]));
    return runRound(rig.baseline, rig.baseline.origin, until);
  };
  const runGroup = async (until: LoadTestEnd) => ({
    baseline: await runBaselineRound(recordedResponse, until),
    minimalBaseline: await runBaselineRound(keepRequiredHeaders(recordedResponse), until),
    octavo: await runRound(dataSet.server, dataSet.origin, until),
  });

  await runGroup({ minRequests: warmUp });
  const groups: Awaited<ReturnType<typeof runGroup>>[] = [];
  for (let at = 0; at < groupCount; at++)
    groups.push(await runGroup({ seconds: rig.effort.seconds }));
  const ratioTo = (other: 'baseline' | 'minimalBaseline'): Ratio => ({
    rate: median(groups.map((each) => each.octavo.rate / each[other].rate)),
    efficiency: median(groups.map((each) => each.octavo.efficiency / each[other].efficiency)),
  });
  return {
    baseline: median(groups.map(({ baseline }) => baseline.rate)),
    minimalBaseline: median(groups.map(({ minimalBaseline }) => minimalBaseline.rate)),
    octavo: median(groups.map(({ octavo }) => octavo.rate)),
    ratios: { baseline: ratioTo('baseline'), minimalBaseline: ratioTo('minimalBaseline') },
  };
}

/** Builds the rows of a report table that has a column for each comparison with the baseline server. */
export function buildComparisonRows(
  comparisons: readonly BaselineComparison[],
): ReportTable['rows'] {
  const row = (name: string, read: (comparison: BaselineComparison) => number) => ({
    name,
    cells: comparisons.map((comparison) => formatThreeSignificantDigits(read(comparison))),
  });
  return [
    row('requests/s, baseline, same headers', ({ baseline }) => baseline),
    row('requests/s, baseline, three headers', ({ minimalBaseline }) => minimalBaseline),
    row('requests/s', ({ octavo }) => octavo),
    row('of same headers', ({ ratios }) => ratios.baseline.rate),
    row('of same headers, per processor second', ({ ratios }) => ratios.baseline.efficiency),
    row('of three headers', ({ ratios }) => ratios.minimalBaseline.rate),
    row(
      'of three headers, per processor second',
      ({ ratios }) => ratios.minimalBaseline.efficiency,
    ),
  ];
}
