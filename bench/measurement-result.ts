import type { BenchmarkProcesses } from './benchmark-processes.ts';
import { formatThreeSignificantDigits, type LimitCheck, type ReportTable } from './report.ts';

/** The results of a measurement: tables for the report, and limits with their measured values. */
export interface MeasurementResult {
  tables: ReportTable[];
  limits: LimitCheck[];
}

/** Returns a table column title for each data set. */
export function createDataSetColumnTitles({ dataSetServers }: BenchmarkProcesses): string[] {
  return dataSetServers.map(({ size }) => formatCount(size));
}

/**
 * The maximum growth of a response time. The growth is the time with the largest data set divided by the time with
 * 1,000 articles.
 */
const GROWTH_LIMIT = 1.5;
const BASE_SIZE = 1000;

/**
 * Builds a table of response times in milliseconds. It has a column for each data set, and a column
 * for the growth from 1,000 articles to the largest data set.
 */
export function buildGrowthTable(
  rig: BenchmarkProcesses,
  title: string,
  rows: readonly { name: string; times: readonly number[] }[],
): ReportTable {
  return {
    title: `${title}, milliseconds`,
    columns: [...createDataSetColumnTitles(rig), 'growth'],
    rows: rows.map(({ name, times }) => {
      const growth = calculateGrowth(rig, times);
      return {
        name,
        cells: [
          ...times.map(formatThreeSignificantDigits),
          growth === undefined ? '' : `× ${formatThreeSignificantDigits(growth)}`,
        ],
      };
    }),
  };
}

export function createGrowthLimitCheck(
  rig: BenchmarkProcesses,
  subject: string,
  times: readonly number[],
): LimitCheck {
  const growth = calculateGrowth(rig, times);
  return {
    name: `${subject}, ${growth ? formatCount(rig.dataSetServers.at(-1)!.size) : 'more'} over ${formatCount(BASE_SIZE)} articles`,
    measured: growth,
    limit: GROWTH_LIMIT,
    bound: 'at most',
    unit: ' ×',
  };
}

/**
 * Returns the response time with the largest data set divided by the response time with 1,000
 * articles. Returns undefined if there is no data set of 1,000 articles, or no larger one.
 */
function calculateGrowth(
  { dataSetServers }: BenchmarkProcesses,
  times: readonly number[],
): number | undefined {
  const base = dataSetServers.findIndex(({ size }) => size === BASE_SIZE);
  return base < 0 || base === dataSetServers.length - 1 ? undefined : times.at(-1)! / times[base]!;
}

export function formatCount(size: number): string {
  return size.toLocaleString('en-US');
}
