/** Limits on a queue's running and waiting tasks. */
export interface FairQueueLimits {
  /** Maximum number of running tasks for all callers together. */
  maxRunning: number;
  /** Maximum number of running tasks per caller. */
  maxRunningPerCaller: number;
  /** Maximum number of waiting tasks for all callers together. */
  maxWaiting: number;
  /** Maximum number of waiting tasks per caller. */
  maxWaitingPerCaller: number;
  /** Maximum time, in milliseconds, that a task may wait. */
  maxWait: number;
  /** Limits for a caller while no other caller has tasks. Default: the regular limits. */
  withoutCompetitors?: { maxWaiting: number; maxWait: number };
}

/** A handle for a waiting or running task in the queue. */
export interface FairQueueSlot {
  /** Ends a running task, or cancels a waiting one. Further calls have no effect. */
  leave(): void;
}

interface WaitingTask {
  start(): void;
  timer: NodeJS.Timeout;
}

/** Weight of the most recent task in the moving average of running times. */
const LATEST_WEIGHT = 0.1;

/**
 * A queue that limits concurrent tasks and treats callers fairly (RFC 970). Callers take turns starting tasks, so a
 * caller with many tasks does not delay other callers. A task that is unlikely to start in time is rejected
 * immediately, so that its caller does not wait in vain.
 *
 * If only one caller has tasks, its tasks may wait longer, because no other caller is delayed
 * ({@link FairQueueLimits.withoutCompetitors}).
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #waitingByCaller = new Map<string, Set<WaitingTask>>();
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
   * Adds a task. When it is the caller's turn, calls `start` with the task's handle. If the task is rejected, either
   * immediately or after the maximum wait, calls `reject`.
   */
  enter(caller: string, start: (slot: FairQueueSlot) => void, reject: () => void): FairQueueSlot {
    if (this.#mayStart(caller)) {
      const slot = this.#occupySlot(caller);
      start(slot);
      return slot;
    }
    if (this.#shouldReject(caller)) {
      reject();
      return { leave() {} };
    }
    return this.#wait(caller, start, reject);
  }

  #wait(caller: string, start: (slot: FairQueueSlot) => void, reject: () => void): FairQueueSlot {
    const tasks = this.#waitingByCaller.get(caller) ?? new Set<WaitingTask>();
    this.#waitingByCaller.set(caller, tasks);
    let slot: FairQueueSlot | undefined;
    const removeFromQueue = () => {
      if (!tasks.delete(waitingTask)) return;
      clearTimeout(waitingTask.timer);
      this.#waiting -= 1;
      if (!tasks.size) this.#waitingByCaller.delete(caller);
    };
    const { maxWait, withoutCompetitors } = this.#limits;
    const latestStart = performance.now() + (withoutCompetitors?.maxWait ?? maxWait);
    const rejectUnlessAlone = () => {
      if (this.#isAlone(caller) && performance.now() < latestStart) {
        waitingTask.timer = setTimeout(rejectUnlessAlone, maxWait);
        return;
      }
      removeFromQueue();
      reject();
    };
    const waitingTask: WaitingTask = {
      start: () => {
        removeFromQueue();
        slot = this.#occupySlot(caller);
        start(slot);
      },
      timer: setTimeout(rejectUnlessAlone, maxWait),
    };
    tasks.add(waitingTask);
    this.#waiting += 1;
    return { leave: () => (slot ? slot.leave() : removeFromQueue()) };
  }

  #occupySlot(caller: string): FairQueueSlot {
    const startedAt = performance.now();
    this.#running += 1;
    this.#runningByCaller.set(caller, this.#countRunning(caller) + 1);
    let hasLeft = false;
    return {
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        this.#meanTime += LATEST_WEIGHT * (performance.now() - startedAt - this.#meanTime);
        this.#running -= 1;
        const remaining = this.#countRunning(caller) - 1;
        if (remaining) this.#runningByCaller.set(caller, remaining);
        else this.#runningByCaller.delete(caller);
        this.#startNext();
      },
    };
  }

  #startNext(): void {
    for (const [caller, tasks] of this.#waitingByCaller) {
      if (!this.#mayStart(caller)) continue;
      // Moves the caller to the end of the map, so that callers take turns.
      this.#waitingByCaller.delete(caller);
      this.#waitingByCaller.set(caller, tasks);
      const [first] = tasks;
      first!.start();
      return;
    }
  }

  #mayStart(caller: string): boolean {
    const { maxRunning, maxRunningPerCaller } = this.#limits;
    return this.#running < maxRunning && this.#countRunning(caller) < maxRunningPerCaller;
  }

  /**
   * Returns true if another task from this caller would exceed a limit on waiting tasks, or would be unlikely to start
   * in time.
   */
  #shouldReject(caller: string): boolean {
    const {
      maxRunning,
      maxRunningPerCaller,
      maxWaiting,
      maxWaitingPerCaller,
      maxWait,
      withoutCompetitors,
    } = this.#limits;
    const ownWaiting = this.#waitingByCaller.get(caller)?.size ?? 0;
    if (this.#waiting >= maxWaiting) return true;
    if (withoutCompetitors && this.#isAlone(caller))
      return ownWaiting >= withoutCompetitors.maxWaiting;
    if (ownWaiting >= maxWaitingPerCaller) return true;
    const callers = Math.max(this.#waitingByCaller.size, 1);
    const share = Math.min(maxRunning / callers, maxRunningPerCaller);
    return ((ownWaiting + 1) * this.#meanTime) / share > maxWait;
  }

  /** Returns true if no other caller has a waiting or running task. */
  #isAlone(caller: string): boolean {
    const hasNoOtherCaller = (callers: ReadonlyMap<string, unknown>) =>
      callers.size === 0 || (callers.size === 1 && callers.has(caller));
    return hasNoOtherCaller(this.#waitingByCaller) && hasNoOtherCaller(this.#runningByCaller);
  }

  #countRunning(caller: string): number {
    return this.#runningByCaller.get(caller) ?? 0;
  }
}
