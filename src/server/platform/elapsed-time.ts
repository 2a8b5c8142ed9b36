/** Milliseconds by which the wall clock must have advanced further than the monotonic one to show that the machine slept. */
const MIN_SLEEP = 1000;

/**
 * A clock that shows the elapsed time in milliseconds, including the time for which the machine slept. The monotonic
 * clock stops then, so the wall clock counts after a sleep. Otherwise the monotonic clock counts, because the wall clock
 * is rounded, adjusted and sometimes set back.
 */
export class ElapsedTime {
  // The library `lru-cache` takes the time 0 for a missing one.
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
