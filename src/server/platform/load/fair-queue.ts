/** Limits on the running and waiting tasks of a queue. */
export interface FairQueueLimits {
  /** Maximum number of running tasks of all callers together. */
  atOnce: number;
  /** Maximum number of running tasks of one caller. */
  atOncePerCaller: number;
  /** Maximum number of waiting tasks of all callers together. */
  waiting: number;
  /** Maximum number of waiting tasks of one caller. */
  waitingPerCaller: number;
  /** Maximum milliseconds that a task may wait. */
  longestWait: number;
  /** Limits for a caller while no other caller has tasks. Default: the regular limits. */
  alone?: { waiting: number; longestWait: number };
}

/** A place in the queue, which a waiting or running task occupies. */
export interface FairQueueSlot {
  /** Ends a running task, or cancels a waiting one. Further calls have no effect. */
  leave(): void;
}

interface Waiting {
  start(): void;
  timer: NodeJS.Timeout;
}

/** Weight of the latest task in the moving average of running times. */
const NEWEST = 0.1;

/**
 * A queue that treats callers fairly (RFC 970). Callers take turns in starting tasks, so one caller with many tasks
 * does not delay another caller. A task that is unlikely to start in time is rejected immediately, so that its client
 * can react early. If only one caller has tasks, nobody else is delayed, so the tasks of this caller may wait longer
 * ({@link FairQueueLimits.alone}).
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #lines = new Map<string, Set<Waiting>>();
  readonly #underWayOf = new Map<string, number>();
  #underWay = 0;
  #waiting = 0;
  /** Moving average of the tasks' running times, in milliseconds. */
  #meanTime = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Adds a task. Calls `start` with the task's slot when it is the caller's turn, or `refuse` if the task is rejected.
   * A task is rejected immediately or after the maximum wait.
   */
  enter(caller: string, start: (place: FairQueueSlot) => void, refuse: () => void): FairQueueSlot {
    if (this.#mayStart(caller)) {
      const place = this.#underWayPlace(caller);
      start(place);
      return place;
    }
    if (this.#isHopeless(caller)) {
      refuse();
      return { leave() {} };
    }
    return this.#wait(caller, start, refuse);
  }

  #wait(caller: string, start: (place: FairQueueSlot) => void, refuse: () => void): FairQueueSlot {
    const line = this.#lines.get(caller) ?? new Set<Waiting>();
    this.#lines.set(caller, line);
    let place: FairQueueSlot | undefined;
    const giveUp = () => {
      if (!line.delete(waiting)) return;
      clearTimeout(waiting.timer);
      this.#waiting -= 1;
      if (!line.size) this.#lines.delete(caller);
    };
    const { longestWait, alone } = this.#limits;
    const latest = performance.now() + (alone?.longestWait ?? longestWait);
    const refuseUnlessAlone = () => {
      if (this.#isAlone(caller) && performance.now() < latest) {
        waiting.timer = setTimeout(refuseUnlessAlone, longestWait);
        return;
      }
      giveUp();
      refuse();
    };
    const waiting: Waiting = {
      start: () => {
        giveUp();
        place = this.#underWayPlace(caller);
        start(place);
      },
      timer: setTimeout(refuseUnlessAlone, longestWait),
    };
    line.add(waiting);
    this.#waiting += 1;
    return { leave: () => (place ? place.leave() : giveUp()) };
  }

  #underWayPlace(caller: string): FairQueueSlot {
    const since = performance.now();
    this.#underWay += 1;
    this.#underWayOf.set(caller, this.#countOf(caller) + 1);
    let isLeft = false;
    return {
      leave: () => {
        if (isLeft) return;
        isLeft = true;
        this.#meanTime += NEWEST * (performance.now() - since - this.#meanTime);
        this.#underWay -= 1;
        const left = this.#countOf(caller) - 1;
        if (left) this.#underWayOf.set(caller, left);
        else this.#underWayOf.delete(caller);
        this.#startNext();
      },
    };
  }

  #startNext(): void {
    for (const [caller, line] of this.#lines) {
      if (!this.#mayStart(caller)) continue;
      // The caller is moved to the end of the line, so that callers take turns.
      this.#lines.delete(caller);
      this.#lines.set(caller, line);
      const [first] = line;
      first!.start();
      return;
    }
  }

  #mayStart(caller: string): boolean {
    const { atOnce, atOncePerCaller } = this.#limits;
    return this.#underWay < atOnce && this.#countOf(caller) < atOncePerCaller;
  }

  /** Returns true if the caller's next task would exceed a limit of waiting tasks, or is unlikely to start in time. */
  #isHopeless(caller: string): boolean {
    const { atOnce, atOncePerCaller, waiting, waitingPerCaller, longestWait, alone } = this.#limits;
    const own = this.#lines.get(caller)?.size ?? 0;
    if (this.#waiting >= waiting) return true;
    if (alone && this.#isAlone(caller)) return own >= alone.waiting;
    if (own >= waitingPerCaller) return true;
    const callers = Math.max(this.#lines.size, 1);
    const share = Math.min(atOnce / callers, atOncePerCaller);
    return ((own + 1) * this.#meanTime) / share > longestWait;
  }

  /** Returns true if no other caller has a waiting or running task. */
  #isAlone(caller: string): boolean {
    const isOnly = (callers: ReadonlyMap<string, unknown>) =>
      callers.size === 0 || (callers.size === 1 && callers.has(caller));
    return isOnly(this.#lines) && isOnly(this.#underWayOf);
  }

  #countOf(caller: string): number {
    return this.#underWayOf.get(caller) ?? 0;
  }
}
