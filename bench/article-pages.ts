import { compare, comparisonRows } from './comparison.ts';
import { getArticleId, getArticlePath } from './data-set.ts';
import { dataSetColumns, formatCount, type MeasurementResult } from './findings.ts';
import { formatDigits, type Table } from './report.ts';
import { type CacheablePage, measureUncachedLatency, serverTimingRows } from './request-latency.ts';
import type { BenchmarkProcesses, DataSetServer } from './rig.ts';

/** The minimum request rate of cached pages, as a share of the baseline server's rate. */
const CACHED_LIMIT = 0.7;
/** Number of article pages rendered in one measurement. */
const UNCACHED = 20;

export async function measureArticlePages(rig: BenchmarkProcesses): Promise<MeasurementResult> {
  const cached = [];
  for (const shelf of rig.shelves) {
    const path = getArticlePath(0, shelf.size);
    cached.push(await compare(rig, shelf, { path }, rig.effort.cachedPage));
  }
  return {
    tables: [
      { title: 'Article page, cached', columns: dataSetColumns(rig), rows: comparisonRows(cached) },
      await uncachedTable(rig, 'Article page, not cached', ''),
      await uncachedTable(rig, 'Its payload alone, not cached', '/page-payload'),
    ],
    limits: cached.map(({ of }, at) => ({
      name: `cached page over bare, ${formatCount(rig.shelves[at]!.size)} articles`,
      measured: of.bare.thrift,
      limit: CACHED_LIMIT,
      bound: 'at least',
      unit: '',
    })),
  };
}

async function uncachedTable(
  rig: BenchmarkProcesses,
  title: string,
  prefix: string,
): Promise<Table> {
  const paces = [];
  for (const shelf of rig.shelves)
    paces.push(await measureUncachedLatency(rig, shelf, somePages(shelf, prefix)));
  return {
    title: `${title}, milliseconds`,
    columns: dataSetColumns(rig),
    rows: [
      { name: 'in all', cells: paces.map(({ octavo }) => formatDigits(octavo.milliseconds)) },
      ...serverTimingRows(paces.map(({ octavo }) => octavo)),
      {
        name: 'times bare',
        cells: paces.map(({ octavo, bare }) =>
          formatDigits(octavo.milliseconds / bare.milliseconds),
        ),
      },
      {
        name: 'of the processor',
        cells: paces.map(({ octavo }) => formatDigits(octavo.processorMilliseconds)),
      },
      {
        name: 'of the processor, times bare',
        cells: paces.map(({ octavo, bare }) =>
          formatDigits(octavo.processorMilliseconds / bare.processorMilliseconds),
        ),
      },
    ],
  };
}

/** Returns article pages that are spread evenly over the data set. */
function somePages({ size }: DataSetServer, prefix: string): CacheablePage[] {
  return Array.from({ length: UNCACHED }, (_, at) => {
    const number = Math.floor((at * size) / UNCACHED);
    return {
      path: prefix + getArticlePath(number, size),
      key: `article:${getArticleId(number)}` as const,
    };
  });
}
