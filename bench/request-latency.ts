import type { RecordedResponse } from './baseline-server.ts';
import {
  type BenchmarkProcesses,
  type DataSetServer,
  median,
  timeRequestsInTurn,
} from './benchmark-processes.ts';
import type { RequestTiming } from './clients.ts';
import { type RequestSpec, recordResponse } from './http-client.ts';
import { formatThreeSignificantDigits, type ReportTable } from './report.ts';

/** The median latency of one kind of request, in milliseconds. */
export interface MedianLatency {
  milliseconds: number;
  /**
   * The median milliseconds for each part of the server's work, by name, and for the rest of the latency. Empty if the
   * responses have no Server-Timing header.
   */
  parts: ReadonlyMap<string, number>;
}

const REMAINING_TIME_LABEL = 'the rest';
/** The number of warm-up rounds before the measurement. They give V8 time to compile the hot code. */
const WARM_UP_ROUNDS = 3;

/**
 * Measures the latency of each request, one request at a time. The requests alternate, so that other load on the
 * machine affects all of them equally.
 */
export async function measureLatency(
  rig: BenchmarkProcesses,
  requestSpecs: readonly RequestSpec[],
  rounds: number,
): Promise<MedianLatency[]> {
  await timeRequestsInTurn(rig, requestSpecs, WARM_UP_ROUNDS);
  return (await timeRequestsInTurn(rig, requestSpecs, rounds)).map(toMedianLatency);
}

/** The path of a page in the data set, and the cache key for invalidating the page's cached response. */
export interface CacheablePage {
  path: string;
  /**
   * The cache key of the page's content. A notification that this content has changed removes the page from all of the
   * server's caches.
   */
  key: `article:${string}`;
}

/**
 * The median latency of a request, and the processor time that the server needs for it. Unlike the latency, the
 * processor time does not depend on other load on the machine.
 */
interface LatencyWithCost extends MedianLatency {
  processorMilliseconds: number;
}

/**
 * Measures the latency of pages that Octavo renders for each request, and of the same responses when the baseline
 * server sends them.
 */
export async function measureUncachedLatency(
  rig: BenchmarkProcesses,
  dataSet: DataSetServer,
  pages: readonly CacheablePage[],
): Promise<{ baseline: LatencyWithCost; octavo: LatencyWithCost }> {
  const { baseline, effort } = rig;
  const responsesByPath = new Map<string, RecordedResponse>();
  for (const { path } of pages)
    responsesByPath.set(path, await recordResponse({ url: dataSet.origin + path }));
  await baseline.request(responsesByPath);
  const timings: { baseline: RequestTiming[]; octavo: RequestTiming[] } = {
    baseline: [],
    octavo: [],
  };
  const processorTime = { baseline: 0, octavo: 0 };
  const readUsage = async () => ({
    baseline: (await baseline.request('usage')).processor,
    octavo: (await dataSet.server.request('usage')).processor,
  });
  const rounds = WARM_UP_ROUNDS + Math.ceil(effort.latencyRounds / pages.length);
  for (let round = 0; round < rounds; round++) {
    await dataSet.server.request({ changed: pages.map(({ key }) => key) });
    // The server's response does not mean that its cache is up to date. The cache receives the notification of the
    // change over a separate database connection, so the notification may arrive later.
    await new Promise((resolve) => setTimeout(resolve, NOTIFICATION_DELAY));
    const requestSpecs = pages.flatMap(({ path }) => [
      { url: baseline.origin + path },
      { url: dataSet.origin + path },
    ]);
    const before = await readUsage();
    const roundTimings = (await timeRequestsInTurn(rig, requestSpecs, 1)).flat();
    const after = await readUsage();
    if (round < WARM_UP_ROUNDS) continue;
    processorTime.baseline += after.baseline - before.baseline;
    processorTime.octavo += after.octavo - before.octavo;
    timings.baseline.push(...roundTimings.filter((_, at) => at % 2 === 0));
    timings.octavo.push(...roundTimings.filter((_, at) => at % 2 === 1));
  }
  const cachedCount = timings.octavo.filter(({ serverTiming }) => !serverTiming).length;
  if (cachedCount && cachedCount < timings.octavo.length)
    throw new Error(
      `${cachedCount} of ${timings.octavo.length} pages were not made for the request.`,
    );
  const toLatencyWithCost = (server: 'baseline' | 'octavo'): LatencyWithCost => ({
    ...toMedianLatency(timings[server]),
    processorMilliseconds: processorTime[server] / 1000 / timings[server].length,
  });
  return { baseline: toLatencyWithCost('baseline'), octavo: toLatencyWithCost('octavo') };
}

/** A waiting time, in milliseconds, that is long enough for the notification of a change to reach the cache. */
const NOTIFICATION_DELAY = 100;

/** Returns a table row for each part of the server's work, with a column for each measured request. */
export function buildServerTimingRows(latencies: readonly MedianLatency[]): ReportTable['rows'] {
  const names = new Set(latencies.flatMap(({ parts }) => [...parts.keys()]));
  return [...names].map((name) => ({
    name: `  ${name}`,
    cells: latencies.map(({ parts }) =>
      parts.has(name) ? formatThreeSignificantDigits(parts.get(name)!) : '',
    ),
  }));
}

function toMedianLatency(timings: readonly RequestTiming[]): MedianLatency {
  const partsByRequest = timings.map(({ milliseconds, serverTiming }) => {
    const parts = parseServerTiming(serverTiming);
    const sum = [...parts.values()].reduce((sum, part) => sum + part, 0);
    return parts.size ? parts.set(REMAINING_TIME_LABEL, milliseconds - sum) : parts;
  });
  const names = new Set(partsByRequest.flatMap((parts) => [...parts.keys()]));
  return {
    milliseconds: median(timings.map(({ milliseconds }) => milliseconds)),
    parts: new Map(
      [...names].map((name) => [
        name,
        median(partsByRequest.flatMap((parts) => parts.get(name) ?? [])),
      ]),
    ),
  };
}

/** Parses `queries;dur=1.2, render;dur=3` into milliseconds by name (W3C Server Timing). */
function parseServerTiming(serverTiming = ''): Map<string, number> {
  const metrics = serverTiming.matchAll(/([\w-]+)\s*;[^,]*?\bdur=([\d.]+)/g);
  return new Map([...metrics].map(([, name, duration]) => [name!, Number(duration)]));
}
