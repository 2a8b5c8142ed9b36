import os from 'node:os';

/** A benchmark limit, and the measured value that is compared with it. */
export interface LimitCheck {
  name: string;
  /** The measured value. Undefined if it could not be measured on this machine. */
  measured: number | undefined;
  limit: number;
  /** `at least` if {@link limit} is the minimum for the measured value, or `at most` if it is the maximum. */
  bound: 'at least' | 'at most';
  unit: string;
}

export interface ReportTable {
  title: string;
  columns: readonly string[];
  rows: readonly { name: string; cells: readonly string[] }[];
}

export interface BenchmarkReport {
  machine: string;
  database?: string;
  /** The name of the program that generated load, if any. */
  generator?: string | undefined;
  tables: readonly ReportTable[];
  limits: readonly LimitCheck[];
}

/** Returns true if the measured value violates the limit. Returns false if the value could not be measured. */
export function isLimitMissed({ measured, limit, bound }: LimitCheck): boolean {
  if (measured === undefined) return false;
  return bound === 'at least' ? measured < limit : measured > limit;
}

export function printReport({
  machine,
  database,
  generator,
  tables,
  limits,
}: BenchmarkReport): void {
  console.log(`\n${machine}`);
  if (database) console.log(database);
  if (generator) console.log(`floods by ${generator}`);
  for (const table of tables) printTable(table);
  printTable({
    title: 'Limits',
    columns: ['measured', 'limit', ''],
    rows: limits.map((check) => {
      const { name, measured, limit, bound, unit } = check;
      return {
        name,
        cells: [
          measured === undefined
            ? 'not measured'
            : `${formatThreeSignificantDigits(measured)}${unit}`,
          `${bound} ${limit}${unit}`,
          measured === undefined ? '?' : isLimitMissed(check) ? '✗ missed' : '✓',
        ],
      };
    }),
  });
}

export function describeMachine(): string {
  const [cpu] = os.cpus();
  const load = os.loadavg()[0]!.toFixed(1);
  return `${os.availableParallelism()} × ${cpu?.model ?? 'unknown'}, load ${load} before the run, ${os.platform()}, Node ${process.versions.node}`;
}

export function formatThreeSignificantDigits(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  if (value >= 10) return value.toFixed(1);
  return value >= 0.1 || value <= 0 ? value.toFixed(2) : value.toPrecision(2);
}

export function formatMegabytes(bytes: number): string {
  return formatThreeSignificantDigits(bytes / 1024 ** 2);
}

function printTable({ title, columns, rows }: ReportTable): void {
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
