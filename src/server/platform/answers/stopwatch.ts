/** Takes the time of the steps of one answer, for the header `Server-Timing` (W3C Server Timing). */
export class Stopwatch {
  readonly #laps = new Map<string, number>();
  #since = performance.now();

  /** Ends a step: what has passed since the one before is its time. A step may come more than once. */
  lap(name: string): void {
    const now = performance.now();
    this.#laps.set(name, (this.#laps.get(name) ?? 0) + now - this.#since);
    this.#since = now;
  }

  /** The header's value, in milliseconds; empty when no step was taken. */
  toString(): string {
    return [...this.#laps].map(([name, time]) => `${name};dur=${time.toFixed(2)}`).join(', ');
  }
}
