import { pathOfArticle } from './data-set.ts';
import { count, type Findings } from './findings.ts';
import { megabytes } from './report.ts';
import type { Rig } from './rig.ts';

/** Pages that are asked for in one go. */
const STRIDE = 1000;
const CONNECTIONS = 8;
/** Bytes the cache of pages may hold: how much more may be in use at the end than half-way. */
const CACHE_BOUND = 64 * 1024 ** 2;

/** Pages asked for at least: half of them must be more than the cache holds. */
const FEWEST = 20_000;

/**
 * Asks for every article page of the largest shelf, and on a small one again: most of them are evicted by
 * those that follow.
 */
export async function measureMemory(rig: Rig): Promise<Findings> {
  const { server, origin, size } = rig.shelves.at(-1)!;
  const half = Math.max(size, FEWEST) / 2;
  const [start, halfway, end] = [
    await server.ask('held'),
    await visitFrom(0),
    await visitFrom(half),
  ];
  const seen = { start, 'half-way': halfway, 'in the end': end };
  return {
    tables: [
      {
        title: `Memory over ${count(2 * half)} article pages, MB`,
        columns: ['resident', 'in use'],
        rows: Object.entries(seen).map(([name, { memory, held }]) => ({
          name,
          cells: [megabytes(memory), megabytes(held!)],
        })),
      },
    ],
    limits: [
      {
        name: 'memory in use after as many evicted pages again',
        measured: (end.held! - halfway.held!) / 1024 ** 2,
        limit: CACHE_BOUND / 1024 ** 2,
        bound: 'at most',
        unit: ' MB more',
      },
    ],
  };

  /** Visits half of the pages; what is in use then. */
  async function visitFrom(first: number) {
    for (let from = first; from < first + half; from += STRIDE) {
      const length = Math.min(STRIDE, first + half - from);
      const urls = Array.from(
        { length },
        (_, at) => origin + pathOfArticle((from + at) % size, size),
      );
      await rig.load.ask({ kind: 'visits', urls, connections: CONNECTIONS });
    }
    return server.ask('held');
  }
}
