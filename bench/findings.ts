import { digits, type LimitCheck, type Table } from './report.ts';
import type { Rig } from './rig.ts';

/** The results of a measurement: tables for the report, and limits to check. */
export interface Findings {
  tables: Table[];
  limits: LimitCheck[];
}

/** Returns a column title for each data set. */
export function dataSetColumns({ shelves }: Rig): string[] {
  return shelves.map(({ size }) => count(size));
}

/** The maximum ratio of a response time with the largest data set to that with 1,000 articles. */
const GROWTH_LIMIT = 1.5;
const BASE_SIZE = 1000;

/** Builds a table of response times in milliseconds, with a column for each data set and one for their growth. */
export function growthTable(
  rig: Rig,
  title: string,
  rows: readonly { name: string; times: readonly number[] }[],
): Table {
  return {
    title: `${title}, milliseconds`,
    columns: [...dataSetColumns(rig), 'growth'],
    rows: rows.map(({ name, times }) => {
      const growth = calculateGrowth(rig, times);
      return {
        name,
        cells: [...times.map(digits), growth === undefined ? '' : `× ${digits(growth)}`],
      };
    }),
  };
}

export function growthLimit(rig: Rig, what: string, times: readonly number[]): LimitCheck {
  const growth = calculateGrowth(rig, times);
  return {
    name: `${what}, ${growth ? count(rig.shelves.at(-1)!.size) : 'more'} over ${count(BASE_SIZE)} articles`,
    measured: growth,
    limit: GROWTH_LIMIT,
    bound: 'at most',
    unit: ' ×',
  };
}

/**
 * Returns the response time with the largest data set divided by that with 1,000 articles, or undefined if no data set is
 * larger.
 */
function calculateGrowth({ shelves }: Rig, times: readonly number[]): number | undefined {
  const base = shelves.findIndex(({ size }) => size === BASE_SIZE);
  return base < 0 || base === shelves.length - 1 ? undefined : times.at(-1)! / times[base]!;
}

export function count(size: number): string {
  return size.toLocaleString('en-US');
}
