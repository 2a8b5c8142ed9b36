/** How much is done at once, and how much may wait for it. */
export interface QueueLimits {
  /** Tasks under way, of all callers together. */
  atOnce: number;
  /** Tasks under way of one caller. */
  atOncePerCaller: number;
  /** Tasks that wait, of all callers together. */
  waiting: number;
  /** Tasks of one caller that wait. */
  waitingPerCaller: number;
  /** Milliseconds a task may wait. */
  longestWait: number;
  /** Limits of a caller while no other has tasks; absent: the same as beside others. */
  alone?: { waiting: number; longestWait: number };
}

/** A task's place: it waits, then it is under way, then it is done. */
export interface Place {
  /** The task is done, or nobody waits for it any more. Does nothing the second time. */
  leave(): void;
}

interface Waiting {
  start(): void;
  timer: NodeJS.Timeout;
}

/** How much the newest task counts towards the mean time a task takes. */
const NEWEST = 0.1;

/**
 * Lets callers' tasks start as others leave: the callers in a round, each one's own in their order (fair queuing,
 * RFC 970), so that whoever asks for a thousand things waits behind themselves only. What would have to wait too
 * long is refused at once, while saying no still helps. A caller alone delays nobody, and waits instead.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #lines = new Map<string, Set<Waiting>>();
  readonly #underWayOf = new Map<string, number>();
  #underWay = 0;
  #waiting = 0;
  /** Milliseconds a task is under way, the newer ones counting more. */
  #meanTime = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** How many tasks wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Calls `start` with the task's place when it is the caller's turn, which may be at once; or `refuse`, at once or
   * after the longest wait.
   */
  enter(caller: string, start: (place: Place) => void, refuse: () => void): Place {
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

  #wait(caller: string, start: (place: Place) => void, refuse: () => void): Place {
    const line = this.#lines.get(caller) ?? new Set<Waiting>();
    this.#lines.set(caller, line);
    let place: Place | undefined;
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

  #underWayPlace(caller: string): Place {
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
      // To the end of the round.
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

  /** Whether the caller's next task would find no room to wait in, or hardly come to its turn in time. */
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

  /** True while no other caller has a task that waits or is under way. */
  #isAlone(caller: string): boolean {
    const isOnly = (callers: ReadonlyMap<string, unknown>) =>
      callers.size === 0 || (callers.size === 1 && callers.has(caller));
    return isOnly(this.#lines) && isOnly(this.#underWayOf);
  }

  #countOf(caller: string): number {
    return this.#underWayOf.get(caller) ?? 0;
  }
}
