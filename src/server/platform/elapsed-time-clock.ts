/** If the wall clock has advanced this many milliseconds more than the monotonic clock, the machine was asleep. */
const MIN_SLEEP = 1000;

/**
 * A clock that measures the elapsed time in milliseconds, including the time while the machine was asleep. It measures
 * time asleep with the wall clock, because the monotonic clock stops during sleep. It measures all other time with the
 * monotonic clock, because the wall clock is rounded, adjusted and sometimes set back.
 */
export class ElapsedTimeClock {
  // The clock starts at 1, because `lru-cache` treats the time 0 as missing.
  #elapsed = 1;
  #monotonic = performance.now();
  #wall = Date.now();

  now(): number {
    const monotonic = performance.now();
    const wall = Date.now();
    const step = monotonic - this.#monotonic;
    const wallStep = wall - this.#wall;
    this.#monotonic = monotonic;
    this.#wall = wall;
    this.#elapsed += wallStep - step > MIN_SLEEP ? wallStep : step;
    return this.#elapsed;
  }
}
