import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * Runs queries; the same interface for both databases. A transaction that PostgreSQL aborts to resolve a deadlock runs
 * again from its beginning (`transactions.ts`), so its callback must not have side effects outside the database.
 */
export type Queries = PgDatabase<PgQueryResultHKT>;

/** An open database whose schema is up to date. */
export interface Database {
  engine: 'embedded' | 'PostgreSQL';
  queries: Queries;
  /**
   * Calls `onNotify` for every NOTIFY on `channel`. Calls `onLost` each time the connection was lost and reopened,
   * because notifications may have been missed. Returns a function that stops listening.
   */
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    onLost: () => void,
  ): Promise<() => Promise<void>>;
  /**
   * Takes the lock with a name. Throws if `waiting` is aborted before the lock is free. Prefer `withLock` to this
   * method.
   */
  lock(name: string, waiting?: AbortSignal): Promise<Lock>;
  close(): Promise<void>;
}

/** A lock that only one holder at a time has, among all processes on the same database. */
export interface Lock {
  /**
   * Aborted when the database connection that holds the lock is lost. From then on, another process may take the lock.
   */
  lost: AbortSignal;
  release(): Promise<void>;
}

/** Folder of the migrations to run when a database is opened. If `null`, no migrations run. */
export type MigrationsFolder = string | null;

export const MIGRATIONS = path.join(fileURLToPath(import.meta.url), '../migrations');
