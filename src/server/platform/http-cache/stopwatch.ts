/** Measures the steps of one response, for the header `Server-Timing` (W3C Server Timing). */
export class Stopwatch {
  readonly #laps = new Map<string, number>();
  #since = performance.now();

  /** Ends a step: adds the time since the previous step to it. */
  lap(name: string): void {
    const now = performance.now();
    this.#laps.set(name, (this.#laps.get(name) ?? 0) + now - this.#since);
    this.#since = now;
  }

  /** Returns the header's value, in milliseconds; empty if no step was measured. */
  toString(): string {
    return [...this.#laps].map(([name, time]) => `${name};dur=${time.toFixed(2)}`).join(', ');
  }
}
