/** Counts each client's connections or streams, up to a maximum. */
export class PerClientConcurrencyLimiter {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Counts a client's new connection or stream, and returns true. If the client already has the maximum number, does
   * not count the new one, and returns false.
   */
  add(caller: string): boolean {
    const count = this.#counts.get(caller) ?? 0;
    if (count >= this.#limit) return false;
    this.#counts.set(caller, count + 1);
    return true;
  }

  remove(caller: string): void {
    const count = this.#counts.get(caller)! - 1;
    if (count) this.#counts.set(caller, count);
    else this.#counts.delete(caller);
  }
}
