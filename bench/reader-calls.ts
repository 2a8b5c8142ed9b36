import type { BenchmarkProcesses, DataSetServer } from './benchmark-processes.ts';
import { calculateAuthorCount, createSampleSearchQueries, getAuthorAlias } from './data-set.ts';
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
  const kinds = await Promise.all(rig.dataSetServers.map(buildListCalls));
  return measureCalls(rig, 'GET /articles', 'lists', kinds);
}

export async function measureSearch(rig: BenchmarkProcesses): Promise<MeasurementResult> {
  const kinds = createSampleSearchQueries().map(({ name, query }) => ({
    name,
    path: `/api/v1/search?q=${encodeURIComponent(query)}`,
  }));
  const hitCounts = await Promise.all(
    rig.dataSetServers.map(({ origin }) =>
      Promise.all(kinds.map(({ path }) => formatHitCount(origin + path))),
    ),
  );
  const result = await measureCalls(
    rig,
    'GET /search',
    'search',
    rig.dataSetServers.map(() => kinds),
  );
  result.tables.push({
    title: 'Found on the first page',
    columns: createDataSetColumnTitles(rig),
    rows: kinds.map(({ name }, at) => ({ name, cells: hitCounts.map((each) => each[at]!) })),
  });
  return result;
}

/**
 * Measures the response times of API calls by signed-in readers. A reader has the same number of bookmarks, follows and
 * readings in every data set of 1,000 articles or more. Larger data sets differ only in the sizes of the tables and in
 * the number of followers of each author.
 */
export async function measureSignedInApiCalls(rig: BenchmarkProcesses): Promise<MeasurementResult> {
  const kinds = await Promise.all(rig.dataSetServers.map(buildReaderCalls));
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

/**
 * Measures each kind of API call separately with every data set. The limit applies to the mean time of all calls: how
 * much it grows from the data set of 1,000 articles to the largest one.
 */
async function measureCalls(
  rig: BenchmarkProcesses,
  title: string,
  subject: string,
  callsByDataSet: readonly (readonly Call[])[],
): Promise<MeasurementResult> {
  const rows = await timeCalls(rig, callsByDataSet);
  const mix = rig.dataSetServers.map((_, at) => mean(rows.map(({ times }) => times[at]!)));
  return {
    tables: [buildGrowthTable(rig, title, [...rows, { name: 'mix', times: mix }])],
    limits: [createGrowthLimitCheck(rig, subject, mix)],
  };
}

/** Returns the median response time, in milliseconds, of each kind of API call with every data set. */
async function timeCalls(
  rig: BenchmarkProcesses,
  callsByDataSet: readonly (readonly Call[])[],
): Promise<{ name: string; times: number[] }[]> {
  const names = callsByDataSet[0]!.map(({ name }) => name);
  const requestSpecs = names.flatMap((_, kind) =>
    rig.dataSetServers.map(({ origin }, at) => {
      const { name: _, path, ...requestOptions } = callsByDataSet[at]![kind]!;
      return { url: origin + path, ...requestOptions };
    }),
  );
  const latencies = await measureLatency(rig, requestSpecs, rig.effort.latencyRounds);
  const medians = latencies.map(({ milliseconds }) => milliseconds);
  return names.map((name, kind) => ({
    name,
    times: medians.slice(kind * rig.dataSetServers.length, (kind + 1) * rig.dataSetServers.length),
  }));
}

async function buildListCalls({ origin, size }: DataSetServer): Promise<Call[]> {
  const list = '/api/v1/articles';
  return [
    { name: 'first page', path: list },
    {
      name: 'deep page',
      path: `${list}?nextToken=${await findMiddlePageToken(origin + list, size)}`,
    },
    { name: 'of a category', path: `${list}?category=nsm` },
    {
      name: 'of an author',
      path: `${list}?alias=${getAuthorAlias(calculateAuthorCount(size) >> 1)}`,
    },
  ];
}

/**
 * Returns the pagination token for the middle of a list. Fetches one page after another, because only the previous page
 * contains the token.
 */
async function findMiddlePageToken(url: string, size: number): Promise<string> {
  const pageSize = Math.min(50, size / 4);
  let token = '';
  for (let readCount = 0; readCount < size / 2; readCount += pageSize) {
    const tokenParameter = token ? `&nextToken=${token}` : '';
    const response = await fetch(`${url}?limit=${pageSize}${tokenParameter}`);
    const { data } = (await response.json()) as { data: { nextToken: string } };
    token = data.nextToken;
  }
  return token;
}

async function formatHitCount(url: string): Promise<string> {
  const response = await fetch(url);
  const { data } = (await response.json()) as {
    data: { metas: unknown[]; nextToken: string | null };
  };
  return `${data.metas.length}${data.nextToken ? ' and more' : ''}`;
}

/**
 * Returns the API calls of a signed-in reader. After each call that removes a bookmark or a follow, another call adds
 * it again, so that every round starts with the same data.
 */
async function buildReaderCalls({ origin, size }: DataSetServer): Promise<Call[]> {
  const cookie = `session=${getSessionToken(chooseReaderNumberWithBookmarks(size))}`;
  const fetchData = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(origin + path, { headers: { cookie } });
    return ((await response.json()) as { data: Data }).data;
  };
  const [list, following] = ['/api/v1/bookmarks', '/api/v1/users/me/following'];
  const { metas } = await fetchData<{ metas: { authorAlias: string; id: string }[] }>(
    `${list}?limit=1`,
  );
  const { authors } = await fetchData<{ authors: string[] }>(following);
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
