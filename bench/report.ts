import os from 'node:os';

/** A limit that a measurement must meet. */
export interface Floor {
  name: string;
  /** `undefined` if it could not be measured on this machine. */
  measured: number | undefined;
  limit: number;
  /** True if the measured value must be at least, or at most, the limit. */
  bound: 'at least' | 'at most';
  unit: string;
}

export interface Table {
  title: string;
  columns: readonly string[];
  rows: readonly { name: string; cells: readonly string[] }[];
}

export interface Report {
  machine: string;
  database?: string;
  /** The load generator. */
  generator?: string | undefined;
  tables: readonly Table[];
  floors: readonly Floor[];
}

/** Returns true if a limit is missed; a value that could not be measured is neither met nor missed. */
export function isMissed({ measured, limit, bound }: Floor): boolean {
  if (measured === undefined) return false;
  return bound === 'at least' ? measured < limit : measured > limit;
}

export function printReport({ machine, database, generator, tables, floors }: Report): void {
  console.log(`\n${machine}`);
  if (database) console.log(database);
  if (generator) console.log(`floods by ${generator}`);
  for (const table of tables) printTable(table);
  printTable({
    title: 'Floors',
    columns: ['measured', 'floor', ''],
    rows: floors.map((floor) => {
      const { name, measured, limit, bound, unit } = floor;
      return {
        name,
        cells: [
          measured === undefined ? 'not measured' : `${digits(measured)}${unit}`,
          `${bound} ${limit}${unit}`,
          measured === undefined ? '?' : isMissed(floor) ? '✗ missed' : '✓',
        ],
      };
    }),
  });
}

export function thisMachine(): string {
  const [cpu] = os.cpus();
  const load = os.loadavg()[0]!.toFixed(1);
  return `${os.availableParallelism()} × ${cpu?.model ?? 'unknown'}, load ${load} before the run, ${os.platform()}, Node ${process.versions.node}`;
}

export function digits(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  if (value >= 10) return value.toFixed(1);
  return value >= 0.1 || value <= 0 ? value.toFixed(2) : value.toPrecision(2);
}

export function megabytes(bytes: number): string {
  return digits(bytes / 1024 ** 2);
}

function printTable({ title, columns, rows }: Table): void {
  const grid = [[title, ...columns], ...rows.map(({ name, cells }) => [`  ${name}`, ...cells])];
  const widths = grid[0]!.map((_, at) => Math.max(...grid.map((row) => row[at]?.length ?? 0)));
  console.log();
  for (const row of grid)
    console.log(
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[at]!)))
        .join('   ')
        .trimEnd(),
    );
}
