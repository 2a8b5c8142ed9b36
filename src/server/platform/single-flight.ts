/**
 * Shares one run of a task between all concurrent callers with the same key. Results are not cached: once the task has
 * settled, the next call starts a new task.
 */
export class SingleFlight<Result, Key = string> {
  readonly #running = new Map<Key, Promise<Result>>();

  /** Returns the result of the task that is already running for this key. If there is none, starts `task`. */
  run(key: Key, task: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key);
    if (running) return running;
    const result = task().finally(() => {
      if (this.#running.get(key) === result) this.#running.delete(key);
    });
    this.#running.set(key, result);
    return result;
  }

  isRunning(key: Key): boolean {
    return this.#running.has(key);
  }

  /**
   * Makes the next call for each key start a new task, even if a task is running. Must be called after the underlying
   * data has changed, because running tasks may return outdated results.
   */
  detachAll(): void {
    this.#running.clear();
  }
}
