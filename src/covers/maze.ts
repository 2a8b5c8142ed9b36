import type { Random } from './random.ts';

/** Rooms are numbers; a maze is the passages of a spanning tree, so two rooms are joined by one way only. */
export interface Maze {
  passages: ReadonlyArray<readonly [number, number]>;
  /** The rooms on the one way between two, both included. */
  way(from: number, to: number): number[];
}

/** A maze by depth-first search. `neighbours` lists the rooms one step away; `start` is any room. */
export function carve(
  random: Random,
  start: number,
  neighbours: (room: number) => readonly number[],
): Maze {
  const entered = new Map<number, number | undefined>([[start, undefined]]);
  const passages: [number, number][] = [];
  const trail = [start];
  while (trail.length > 0) {
    const room = trail.at(-1)!;
    const closed = neighbours(room).filter((next) => !entered.has(next));
    if (closed.length === 0) {
      trail.pop();
      continue;
    }
    const next = random.pick(closed);
    entered.set(next, room);
    passages.push([room, next]);
    trail.push(next);
  }
  const toStart = (room: number): number[] => {
    const rooms: number[] = [];
    for (let at: number | undefined = room; at !== undefined; at = entered.get(at)) rooms.push(at);
    return rooms;
  };
  return {
    passages,
    way: (from, to) => {
      const [there, back] = [toStart(from), toStart(to)];
      const meeting = there.find((room) => back.includes(room))!;
      const first = there.slice(0, there.indexOf(meeting) + 1);
      return [...first, ...back.slice(0, back.indexOf(meeting)).toReversed()];
    },
  };
}

/**
 * The order in which one path without forks visits `count` rings (0 is the outermost), and at last the
 * centre (`count`), as in the stone labyrinths of old. The path turns back at the axis on every ring, to the
 * left and to the right of it by turns, and its steps on one side must not cross.
 */
export function ringOrder(random: Random, count: number): number[] {
  const orders: number[][] = [];
  const extend = (order: number[], rest: ReadonlySet<number>): void => {
    if (rest.size === 0) {
      if (isFree(order, count)) orders.push([...order, count]);
      return;
    }
    for (const ring of rest) {
      if (isFree(order, ring))
        extend([...order, ring], new Set([...rest].filter((other) => other !== ring)));
    }
  };
  for (let first = 0; first < count; first++) {
    extend(
      [first],
      new Set(Array.from({ length: count }, (_, i) => i).filter((ring) => ring !== first)),
    );
  }
  /** Ring after ring in order is a spiral, not a labyrinth. */
  const leaps = (order: number[]) =>
    order.filter((ring, i) => i > 0 && Math.abs(ring - order[i - 1]!) > 1).length;
  const most = Math.max(...orders.map(leaps));
  return random.pick(orders.filter((order) => leaps(order) >= most - 1));
}

/** Whether a path that has visited `order` can step on to `ring` without crossing itself at the axis. */
function isFree(order: readonly number[], ring: number): boolean {
  const side = order.length % 2;
  const [low, high] = [order.at(-1)!, ring].sort((a, b) => a - b) as [number, number];
  const isWithin = (other: number) => other > low && other < high;
  for (let i = 1; i < order.length; i++) {
    if (i % 2 === side && isWithin(order[i - 1]!) !== isWithin(order[i]!)) return false;
  }
  return true;
}
