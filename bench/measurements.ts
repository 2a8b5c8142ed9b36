import { columnsOf, count, type Findings, rowsOf } from './findings.ts';
import { digits, type Floor } from './report.ts';
import { compare, median, type Rig, uncachedTimes } from './rig.ts';
import { pathOfArticle } from './shelf.ts';
import type { StartUp } from './start-up.ts';

/** Share of the bare server's rate that cached pages have to reach. */
const CACHED_FLOOR = 0.7;
/** Milliseconds until the first page of a later start. */
const SECOND_START_FLOOR = 3000;
/** KB (1,000 bytes) of an article page, compressed. */
const WEIGHT_FLOORS = { script: 130, stylesheet: 15, font: 100 };

export async function measureArticlePages(rig: Rig): Promise<Findings> {
  const cached = [];
  for (const shelf of rig.shelves)
    cached.push(await compare(rig, shelf, pathOfArticle(0, shelf.size), rig.effort.cachedPage));
  const uncached = [];
  for (const shelf of rig.shelves) {
    const paths = Array.from({ length: 20 }, (_, at) =>
      pathOfArticle(Math.floor((at * shelf.size) / 20), shelf.size),
    );
    uncached.push(await uncachedTimes(rig, shelf, paths));
  }
  return {
    tables: [
      { title: 'Article page, cached', columns: columnsOf(rig), rows: rowsOf(cached) },
      {
        title: 'Article page, not cached',
        columns: columnsOf(rig),
        rows: [
          { name: 'milliseconds', cells: uncached.map(({ octavo }) => digits(octavo)) },
          { name: 'times bare', cells: uncached.map((each) => digits(each.octavo / each.bare)) },
        ],
      },
    ],
    floors: cached.map(({ processorRatio }, at) => ({
      name: `cached page over bare, ${count(rig.shelves[at]!.size)} articles`,
      // A second on the clock says as much of what else the machine did, and of how fast the readers were.
      measured: processorRatio,
      limit: CACHED_FLOOR,
      bound: 'at least',
      unit: '',
    })),
  };
}

export async function measureMemory(rig: Rig): Promise<Findings> {
  const after = await Promise.all(rig.shelves.map(({ server }) => server.ask('usage')));
  return {
    tables: [
      {
        title: 'Memory of the process, MB',
        columns: columnsOf(rig),
        rows: [
          { name: 'after its start', cells: rig.shelves.map(({ memory }) => megabytes(memory)) },
          { name: 'after the load', cells: after.map(({ memory }) => megabytes(memory)) },
        ],
      },
    ],
    floors: [],
  };
}

export function describeStartUp(startUp: StartUp): Findings {
  const { first, later, memory, weight, weightSource } = startUp;
  const kilobytes = (bytes: number) => bytes / 1000;
  const seconds = (milliseconds: number) => digits(milliseconds / 1000);
  return {
    tables: [
      {
        title: 'Start-up, embedded database, shipped library',
        columns: [''],
        rows: [
          { name: 'first page of the first start, s', cells: [seconds(first)] },
          { name: 'first page of a later start, s', cells: [later.map(seconds).join(' / ')] },
          { name: 'memory after it, MB', cells: [megabytes(memory)] },
        ],
      },
      {
        title: `Article page, compressed KB (by ${weightSource})`,
        columns: [''],
        rows: [
          { name: 'JavaScript', cells: [digits(kilobytes(weight.script))] },
          { name: 'CSS', cells: [digits(kilobytes(weight.stylesheet))] },
          { name: 'fonts', cells: [digits(kilobytes(weight.font))] },
        ],
      },
    ],
    floors: [
      {
        name: 'first page of a second start',
        measured: median(later) / 1000,
        limit: SECOND_START_FLOOR / 1000,
        bound: 'at most',
        unit: ' s',
      },
      ...(
        [
          ['JavaScript', 'script'],
          ['CSS', 'stylesheet'],
          ['fonts', 'font'],
        ] as const
      ).map(
        ([name, kind]): Floor => ({
          name: `${name} of an article page`,
          measured: kilobytes(weight[kind]),
          limit: WEIGHT_FLOORS[kind],
          bound: 'at most',
          unit: ' KB',
        }),
      ),
    ],
  };
}

function megabytes(bytes: number): string {
  return digits(bytes / 1024 ** 2);
}
