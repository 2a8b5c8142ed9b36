import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Queries } from '#server/platform/db/database.ts';
import type { ErrorGroup } from './error-aggregator.ts';
import { type ErrorSource, findRootCause } from './error-groups.ts';
import { storedErrorGroups } from './schema.ts';

/**
 * Maximum number of stored error groups per source. If there are more, the oldest groups are deleted. Each source has
 * its own limit, so that browser errors cannot displace server errors.
 */
const MAX_ROWS: Readonly<Record<ErrorSource, number>> = { server: 5000, job: 5000, browser: 1000 };
/** Number of rows to write between two deletions of the oldest error groups. */
const PRUNE_INTERVAL = 100;
/**
 * Maximum number of error groups that wait in memory to be written. If there are more, for example because the database
 * is unavailable, the oldest group is dropped and remains only in the log.
 */
const MAX_PENDING = 500;
/** Maximum number of rows that one statement writes. */
const BATCH_SIZE = 100;
/** Milliseconds until a failed write is retried. */
const RETRY_DELAY = 5000;

/** Stores error groups in batches, one statement at a time. Retries while the database is unavailable. */
export class ErrorGroupWriter {
  readonly #queries: Queries;
  readonly #log: Pick<Logger, 'error'>;
  readonly #queuedGroups = new Map<string, ErrorGroup>();
  #writing: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #rowsUntilPrune = 0;
  #droppedCount = 0;

  constructor(queries: Queries, log: Pick<Logger, 'error'>) {
    this.#queries = queries;
    this.#log = log;
  }

  /**
   * Enqueues an error group to be written. If the group is already stored, the write updates its count and the time of
   * its latest error.
   */
  save(group: ErrorGroup): void {
    this.#queuedGroups.set(group.id, { ...group });
    if (this.#queuedGroups.size > MAX_PENDING) {
      this.#queuedGroups.delete(this.#queuedGroups.keys().next().value!);
      this.#droppedCount += 1;
    }
    if (!this.#retry) this.#write();
  }

  /** Resolves once all queued groups have been written, or once an attempt to write them has failed. */
  async settled(): Promise<void> {
    await this.#writing;
    if (this.#queuedGroups.size) await this.#write();
    clearTimeout(this.#retry);
  }

  #write(): Promise<void> {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#writing ??= this.#writeAll()
      .catch((error: Error) => this.#scheduleRetry(error))
      .finally(() => {
        this.#writing = undefined;
        // Writes any groups that were queued after the last batch was written.
        if (this.#queuedGroups.size && !this.#retry) this.#write();
      });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#queuedGroups.size) {
      const rows = [...this.#queuedGroups.values()].slice(0, BATCH_SIZE);
      await this.#queries
        .insert(storedErrorGroups)
        .values(rows)
        .onConflictDoUpdate({
          target: storedErrorGroups.id,
          set: { count: sql`excluded.count`, lastAt: sql`excluded.last_at` },
        });
      // If a group's count changed during the write, `#queuedGroups` contains a newer object for the group, which stays
      // queued.
      for (const row of rows)
        if (this.#queuedGroups.get(row.id) === row) this.#queuedGroups.delete(row.id);
      this.#rowsUntilPrune -= rows.length;
      if (this.#rowsUntilPrune <= 0) await this.#prune();
    }
    if (this.#droppedCount)
      this.#log.error(`${this.#droppedCount} errors could not be stored and are only in this log`);
    this.#droppedCount = 0;
  }

  async #prune(): Promise<void> {
    this.#rowsUntilPrune = PRUNE_INTERVAL;
    // The IDs of error groups increase with time, so the oldest groups have the lowest IDs.
    for (const [source, maxRows] of Object.entries(MAX_ROWS))
      await this.#queries.execute(sql`
        DELETE FROM ${storedErrorGroups} WHERE source = ${source} AND id < (
          SELECT id FROM ${storedErrorGroups} WHERE source = ${source} ORDER BY id DESC OFFSET ${maxRows - 1} LIMIT 1)`);
  }

  #scheduleRetry(error: Error): void {
    this.#log.error({ err: findRootCause(error) }, 'Failed to store errors; will retry');
    this.#retry = setTimeout(() => this.#write(), RETRY_DELAY).unref();
  }
}
