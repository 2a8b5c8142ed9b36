/** Measures how long each step of rendering a response takes, for the `Server-Timing` header (W3C Server Timing). */
export class Stopwatch {
  readonly #laps = new Map<string, number>();
  #lapStartedAt = performance.now();

  /**
   * Ends the current step, and adds its duration to the total for `name`. A step begins when the previous step ends.
   */
  lap(name: string): void {
    const now = performance.now();
    this.#laps.set(name, (this.#laps.get(name) ?? 0) + now - this.#lapStartedAt);
    this.#lapStartedAt = now;
  }

  /**
   * Returns the value of the `Server-Timing` header, with times in milliseconds. Returns an empty string if no step was
   * measured.
   */
  toString(): string {
    return [...this.#laps].map(([name, time]) => `${name};dur=${time.toFixed(2)}`).join(', ');
  }
}
