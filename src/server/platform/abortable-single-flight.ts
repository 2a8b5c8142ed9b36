interface Flight<Result> {
  result: Promise<Result>;
  controller: AbortController;
  callers: number;
}

/**
 * Shares one run of a task among all concurrent callers with the same key, like `SingleFlight`. Aborts the task once
 * every caller has aborted its own call.
 */
export class AbortableSingleFlight<Result> {
  readonly #flights = new Map<string, Flight<Result>>();

  isRunning(key: string): boolean {
    return this.#flights.has(key);
  }

  /**
   * Returns the result of the task that is running for `key`. If no task is running for `key`, starts `task`.
   *
   * If `signal` is aborted while other callers are waiting for the task, this call immediately rejects with the
   * signal's reason. If `signal` is aborted and no other caller is waiting, the task is aborted, and this call settles
   * once the task has stopped.
   */
  async run(
    key: string,
    task: (signal: AbortSignal) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const flight = this.#flights.get(key) ?? this.#start(key, task);
    flight.callers += 1;
    if (!signal) return flight.result;
    const { promise: abandoned, reject } = Promise.withResolvers<never>();
    const abandon = () => {
      flight.callers -= 1;
      if (flight.callers) return reject(signal.reason);
      this.#remove(key, flight);
      flight.controller.abort(signal.reason);
    };
    signal.addEventListener('abort', abandon, { once: true });
    try {
      return await Promise.race([flight.result, abandoned]);
    } finally {
      signal.removeEventListener('abort', abandon);
    }
  }

  #start(key: string, task: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const controller = new AbortController();
    const flight = { result: task(controller.signal), controller, callers: 0 };
    this.#flights.set(key, flight);
    const remove = () => this.#remove(key, flight);
    flight.result.then(remove, remove);
    return flight;
  }

  #remove(key: string, flight: Flight<Result>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
