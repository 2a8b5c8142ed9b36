import type { BenchmarkProcesses } from './benchmark-processes.ts';
import { getArticlePath } from './data-set.ts';
import { formatCount, type MeasurementResult } from './measurement-result.ts';
import { formatMegabytes } from './report.ts';

/** The number of page requests in one message to the client process. */
const PAGES_PER_MESSAGE = 1000;
const CONNECTIONS = 8;
/**
 * The capacity of the server's page cache in bytes. During the second half of the requests, the memory in use must not
 * grow by more than this.
 */
const PAGE_CACHE_CAPACITY = 64 * 1024 ** 2;

/**
 * The minimum number of page requests. It is so large that even half of the requested pages do not fit into the page
 * cache.
 */
const MIN_REQUEST_COUNT = 20_000;

/**
 * Measures the server's memory while every article page of the largest data set is requested. If this data set is
 * small, its pages are requested repeatedly. So many pages are requested that new ones evict most of the earlier ones
 * from the cache.
 */
export async function measureMemory(rig: BenchmarkProcesses): Promise<MeasurementResult> {
  const { server, origin, size } = rig.dataSetServers.at(-1)!;
  const half = Math.max(size, MIN_REQUEST_COUNT) / 2;
  const [start, halfway, end] = [
    await server.request('usageAfterGc'),
    await visitFrom(0),
    await visitFrom(half),
  ];
  const usageByStage = { start, 'half-way': halfway, 'in the end': end };
  return {
    tables: [
      {
        title: `Memory over ${formatCount(2 * half)} article pages, MB`,
        columns: ['resident', 'in use'],
        rows: Object.entries(usageByStage).map(([name, { memory, usedMemory }]) => ({
          name,
          cells: [formatMegabytes(memory), formatMegabytes(usedMemory!)],
        })),
      },
    ],
    limits: [
      {
        name: 'memory in use after as many evicted pages again',
        measured: (end.usedMemory! - halfway.usedMemory!) / 1024 ** 2,
        limit: PAGE_CACHE_CAPACITY / 1024 ** 2,
        bound: 'at most',
        unit: ' MB more',
      },
    ],
  };

  /**
   * Sends half of the page requests, for consecutive pages beginning with page number `first`. Returns the server's
   * memory usage afterwards.
   */
  async function visitFrom(first: number) {
    for (let from = first; from < first + half; from += PAGES_PER_MESSAGE) {
      const length = Math.min(PAGES_PER_MESSAGE, first + half - from);
      const urls = Array.from(
        { length },
        (_, index) => origin + getArticlePath((from + index) % size, size),
      );
      await rig.load.request({ kind: 'visits', urls, connections: CONNECTIONS });
    }
    return server.request('usageAfterGc');
  }
}
