import { compare, comparisonRows } from './comparison.ts';
import { idOfArticle, pathOfArticle } from './data-set.ts';
import { count, dataSetColumns, type Findings } from './findings.ts';
import { digits, type Table } from './report.ts';
import { type CacheablePage, measureUncachedLatency, serverTimingRows } from './request-latency.ts';
import type { DataSetServer, Rig } from './rig.ts';

/** The minimum request rate of cached pages, as a share of the baseline server's rate. */
const CACHED_LIMIT = 0.7;
/** Number of article pages rendered in one measurement. */
const UNCACHED = 20;

export async function measureArticlePages(rig: Rig): Promise<Findings> {
  const cached = [];
  for (const shelf of rig.shelves) {
    const path = pathOfArticle(0, shelf.size);
    cached.push(await compare(rig, shelf, { path }, rig.effort.cachedPage));
  }
  return {
    tables: [
      { title: 'Article page, cached', columns: dataSetColumns(rig), rows: comparisonRows(cached) },
      await uncachedTable(rig, 'Article page, not cached', ''),
      await uncachedTable(rig, 'Its payload alone, not cached', '/page-payload'),
    ],
    limits: cached.map(({ of }, at) => ({
      name: `cached page over bare, ${count(rig.shelves[at]!.size)} articles`,
      measured: of.bare.thrift,
      limit: CACHED_LIMIT,
      bound: 'at least',
      unit: '',
    })),
  };
}

async function uncachedTable(rig: Rig, title: string, prefix: string): Promise<Table> {
  const paces = [];
  for (const shelf of rig.shelves)
    paces.push(await measureUncachedLatency(rig, shelf, somePages(shelf, prefix)));
  return {
    title: `${title}, milliseconds`,
    columns: dataSetColumns(rig),
    rows: [
      { name: 'in all', cells: paces.map(({ octavo }) => digits(octavo.milliseconds)) },
      ...serverTimingRows(paces.map(({ octavo }) => octavo)),
      {
        name: 'times bare',
        cells: paces.map(({ octavo, bare }) => digits(octavo.milliseconds / bare.milliseconds)),
      },
      {
        name: 'of the processor',
        cells: paces.map(({ octavo }) => digits(octavo.processorMilliseconds)),
      },
      {
        name: 'of the processor, times bare',
        cells: paces.map(({ octavo, bare }) =>
          digits(octavo.processorMilliseconds / bare.processorMilliseconds),
        ),
      },
    ],
  };
}

/** Returns pages of articles that are spread evenly over the data set. */
function somePages({ size }: DataSetServer, prefix: string): CacheablePage[] {
  return Array.from({ length: UNCACHED }, (_, at) => {
    const number = Math.floor((at * size) / UNCACHED);
    return {
      path: prefix + pathOfArticle(number, size),
      key: `article:${idOfArticle(number)}` as const,
    };
  });
}
