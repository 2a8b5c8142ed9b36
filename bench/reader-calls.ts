import type { BenchmarkProcesses, DataSetServer } from './benchmark-processes.ts';
import { calculateAuthorCount, createSampleQueries, getAuthorAlias } from './data-set.ts';
import type { RequestSpec } from './http-client.ts';
import {
  buildGrowthTable,
  createDataSetColumnTitles,
  createGrowthLimitCheck,
  type MeasurementResult,
} from './measurement-result.ts';
import { chooseReaderNumberWithBookmarks, getSessionToken } from './readers.ts';
import { measureLatency } from './request-latency.ts';

export async function measureArticleLists(rig: BenchmarkProcesses): Promise<MeasurementResult> {
  const kinds = await Promise.all(rig.dataSetServers.map(listsOf));
  return measureCalls(rig, 'GET /articles', 'lists', kinds);
}

export async function measureSearch(rig: BenchmarkProcesses): Promise<MeasurementResult> {
  const kinds = createSampleQueries().map(({ name, query }) => ({
    name,
    path: `/api/v1/search?q=${encodeURIComponent(query)}`,
  }));
  const found = await Promise.all(
    rig.dataSetServers.map(({ origin }) =>
      Promise.all(kinds.map(({ path }) => hitsOf(origin + path))),
    ),
  );
  const findings = await measureCalls(
    rig,
    'GET /search',
    'search',
    rig.dataSetServers.map(() => kinds),
  );
  findings.tables.push({
    title: 'Found on the first page',
    columns: createDataSetColumnTitles(rig),
    rows: kinds.map(({ name }, at) => ({ name, cells: found.map((each) => each[at]!) })),
  });
  return findings;
}

/**
 * Measures calls of signed-in readers. A reader has the same number of rows in every data set. Only the tables and the
 * number of the authors' followers grow.
 */
export async function measureSignedInCalls(rig: BenchmarkProcesses): Promise<MeasurementResult> {
  const kinds = await Promise.all(rig.dataSetServers.map(ofReader));
  const rows = await timeCalls(rig, kinds);
  return {
    tables: [buildGrowthTable(rig, 'Signed in', rows)],
    limits: rows.map(({ name, times }) => createGrowthLimitCheck(rig, name, times)),
  };
}

interface Call extends Omit<RequestSpec, 'url'> {
  name: string;
  path: string;
}

/** Measures each kind of call alone on every data set, and checks how much the mean of their times grows. */
async function measureCalls(
  rig: BenchmarkProcesses,
  title: string,
  what: string,
  callsOf: readonly (readonly Call[])[],
): Promise<MeasurementResult> {
  const rows = await timeCalls(rig, callsOf);
  const mix = rig.dataSetServers.map((_, at) => mean(rows.map(({ times }) => times[at]!)));
  return {
    tables: [buildGrowthTable(rig, title, [...rows, { name: 'mix', times: mix }])],
    limits: [createGrowthLimitCheck(rig, what, mix)],
  };
}

/** Returns the median milliseconds of each kind of call for every data set. */
async function timeCalls(
  rig: BenchmarkProcesses,
  callsOf: readonly (readonly Call[])[],
): Promise<{ name: string; times: number[] }[]> {
  const names = callsOf[0]!.map(({ name }) => name);
  const asked = names.flatMap((_, kind) =>
    rig.dataSetServers.map(({ origin }, at) => {
      const { name: _, path, ...rest } = callsOf[at]![kind]!;
      return { url: origin + path, ...rest };
    }),
  );
  const paces = await measureLatency(rig, asked, rig.effort.turns);
  const flat = paces.map(({ milliseconds }) => milliseconds);
  return names.map((name, kind) => ({
    name,
    times: flat.slice(kind * rig.dataSetServers.length, (kind + 1) * rig.dataSetServers.length),
  }));
}

async function listsOf({ origin, size }: DataSetServer): Promise<Call[]> {
  const list = '/api/v1/articles';
  return [
    { name: 'first page', path: list },
    { name: 'deep page', path: `${list}?nextToken=${await deepToken(origin + list, size)}` },
    { name: 'of a category', path: `${list}?category=nsm` },
    {
      name: 'of an author',
      path: `${list}?alias=${getAuthorAlias(calculateAuthorCount(size) >> 1)}`,
    },
  ];
}

/** Returns the pagination token for the middle of a list. The token can only be found by fetching page after page. */
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

/**
 * Returns the measured calls of a signed-in reader. Each change is undone by the next call, so that every round starts
 * from the same state.
 */
async function ofReader({ origin, size }: DataSetServer): Promise<Call[]> {
  const cookie = `session=${getSessionToken(chooseReaderNumberWithBookmarks(size))}`;
  const ask = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(origin + path, { headers: { cookie } });
    return ((await response.json()) as { data: Data }).data;
  };
  const [list, following] = ['/api/v1/bookmarks', '/api/v1/users/me/following'];
  const { metas } = await ask<{ metas: { authorAlias: string; id: string }[] }>(`${list}?limit=1`);
  const { authors } = await ask<{ authors: string[] }>(following);
  const bookmark = `/api/v1/articles/${metas[0]!.authorAlias}/${metas[0]!.id}/bookmark`;
  const follow = `/api/v1/authors/${authors[0]}/follow`;
  const calls: readonly Call[] = [
    { name: 'bookmark taken away', path: bookmark, method: 'DELETE' },
    { name: 'bookmark', path: bookmark, method: 'PUT' },
    { name: 'bookmarks, first page', path: list },
    { name: 'bookmarks, all', path: `${list}?limit=1000` },
    { name: 'bookmarks, ids alone', path: `${list}/ids` },
    { name: 'follow ended', path: follow, method: 'DELETE' },
    { name: 'follow', path: follow, method: 'PUT' },
    { name: 'following', path: following },
    { name: 'feed', path: '/api/v1/feed' },
  ];
  return calls.map((call) => ({ ...call, headers: { cookie } }));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
