/** How many of something each caller has, and no more than `most`. */
export class ConnectionCounter {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts one more of a caller's; false, and counts nothing, where they have as many as they may. */
  add(caller: string): boolean {
    const count = this.#counts.get(caller) ?? 0;
    if (count >= this.#most) return false;
    this.#counts.set(caller, count + 1);
    return true;
  }

  remove(caller: string): void {
    const count = this.#counts.get(caller)! - 1;
    if (count) this.#counts.set(caller, count);
    else this.#counts.delete(caller);
  }
}
