/**
 * A clock that shows the elapsed time in milliseconds, including the time for which the machine slept. The monotonic
 * clock stops then, and the wall clock may be set back, so each step is the longer one of the two.
 */
export class ElapsedTime {
  // The library `lru-cache` takes the time 0 for a missing one.
  #elapsed = 1;
  #readAt = readClocks();

  now(): number {
    const clocks = readClocks();
    const steps = clocks.map((time, at) => time - this.#readAt[at]!);
    this.#readAt = clocks;
    this.#elapsed += Math.max(0, ...steps);
    return this.#elapsed;
  }
}

function readClocks(): number[] {
  return [performance.now(), Date.now()];
}
