interface Flight<Result> {
  result: Promise<Result>;
  stopping: AbortController;
  callers: number;
}

/**
 * Runs a task once for all callers that ask for the same key while the task is running, like `SingleFlight`. Also
 * aborts the task once every caller has aborted its own call.
 */
export class AbortableSingleFlight<Result> {
  readonly #flights = new Map<string, Flight<Result>>();

  isRunning(key: string): boolean {
    return this.#flights.has(key);
  }

  /**
   * Returns the result of the task that is running for `key`, or starts `task`. If `stop` is aborted while other
   * callers are waiting for the task, this call immediately rejects with the signal's reason. If `stop` is aborted and
   * no other caller is waiting, the task is aborted, and this call settles once the task has stopped.
   */
  async run(
    key: string,
    task: (stop: AbortSignal) => Promise<Result>,
    stop?: AbortSignal,
  ): Promise<Result> {
    stop?.throwIfAborted();
    const flight = this.#flights.get(key) ?? this.#start(key, task);
    flight.callers += 1;
    if (!stop) return flight.result;
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const giveUp = () => {
      flight.callers -= 1;
      if (flight.callers) return reject(stop.reason);
      this.#forget(key, flight);
      flight.stopping.abort(stop.reason);
    };
    stop.addEventListener('abort', giveUp, { once: true });
    try {
      return await Promise.race([flight.result, givenUp]);
    } finally {
      stop.removeEventListener('abort', giveUp);
    }
  }

  #start(key: string, task: (stop: AbortSignal) => Promise<Result>): Flight<Result> {
    const stopping = new AbortController();
    const flight = { result: task(stopping.signal), stopping, callers: 0 };
    this.#flights.set(key, flight);
    const forget = () => this.#forget(key, flight);
    flight.result.then(forget, forget);
    return flight;
  }

  #forget(key: string, flight: Flight<Result>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
