import { digits, type Floor, type Table } from './report.ts';
import { compare, median, medianTimes, type Rig, type Shelf, uncachedTimes } from './rig.ts';
import { aliasOf, authorCount, pathOfArticle, sampleQueries } from './shelf.ts';
import type { StartUp } from './start-up.ts';

/** Tables for people, and what the issue asks of them. */
export interface Findings {
  tables: Table[];
  floors: Floor[];
}

/** Share of the bare server's rate that cached pages have to reach. */
const CACHED_FLOOR = 0.7;
/** How much longer than on a shelf of 1,000 an answer may take on the largest. */
const GROWTH_FLOOR = 1.5;
const BASE_SIZE = 1000;
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

export async function measureLists(rig: Rig): Promise<Findings> {
  const kinds = await Promise.all(rig.shelves.map(listsOf));
  return measureCalls(rig, 'GET /articles', 'lists', kinds);
}

export async function measureSearch(rig: Rig): Promise<Findings> {
  const kinds = sampleQueries().map(({ name, query }) => ({
    name,
    path: `/api/v1/search?q=${encodeURIComponent(query)}`,
  }));
  const found = await Promise.all(
    rig.shelves.map(({ origin }) => Promise.all(kinds.map(({ path }) => hitsOf(origin + path)))),
  );
  const findings = await measureCalls(
    rig,
    'GET /search',
    'search',
    rig.shelves.map(() => kinds),
  );
  findings.tables.push({
    title: 'Found on the first page',
    columns: columnsOf(rig),
    rows: kinds.map(({ name }, at) => ({ name, cells: found.map((each) => each[at]!) })),
  });
  return findings;
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

interface Call {
  name: string;
  path: string;
}

/** Times each kind of call alone on every shelf, and floods the first kind beside the bare server. */
async function measureCalls(
  rig: Rig,
  title: string,
  what: string,
  callsOf: readonly (readonly Call[])[],
): Promise<Findings> {
  const names = callsOf[0]!.map(({ name }) => name);
  const urls = names.flatMap((_, kind) =>
    rig.shelves.map(({ origin }, at) => origin + callsOf[at]![kind]!.path),
  );
  const flat = await medianTimes(rig, urls, rig.effort.turns);
  const times = names.map((_, kind) =>
    flat.slice(kind * rig.shelves.length, (kind + 1) * rig.shelves.length),
  );
  const mix = rig.shelves.map((_, at) => mean(times.map((each) => each[at]!)));
  const floods = [];
  for (const [at, shelf] of rig.shelves.entries())
    floods.push(await compare(rig, shelf, callsOf[at]![0]!.path, rig.effort.calls));

  const growth = growthOf(rig, mix);
  return {
    tables: [
      {
        title: `${title}, milliseconds`,
        columns: [...columnsOf(rig), 'growth'],
        rows: [...names.map((name, at) => [name, times[at]!] as const), ['mix', mix] as const].map(
          ([name, each]) => ({
            name,
            cells: [...each.map(digits), growthText(growthOf(rig, each))],
          }),
        ),
      },
      { title: `${title}, ${names[0]}`, columns: columnsOf(rig), rows: rowsOf(floods) },
    ],
    floors: [
      {
        name: `${what}, ${growth ? count(rig.shelves.at(-1)!.size) : 'more'} over ${count(BASE_SIZE)} articles`,
        measured: growth,
        limit: GROWTH_FLOOR,
        bound: 'at most',
        unit: ' ×',
      },
    ],
  };
}

/** The largest shelf's time over that of 1,000 articles; `undefined` when there is no larger one. */
function growthOf({ shelves }: Rig, times: readonly number[]): number | undefined {
  const base = shelves.findIndex(({ size }) => size === BASE_SIZE);
  return base < 0 || base === shelves.length - 1 ? undefined : times.at(-1)! / times[base]!;
}

async function listsOf({ origin, size }: Shelf): Promise<Call[]> {
  const list = '/api/v1/articles';
  return [
    { name: 'first page', path: list },
    { name: 'deep page', path: `${list}?nextToken=${await deepToken(origin + list, size)}` },
    { name: 'of a category', path: `${list}?category=nsm` },
    { name: 'of an author', path: `${list}?alias=${aliasOf(authorCount(size) >> 1)}` },
  ];
}

/** The token in the middle of a list, which only reading on gives. */
async function deepToken(url: string, size: number): Promise<string> {
  const STEP = Math.min(50, size / 4);
  let token = '';
  for (let read = 0; read < size / 2; read += STEP) {
    const more = token ? `&nextToken=${token}` : '';
    const response = await fetch(`${url}?limit=${STEP}${more}`);
    const { data } = (await response.json()) as { data: { nextToken: string } };
    token = data.nextToken;
  }
  return token;
}

async function hitsOf(url: string): Promise<string> {
  const response = await fetch(url);
  const { data } = (await response.json()) as {
    data: { metas: unknown[]; nextToken: string | null };
  };
  return `${data.metas.length}${data.nextToken ? ' and more' : ''}`;
}

function rowsOf(comparisons: readonly Awaited<ReturnType<typeof compare>>[]) {
  return [
    { name: 'requests/s, bare', cells: comparisons.map(({ bare }) => digits(bare)) },
    { name: 'requests/s', cells: comparisons.map(({ octavo }) => digits(octavo)) },
    { name: 'of bare', cells: comparisons.map(({ ratio }) => digits(ratio)) },
    {
      name: 'of bare, per processor second',
      cells: comparisons.map(({ processorRatio }) => digits(processorRatio)),
    },
  ];
}

function columnsOf({ shelves }: Rig): string[] {
  return shelves.map(({ size }) => count(size));
}

function growthText(growth: number | undefined): string {
  return growth === undefined ? '' : `× ${digits(growth)}`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function count(size: number): string {
  return size.toLocaleString('en-US');
}

function megabytes(bytes: number): string {
  return digits(bytes / 1024 ** 2);
}
