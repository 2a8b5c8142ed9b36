import { type Asked, learnAnswer } from './answers.ts';
import type { BareAnswer } from './bare.ts';
import type { Taken } from './load.ts';
import { digits, type Table } from './report.ts';
import { median, type Rig, type Shelf, takeTurns } from './rig.ts';

/** What one kind of request takes: medians, in milliseconds. */
export interface Pace {
  milliseconds: number;
  /** By the names the server gives them, and what they leave over; empty where it names none. */
  parts: ReadonlyMap<string, number>;
}

const THE_REST = 'the rest';
/** Not measured: the engine compiles what has run often. */
const WARM_UP_ROUNDS = 3;

/**
 * The pace of each request, made alone. They take turns, so that whatever else the machine does meets all
 * of them alike.
 */
export async function paceOf(rig: Rig, asked: readonly Asked[], rounds: number): Promise<Pace[]> {
  await takeTurns(rig, asked, WARM_UP_ROUNDS);
  return (await takeTurns(rig, asked, rounds)).map(toPace);
}

/** A page of the shelf, and what it is made of. */
export interface KeptPage {
  path: string;
  /** Announced as changed, it makes every cache forget the page. */
  key: `article:${string}`;
}

/** The pace of requests made alone, and what each took of the server's processor: blind to what else runs. */
interface CostlyPace extends Pace {
  processorMilliseconds: number;
}

/** The pace of pages that no cache has, and of the same bytes from the bare server. */
export async function uncachedPace(
  rig: Rig,
  shelf: Shelf,
  pages: readonly KeptPage[],
): Promise<{ bare: CostlyPace; octavo: CostlyPace }> {
  const { bare, effort } = rig;
  const answers = new Map<string, BareAnswer>();
  for (const { path } of pages) answers.set(path, await learnAnswer({ url: shelf.origin + path }));
  await bare.ask(answers);
  const taken: { bare: Taken[]; octavo: Taken[] } = { bare: [], octavo: [] };
  const used = { bare: 0, octavo: 0 };
  const usage = async () => ({
    bare: (await bare.ask('usage')).processor,
    octavo: (await shelf.server.ask('usage')).processor,
  });
  const rounds = WARM_UP_ROUNDS + Math.ceil(effort.turns / pages.length);
  for (let round = 0; round < rounds; round++) {
    await shelf.server.ask({ changed: pages.map(({ key }) => key) });
    // The news reaches the cache over a connection of its own.
    await new Promise((resolve) => setTimeout(resolve, NEWS_TAKES));
    const asked = pages.flatMap(({ path }) => [
      { url: bare.origin + path },
      { url: shelf.origin + path },
    ]);
    const before = await usage();
    const found = (await takeTurns(rig, asked, 1)).flat();
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
  const paceWithCost = (of: 'bare' | 'octavo'): CostlyPace => ({
    ...toPace(taken[of]),
    processorMilliseconds: used[of] / 1000 / taken[of].length,
  });
  return { bare: paceWithCost('bare'), octavo: paceWithCost('octavo') };
}

/** Milliseconds. */
const NEWS_TAKES = 100;

/** A row for each part that is named; a column for each pace. */
export function partRows(paces: readonly Pace[]): Table['rows'] {
  const names = new Set(paces.flatMap(({ parts }) => [...parts.keys()]));
  return [...names].map((name) => ({
    name: `  ${name}`,
    cells: paces.map(({ parts }) => (parts.has(name) ? digits(parts.get(name)!) : '')),
  }));
}

function toPace(taken: readonly Taken[]): Pace {
  const each = taken.map(({ milliseconds, serverTiming }) => {
    const parts = partsOf(serverTiming);
    const sum = [...parts.values()].reduce((sum, part) => sum + part, 0);
    return parts.size ? parts.set(THE_REST, milliseconds - sum) : parts;
  });
  const names = new Set(each.flatMap((parts) => [...parts.keys()]));
  return {
    milliseconds: median(taken.map(({ milliseconds }) => milliseconds)),
    parts: new Map(
      [...names].map((name) => [name, median(each.flatMap((parts) => parts.get(name) ?? []))]),
    ),
  };
}

/** `queries;dur=1.2, render;dur=3` as milliseconds by name (W3C Server Timing). */
function partsOf(serverTiming = ''): Map<string, number> {
  const metrics = serverTiming.matchAll(/([\w-]+)\s*;[^,]*?\bdur=([\d.]+)/g);
  return new Map([...metrics].map(([, name, duration]) => [name!, Number(duration)]));
}
