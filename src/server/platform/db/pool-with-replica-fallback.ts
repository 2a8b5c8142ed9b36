import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { isDatabaseServerUnreachableError } from './unavailable.ts';

/** Milliseconds between attempts to reach an unreachable primary. */
const PROBE_INTERVAL = 1000;

/**
 * A connection pool that reads from the primary, or from a replica while the primary cannot be reached. Implements the
 * `pg.Pool` methods that Drizzle calls.
 *
 * Use this pool for public content only, because a replica may lack the latest changes. `onReturn` is called when
 * queries use the primary again. The caller must then mark all cached content as stale, because it may have been read
 * from the replica (`watchContentChanges`).
 */
export class PoolWithReplicaFallback {
  readonly #primary: pg.Pool;
  readonly #replica: pg.Pool;
  readonly #onReturn: () => void;
  #isPrimaryReachable = true;

  constructor(primary: pg.Pool, replica: pg.Pool, onReturn: () => void) {
    this.#primary = primary;
    this.#replica = replica;
    this.#onReturn = onReturn;
  }

  query(...parameters: [config: pg.QueryConfig, values?: unknown[]]): Promise<pg.QueryResult> {
    return this.#run((pool) => pool.query(...parameters));
  }

  connect(): Promise<pg.PoolClient> {
    return this.#run((pool) => pool.connect());
  }

  async #run<Result>(use: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
    if (!this.#isPrimaryReachable) return use(this.#replica);
    try {
      return await use(this.#primary);
    } catch (error) {
      if (!isDatabaseServerUnreachableError(error)) throw error;
      this.#avoidPrimary();
      return use(this.#replica);
    }
  }

  /** Uses the replica until the primary responds again. */
  #avoidPrimary(): void {
    if (!this.#isPrimaryReachable) return;
    this.#isPrimaryReachable = false;
    void this.#waitForPrimary().then(() => {
      this.#isPrimaryReachable = true;
      this.#onReturn();
    });
  }

  async #waitForPrimary(): Promise<void> {
    while (!this.#primary.ended) {
      await wait(PROBE_INTERVAL, undefined, { ref: false });
      const isReachable = await this.#primary.query('SELECT').then(
        () => true,
        () => false,
      );
      if (isReachable) return;
    }
  }
}
