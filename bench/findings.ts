import { digits, type Floor, type Table } from './report.ts';
import type { Rig } from './rig.ts';

/** Tables for people, and what the issue asks of them. */
export interface Findings {
  tables: Table[];
  floors: Floor[];
}

/** A column for each shelf. */
export function columnsOf({ shelves }: Rig): string[] {
  return shelves.map(({ size }) => count(size));
}

/** How much longer than on a shelf of 1,000 an answer may take on the largest. */
const GROWTH_FLOOR = 1.5;
const BASE_SIZE = 1000;

/** Milliseconds on each shelf, and how they grow. */
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

/** The largest shelf's time over that of 1,000 articles; `undefined` when there is no larger one. */
function growthOf({ shelves }: Rig, times: readonly number[]): number | undefined {
  const base = shelves.findIndex(({ size }) => size === BASE_SIZE);
  return base < 0 || base === shelves.length - 1 ? undefined : times.at(-1)! / times[base]!;
}

export function count(size: number): string {
  return size.toLocaleString('en-US');
}
