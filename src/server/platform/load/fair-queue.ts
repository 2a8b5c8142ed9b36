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

/** A task that was added to the queue. The task waits or runs until it ends, is canceled or is rejected. */
export interface FairQueueSlot {
  /** Ends a running task, or cancels a waiting one. Further calls have no effect. */
  leave(): void;
}

interface Waiting {
  start(): void;
  timer: NodeJS.Timeout;
}

/** Weight of the latest task in the moving average of running times. */
const LATEST_WEIGHT = 0.1;

/**
 * A queue that treats callers fairly (RFC 970). Callers take turns in starting tasks, so one caller with many tasks
 * does not delay another caller. A task that is unlikely to start in time is rejected immediately, so that its client
 * can react early. If only one caller has tasks, no other caller is delayed, so the tasks of this caller may wait
 * longer ({@link FairQueueLimits.alone}).
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #waitingByCaller = new Map<string, Set<Waiting>>();
  readonly #runningByCaller = new Map<string, number>();
  #running = 0;
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
  enter(caller: string, start: (slot: FairQueueSlot) => void, refuse: () => void): FairQueueSlot {
    if (this.#mayStart(caller)) {
      const slot = this.#occupySlot(caller);
      start(slot);
      return slot;
    }
    if (this.#shouldReject(caller)) {
      refuse();
      return { leave() {} };
    }
    return this.#wait(caller, start, refuse);
  }

  #wait(caller: string, start: (slot: FairQueueSlot) => void, refuse: () => void): FairQueueSlot {
    const tasks = this.#waitingByCaller.get(caller) ?? new Set<Waiting>();
    this.#waitingByCaller.set(caller, tasks);
    let slot: FairQueueSlot | undefined;
    const giveUp = () => {
      if (!tasks.delete(waiting)) return;
      clearTimeout(waiting.timer);
      this.#waiting -= 1;
      if (!tasks.size) this.#waitingByCaller.delete(caller);
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
        slot = this.#occupySlot(caller);
        start(slot);
      },
      timer: setTimeout(refuseUnlessAlone, longestWait),
    };
    tasks.add(waiting);
    this.#waiting += 1;
    return { leave: () => (slot ? slot.leave() : giveUp()) };
  }

  #occupySlot(caller: string): FairQueueSlot {
    const since = performance.now();
    this.#running += 1;
    this.#runningByCaller.set(caller, this.#countOf(caller) + 1);
    let hasLeft = false;
    return {
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        this.#meanTime += LATEST_WEIGHT * (performance.now() - since - this.#meanTime);
        this.#running -= 1;
        const left = this.#countOf(caller) - 1;
        if (left) this.#runningByCaller.set(caller, left);
        else this.#runningByCaller.delete(caller);
        this.#startNext();
      },
    };
  }

  #startNext(): void {
    for (const [caller, tasks] of this.#waitingByCaller) {
      if (!this.#mayStart(caller)) continue;
      // The caller is moved to the end of the map, so that callers take turns.
      this.#waitingByCaller.delete(caller);
      this.#waitingByCaller.set(caller, tasks);
      const [first] = tasks;
      first!.start();
      return;
    }
  }

  #mayStart(caller: string): boolean {
    const { atOnce, atOncePerCaller } = this.#limits;
    return this.#running < atOnce && this.#countOf(caller) < atOncePerCaller;
  }

  /** Returns true if the caller's next task would exceed a limit of waiting tasks, or is unlikely to start in time. */
  #shouldReject(caller: string): boolean {
    const { atOnce, atOncePerCaller, waiting, waitingPerCaller, longestWait, alone } = this.#limits;
    const own = this.#waitingByCaller.get(caller)?.size ?? 0;
    if (this.#waiting >= waiting) return true;
    if (alone && this.#isAlone(caller)) return own >= alone.waiting;
    if (own >= waitingPerCaller) return true;
    const callers = Math.max(this.#waitingByCaller.size, 1);
    const share = Math.min(atOnce / callers, atOncePerCaller);
    return ((own + 1) * this.#meanTime) / share > longestWait;
  }

  /** Returns true if no other caller has a waiting or running task. */
  #isAlone(caller: string): boolean {
    const isOnly = (callers: ReadonlyMap<string, unknown>) =>
      callers.size === 0 || (callers.size === 1 && callers.has(caller));
    return isOnly(this.#waitingByCaller) && isOnly(this.#runningByCaller);
  }

  #countOf(caller: string): number {
    return this.#runningByCaller.get(caller) ?? 0;
  }
}
