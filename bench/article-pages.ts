import { buildComparisonRows, compareWithBaseline } from './baseline-comparison.ts';
import type { BenchmarkProcesses, DataSetServer } from './benchmark-processes.ts';
import { getArticleId, getArticlePath } from './data-set.ts';
import {
  createDataSetColumnTitles,
  formatCount,
  type MeasurementResult,
} from './measurement-result.ts';
import { formatThreeSignificantDigits, type ReportTable } from './report.ts';
import {
  buildServerTimingRows,
  type CacheablePage,
  measureUncachedLatency,
} from './request-latency.ts';

/**
 * The minimum number of cached pages that Octavo sends per second of processor time, as a share of the number that the
 * baseline server sends. The baseline server is a minimal Node.js server.
 */
const MIN_CACHED_RATE_SHARE = 0.7;
/** The number of article pages that each measurement renders. */
const UNCACHED_PAGE_COUNT = 20;

export async function measureArticlePages(rig: BenchmarkProcesses): Promise<MeasurementResult> {
  const comparisons = [];
  for (const dataSet of rig.dataSetServers) {
    const path = getArticlePath(0, dataSet.size);
    comparisons.push(await compareWithBaseline(rig, dataSet, { path }, rig.effort.cachedPage));
  }
  return {
    tables: [
      {
        title: 'Article page, cached',
        columns: createDataSetColumnTitles(rig),
        rows: buildComparisonRows(comparisons),
      },
      await buildUncachedTable(rig, 'Article page, not cached', ''),
      await buildUncachedTable(rig, 'Its payload alone, not cached', '/page-payload'),
    ],
    limits: comparisons.map(({ ratios }, at) => ({
      name: `cached page over baseline, ${formatCount(rig.dataSetServers[at]!.size)} articles`,
      measured: ratios.baseline.efficiency,
      limit: MIN_CACHED_RATE_SHARE,
      bound: 'at least',
      unit: '',
    })),
  };
}

async function buildUncachedTable(
  rig: BenchmarkProcesses,
  title: string,
  prefix: string,
): Promise<ReportTable> {
  const latencies = [];
  for (const dataSet of rig.dataSetServers)
    latencies.push(await measureUncachedLatency(rig, dataSet, selectPages(dataSet, prefix)));
  return {
    title: `${title}, milliseconds`,
    columns: createDataSetColumnTitles(rig),
    rows: [
      {
        name: 'in all',
        cells: latencies.map(({ octavo }) => formatThreeSignificantDigits(octavo.milliseconds)),
      },
      ...buildServerTimingRows(latencies.map(({ octavo }) => octavo)),
      {
        name: 'times baseline',
        cells: latencies.map(({ octavo, baseline }) =>
          formatThreeSignificantDigits(octavo.milliseconds / baseline.milliseconds),
        ),
      },
      {
        name: 'of the processor',
        cells: latencies.map(({ octavo }) =>
          formatThreeSignificantDigits(octavo.processorMilliseconds),
        ),
      },
      {
        name: 'of the processor, times baseline',
        cells: latencies.map(({ octavo, baseline }) =>
          formatThreeSignificantDigits(
            octavo.processorMilliseconds / baseline.processorMilliseconds,
          ),
        ),
      },
    ],
  };
}

/** Selects article pages that are evenly spaced across the data set. Returns their paths and cache keys. */
function selectPages({ size }: DataSetServer, prefix: string): CacheablePage[] {
  return Array.from({ length: UNCACHED_PAGE_COUNT }, (_, at) => {
    const number = Math.floor((at * size) / UNCACHED_PAGE_COUNT);
    return {
      path: prefix + getArticlePath(number, size),
      key: `article:${getArticleId(number)}` as const,
    };
  });
}
