import { digits, type LimitCheck, type Table } from './report.ts';
import type { Rig } from './rig.ts';

/** Tables for the report, and the limits to check. */
export interface Findings {
  tables: Table[];
  limits: LimitCheck[];
}

/** Returns a column title for each data set. */
export function dataSetColumns({ shelves }: Rig): string[] {
  return shelves.map(({ size }) => count(size));
}

/** Maximum ratio of a response time with the largest data set to that with 1,000 articles. */
const GROWTH_LIMIT = 1.5;
const BASE_SIZE = 1000;

/** Returns milliseconds by data set, and their growth. */
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
 * Returns the largest data set's time divided by that of 1,000 articles; `undefined` if there is no larger
 * one.
 */
function calculateGrowth({ shelves }: Rig, times: readonly number[]): number | undefined {
  const base = shelves.findIndex(({ size }) => size === BASE_SIZE);
  return base < 0 || base === shelves.length - 1 ? undefined : times.at(-1)! / times[base]!;
}

export function count(size: number): string {
  return size.toLocaleString('en-US');
}
