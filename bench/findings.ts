import { digits, type Floor, type Table } from './report.ts';
import type { Rig } from './rig.ts';

/** Tables for the report, and the limits to check. */
export interface Findings {
  tables: Table[];
  floors: Floor[];
}

/** Returns a column title for each data set. */
export function columnsOf({ shelves }: Rig): string[] {
  return shelves.map(({ size }) => count(size));
}

/** Maximum ratio of a response time with the largest data set to that with 1,000 articles. */
const GROWTH_FLOOR = 1.5;
const BASE_SIZE = 1000;

/** Returns milliseconds by data set, and their growth. */
export function growthTable(
  rig: Rig,
  title: string,
  rows: readonly { name: string; times: readonly number[] }[],
): Table {
  return {
    title: `${title}, milliseconds`,
    columns: [...columnsOf(rig), 'growth'],
    rows: rows.map(({ name, times }) => {
      const growth = growthOf(rig, times);
      return {
        name,
        cells: [...times.map(digits), growth === undefined ? '' : `× ${digits(growth)}`],
      };
    }),
  };
}

export function growthFloor(rig: Rig, what: string, times: readonly number[]): Floor {
  const growth = growthOf(rig, times);
  return {
    name: `${what}, ${growth ? count(rig.shelves.at(-1)!.size) : 'more'} over ${count(BASE_SIZE)} articles`,
    measured: growth,
    limit: GROWTH_FLOOR,
    bound: 'at most',
    unit: ' ×',
  };
}

/**
 * Returns the largest data set's time divided by that of 1,000 articles; `undefined` if there is no larger
 * one.
 */
function growthOf({ shelves }: Rig, times: readonly number[]): number | undefined {
  const base = shelves.findIndex(({ size }) => size === BASE_SIZE);
  return base < 0 || base === shelves.length - 1 ? undefined : times.at(-1)! / times[base]!;
}

export function count(size: number): string {
  return size.toLocaleString('en-US');
}
