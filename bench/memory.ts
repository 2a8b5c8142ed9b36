import { count, type Findings } from './findings.ts';
import { megabytes } from './report.ts';
import type { Rig } from './rig.ts';
import { pathOfArticle } from './shelf.ts';

/** Pages between two looks at the memory. */
const STRIDE = 1000;
const CONNECTIONS = 8;
/** Bytes the cache of pages may hold: how much more there may be resident at the end than half-way. */
const CACHE_BOUND = 64 * 1024 ** 2;
/** Milliseconds after which what can be given back is. */
const REST = 5000;

/** Asks for every article page of the largest shelf once: most of them are evicted by those that follow. */
export async function measureMemory(rig: Rig): Promise<Findings> {
  const { server, origin, size, memory: start } = rig.shelves.at(-1)!;
  const seen: number[] = [];
  const look = async () => {
    const { memory } = await server.ask('usage');
    seen.push(memory);
    return memory;
  };
  let halfway = await look();
  for (let from = 0; from < size; from += STRIDE) {
    const length = Math.min(STRIDE, size - from);
    const urls = Array.from({ length }, (_, at) => origin + pathOfArticle(from + at, size));
    await rig.load.ask({ kind: 'visits', urls, connections: CONNECTIONS });
    const memory = await look();
    if (from < size / 2) halfway = memory;
  }
  await new Promise((resolve) => setTimeout(resolve, REST));
  const end = await look();
  const rows = { start, 'half-way': halfway, 'at the most': Math.max(...seen), 'in the end': end };
  return {
    tables: [
      {
        title: `Memory over ${count(size)} different article pages, MB`,
        columns: [''],
        rows: Object.entries(rows).map(([name, bytes]) => ({ name, cells: [megabytes(bytes)] })),
      },
    ],
    floors: [
      {
        name: 'memory after as many evicted pages again',
        measured: (end - halfway) / 1024 ** 2,
        limit: CACHE_BOUND / 1024 ** 2,
        bound: 'at most',
        unit: ' MB more',
      },
    ],
  };
}
