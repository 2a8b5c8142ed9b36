import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * Queries, the same on both databases. A transaction that PostgreSQL ends to resolve a deadlock runs again from its
 * beginning (`transactions.ts`), so its callback changes nothing outside the database.
 */
export type Queries = PgDatabase<PgQueryResultHKT>;

/** An open database, migrated to what the code expects. */
export interface Database {
  engine: 'embedded' | 'PostgreSQL';
  queries: Queries;
  /**
   * Calls `onNotify` for every NOTIFY on `channel`, and `onLost` each time notifications may have been missed, because the
   * connection was lost and reopened. Returns a function that stops listening.
   */
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    onLost: () => void,
  ): Promise<() => Promise<void>>;
  /**
   * Takes the lock of a name. Waits until `waiting` is aborted, and then throws. Use `withLock` instead.
   */
  lock(name: string, waiting?: AbortSignal): Promise<Lock>;
  close(): Promise<void>;
}

/** A lock that one holder has at a time, among all processes on one database. */
export interface Lock {
  /** Aborted when the lock is lost with its connection. Another process may hold it from then on. */
  lost: AbortSignal;
  release(): Promise<void>;
}

/** Where the migrations are that a database is brought up to; `null` leaves its tables as they are. */
export type MigrationsFolder = string | null;

export const MIGRATIONS = path.join(fileURLToPath(import.meta.url), '../migrations');
