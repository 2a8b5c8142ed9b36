import type { RandomSource } from './random.ts';

/**
 * A maze: numbered rooms, and the passages that connect them. The passages form a spanning tree, so there is exactly
 * one path between any two rooms.
 */
export interface Maze {
  passages: ReadonlyArray<readonly [number, number]>;
  /** Returns the rooms on the path between two rooms, including both ends. */
  findPath(from: number, to: number): number[];
}

/** Carves a maze by depth-first search. `neighbors` returns the rooms adjacent to a room. `start` can be any room. */
export function carveMaze(
  random: RandomSource,
  start: number,
  neighbors: (room: number) => readonly number[],
): Maze {
  const parentByRoom = new Map<number, number | undefined>([[start, undefined]]);
  const passages: [number, number][] = [];
  const trail = [start];
  while (trail.length > 0) {
    const room = trail.at(-1)!;
    const unvisited = neighbors(room).filter((next) => !parentByRoom.has(next));
    if (unvisited.length === 0) {
      trail.pop();
      continue;
    }
    const next = random.pick(unvisited);
    parentByRoom.set(next, room);
    passages.push([room, next]);
    trail.push(next);
  }
  const tracePathToStart = (room: number): number[] => {
    const rooms: number[] = [];
    for (let id: number | undefined = room; id !== undefined; id = parentByRoom.get(id))
      rooms.push(id);
    return rooms;
  };
  return {
    passages,
    findPath: (from, to) => {
      const [pathFrom, pathTo] = [tracePathToStart(from), tracePathToStart(to)];
      const commonRoom = pathFrom.find((room) => pathTo.includes(room))!;
      const first = pathFrom.slice(0, pathFrom.indexOf(commonRoom) + 1);
      return [...first, ...pathTo.slice(0, pathTo.indexOf(commonRoom)).toReversed()];
    },
  };
}

/**
 * Returns the order in which the single path of a labyrinth visits the rings. Rings are numbered from 0 (outermost) to
 * `count - 1`. The last entry, `count`, is the center. The path moves to another ring at the axis, a line from the
 * center to the edge. Its steps alternate between the left and the right side of the axis. Steps on the same side never
 * cross each other, as in classical stone labyrinths.
 */
export function createLabyrinthRingOrder(random: RandomSource, count: number): number[] {
  const orders: number[][] = [];
  const extend = (order: number[], remainingRings: ReadonlySet<number>): void => {
    if (remainingRings.size === 0) {
      if (isFree(order, count)) orders.push([...order, count]);
      return;
    }
    for (const ring of remainingRings) {
      if (isFree(order, ring))
        extend([...order, ring], new Set([...remainingRings].filter((other) => other !== ring)));
    }
  };
  for (let first = 0; first < count; first++) {
    extend(
      [first],
      new Set(Array.from({ length: count }, (_, i) => i).filter((ring) => ring !== first)),
    );
  }
  /**
   * Counts the steps in which the path skips one or more rings. Without such steps, the path would lead directly from
   * each ring to the next, without the detours of a labyrinth.
   */
  const countSkips = (order: number[]) =>
    order.filter((ring, i) => i > 0 && Math.abs(ring - order[i - 1]!) > 1).length;
  const max = Math.max(...orders.map(countSkips));
  return random.pick(orders.filter((order) => countSkips(order) >= max - 1));
}

/**
 * Returns true if a path that has visited the rings in `order` can continue to `ring` without crossing itself at the
 * axis, the line from the center to the edge at which the path moves between rings.
 */
function isFree(order: readonly number[], ring: number): boolean {
  const side = order.length % 2;
  const [low, high] = [order.at(-1)!, ring].sort((a, b) => a - b) as [number, number];
  const isWithin = (other: number) => other > low && other < high;
  for (let i = 1; i < order.length; i++) {
    if (i % 2 === side && isWithin(order[i - 1]!) !== isWithin(order[i]!)) return false;
  }
  return true;
}
