import { statfs } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { DeadJob, ErrorEntry, Health } from '#domain/studio/health.ts';
import type { Member } from '#domain/studio/roles.ts';
import { findImportedEdition } from '#server/catalogue/library/edition.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { executeRows } from '#server/platform/db/execute-rows.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { countFaults, listFaults } from '#server/platform/faults/shelved.ts';
import { listDeadJobs, retryDeadJob } from '#server/platform/jobs/dead.ts';
import { hasQueues, listQueues } from '#server/platform/jobs/overview.ts';
import { listProcesses, type OwnProcess } from '#server/platform/processes/service.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import ownPackage from '../../../../package.json' with { type: 'json' };

/** What is shown of how the house stands, beside what the database knows. */
export interface HealthContext {
  database: Pick<Database, 'engine' | 'queries'>;
  dataFolder: string;
  /** Where pictures and narrations are kept, for people. */
  files: string;
  isMailed: boolean;
  buildId: string;
  /** The process that answers. */
  self: OwnProcess;
}

/** Jobs that were given up which are shown: more of them have one reason. */
const MAX_DEAD_JOBS = 50;
const DAY = 24 * 60 * 60 * 1000;

/** How Octavo stands, and what the process that answers stands on. */
export async function getHealth(house: HealthContext): Promise<Health> {
  const { engine, queries } = house.database;
  return {
    queues: await listQueues(queries),
    dead: await listDeadJobEntries(queries),
    faults: await countFaults(queries, new Date(Date.now() - DAY)),
    processes: await listProcesses(queries, house.self),
    disk: await getDiskSpace(house.dataFolder),
    database: { engine, ...(await describeDatabase(queries)) },
    files: house.files,
    mail: house.isMailed,
    versions: {
      octavo: ownPackage.version,
      build: house.buildId,
      node: process.versions.node,
      library: await findImportedEdition(queries),
    },
  };
}

/** A page of the faults that are kept, newest first. */
export async function listErrorEntries(
  queries: Queries,
  filters: Parameters<typeof listFaults>[1],
  token?: string,
): Promise<{ faults: ErrorEntry[]; nextToken: string | null }> {
  const { faults, nextToken } = await listFaults(queries, filters, token);
  return {
    faults: faults.map(({ occurredAt, lastAt, ...fault }) => ({
      ...fault,
      occurredAt: occurredAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    nextToken,
  };
}

/** Has a job that was given up tried again. Throws {@link NotFoundError} when somebody was faster. */
export async function retryJob(queries: Queries, member: Member, id: string): Promise<void> {
  await queries.transaction(async (transaction) => {
    const name = (await hasQueues(transaction)) ? await retryDeadJob(transaction, id) : undefined;
    if (!name) throw new NotFoundError('This job is not among those given up any more.');
    await recordAuditEvent(transaction, member, { action: 'job.retry', id, name });
  });
}

async function listDeadJobEntries(queries: Queries): Promise<DeadJob[]> {
  if (!(await hasQueues(queries))) return [];
  return (await listDeadJobs(queries, MAX_DEAD_JOBS)).map(
    ({ payload, enqueuedAt, diedAt, ...rest }) => ({
      ...rest,
      payload: (payload ?? {}) as Record<string, unknown>,
      enqueuedAt: enqueuedAt.toISOString(),
      diedAt: diedAt.toISOString(),
    }),
  );
}

async function describeDatabase(queries: Queries): Promise<{ version: string; bytes: number }> {
  const found = await executeRows<{ version: string; bytes: number }>(
    queries,
    sql`
    SELECT current_setting('server_version') AS version,
      pg_database_size(current_database())::float AS bytes`,
  );
  return found[0]!;
}

/** Bytes of the disk a folder is on; `null` where there is no such folder. */
async function getDiskSpace(folder: string): Promise<Health['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}
