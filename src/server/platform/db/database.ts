import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * The interface for running queries. It is the same for PGlite and for PostgreSQL servers.
 *
 * If PostgreSQL aborts a transaction to resolve a deadlock, the transaction runs again from the beginning
 * (`transactions.ts`). Its callback must therefore not have side effects outside the database.
 */
export type Queries = PgDatabase<PgQueryResultHKT>;

/** An open database. Its schema is up to date unless it was opened without migrations. */
export interface Database {
  engine: 'embedded' | 'PostgreSQL';
  queries: Queries;
  /**
   * Like `queries`, but for reading public content only. Reads from a replica, if one is configured, while the primary
   * cannot be reached.
   */
  publicQueries: Queries;
  /**
   * Calls `listener` each time `publicQueries` switches back from a replica to the primary, because the replica may
   * have lacked the latest changes. Returns a function that removes the listener.
   */
  onReturnToPrimary(listener: () => void): () => void;
  /**
   * Calls `onNotify` for every notification on `channel` (PostgreSQL `NOTIFY`). Calls `onLost` each time the connection
   * has been lost and reopened, because notifications may have been missed. Returns a function that stops listening.
   */
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    onLost: () => void,
  ): Promise<() => Promise<void>>;
  /**
   * Waits until the lock with the given name is free, and acquires it. Throws if `signal` is aborted first. Most
   * callers should use `withLock` instead, which also releases the lock.
   */
  lock(name: string, signal?: AbortSignal): Promise<HeldLock>;
  /** Counts this process's connections for queries, and the queries that are waiting for a connection. */
  countConnections(): ConnectionCounts;
  close(): Promise<void>;
}

export interface ConnectionCounts {
  busy: number;
  idle: number;
  waiting: number;
}

/** A lock that can have only one holder at a time across all processes that use the same database. */
export interface HeldLock {
  /**
   * Aborted when the database connection that holds the lock is lost. From then on, another process can acquire the
   * lock.
   */
  lost: AbortSignal;
  release(): Promise<void>;
}

/** Options for the migrations that run when a database is opened. */
export interface MigrationOptions {
  /** Folder that contains the migrations. If `null`, no migrations run. */
  migrationsFolder: string | null;
  /** Opens the database even if a newer release has migrated it. */
  allowNewerSchema: boolean;
}

export const MIGRATIONS_FOLDER = path.join(fileURLToPath(import.meta.url), '../migrations');
