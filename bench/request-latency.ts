import type { RecordedResponse } from './baseline-server.ts';
import {
  type BenchmarkProcesses,
  type DataSetServer,
  median,
  timeRequestsInTurn,
} from './benchmark-processes.ts';
import type { RequestTiming } from './clients.ts';
import { type RequestSpec, recordResponse } from './http-client.ts';
import { formatThreeDigits, type ReportTable } from './report.ts';

/** The median latency of one kind of request, in milliseconds. */
export interface MedianLatency {
  milliseconds: number;
  /**
   * Median milliseconds of each part of the server's work, and of the remaining time. Empty if the responses have no
   * Server-Timing header.
   */
  parts: ReadonlyMap<string, number>;
}

const REMAINING_TIME_LABEL = 'the rest';
/** The number of rounds before the measurement, so that V8 has compiled hot code. */
const WARM_UP_ROUNDS = 3;

/** Measures each request alone. Requests alternate, so that other load affects all of them alike. */
export async function measureLatency(
  rig: BenchmarkProcesses,
  asked: readonly RequestSpec[],
  rounds: number,
): Promise<MedianLatency[]> {
  await timeRequestsInTurn(rig, asked, WARM_UP_ROUNDS);
  return (await timeRequestsInTurn(rig, asked, rounds)).map(toPace);
}

/** A page of the data set, and its cache key. */
export interface CacheablePage {
  path: string;
  /** The cache key of the page's content. Announcing a change of this key removes the page from every cache. */
  key: `article:${string}`;
}

/**
 * The median latency of a request, and the server's processor time for it. Unlike the latency, the processor time does
 * not depend on other load.
 */
interface LatencyWithCost extends MedianLatency {
  processorMilliseconds: number;
}

/** Measures the latency of uncached pages, and of the same responses from the baseline server. */
export async function measureUncachedLatency(
  rig: BenchmarkProcesses,
  dataSet: DataSetServer,
  pages: readonly CacheablePage[],
): Promise<{ bare: LatencyWithCost; octavo: LatencyWithCost }> {
  const { bare, effort } = rig;
  const answers = new Map<string, RecordedResponse>();
  for (const { path } of pages)
    answers.set(path, await recordResponse({ url: dataSet.origin + path }));
  await bare.ask(answers);
  const taken: { bare: RequestTiming[]; octavo: RequestTiming[] } = { bare: [], octavo: [] };
  const used = { bare: 0, octavo: 0 };
  const usage = async () => ({
    bare: (await bare.ask('usage')).processor,
    octavo: (await dataSet.server.ask('usage')).processor,
  });
  const rounds = WARM_UP_ROUNDS + Math.ceil(effort.turns / pages.length);
  for (let round = 0; round < rounds; round++) {
    await dataSet.server.ask({ changed: pages.map(({ key }) => key) });
    // The change notification reaches the cache through a separate connection, so it may arrive only after the
    // response.
    await new Promise((resolve) => setTimeout(resolve, NOTIFICATION_DELAY));
    const asked = pages.flatMap(({ path }) => [
      { url: bare.origin + path },
      { url: dataSet.origin + path },
    ]);
    const before = await usage();
    const found = (await timeRequestsInTurn(rig, asked, 1)).flat();
    const after = await usage();
    if (round < WARM_UP_ROUNDS) continue;
    used.bare += after.bare - before.bare;
    used.octavo += after.octavo - before.octavo;
    taken.bare.push(...found.filter((_, at) => at % 2 === 0));
    taken.octavo.push(...found.filter((_, at) => at % 2 === 1));
  }
  const kept = taken.octavo.filter(({ serverTiming }) => !serverTiming).length;
  if (kept && kept < taken.octavo.length)
    throw new Error(`${kept} of ${taken.octavo.length} pages were not made for the request.`);
  const paceWithCost = (of: 'bare' | 'octavo'): LatencyWithCost => ({
    ...toPace(taken[of]),
    processorMilliseconds: used[of] / 1000 / taken[of].length,
  });
  return { bare: paceWithCost('bare'), octavo: paceWithCost('octavo') };
}

/** The time, in milliseconds, that a notification takes to reach the cache. */
const NOTIFICATION_DELAY = 100;

/** Returns a table row for each named part of the server's work, with a column for each latency. */
export function buildServerTimingRows(paces: readonly MedianLatency[]): ReportTable['rows'] {
  const names = new Set(paces.flatMap(({ parts }) => [...parts.keys()]));
  return [...names].map((name) => ({
    name: `  ${name}`,
    cells: paces.map(({ parts }) => (parts.has(name) ? formatThreeDigits(parts.get(name)!) : '')),
  }));
}

function toPace(taken: readonly RequestTiming[]): MedianLatency {
  const each = taken.map(({ milliseconds, serverTiming }) => {
    const parts = parseServerTiming(serverTiming);
    const sum = [...parts.values()].reduce((sum, part) => sum + part, 0);
    return parts.size ? parts.set(REMAINING_TIME_LABEL, milliseconds - sum) : parts;
  });
  const names = new Set(each.flatMap((parts) => [...parts.keys()]));
  return {
    milliseconds: median(taken.map(({ milliseconds }) => milliseconds)),
    parts: new Map(
      [...names].map((name) => [name, median(each.flatMap((parts) => parts.get(name) ?? []))]),
    ),
  };
}

/** Parses `queries;dur=1.2, render;dur=3` into milliseconds by name (W3C Server Timing). */
function parseServerTiming(serverTiming = ''): Map<string, number> {
  const metrics = serverTiming.matchAll(/([\w-]+)\s*;[^,]*?\bdur=([\d.]+)/g);
  return new Map([...metrics].map(([, name, duration]) => [name!, Number(duration)]));
}
