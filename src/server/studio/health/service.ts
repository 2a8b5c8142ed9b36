import { sql } from 'drizzle-orm';
import type { DeadLetterJob, HealthReport, RecordedErrorGroup } from '#domain/studio/health.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import { findImportedEdition } from '#server/catalogue/library/edition.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { getDiskSpace } from '#server/platform/disk-space.ts';
import {
  countStoredErrors,
  listStoredErrorGroups,
} from '#server/platform/errors/stored-error-groups.ts';
import { NotFoundError } from '#server/platform/errors.ts';
import { listDeadLetterJobs, retryDeadLetterJob } from '#server/platform/jobs/dead-letters.ts';
import { areJobQueuesCreated, listQueuesWithJobCounts } from '#server/platform/jobs/overview.ts';
import { listProcesses, type OwnProcess } from '#server/platform/processes/service.ts';
import { recordAuditEvent } from '#server/studio/audit/service.ts';
import ownPackage from '../../../../package.json' with { type: 'json' };

/** The data sources of the health report. */
export interface HealthReportSources {
  database: Pick<Database, 'engine' | 'queries'>;
  dataFolder: string;
  /** A description of the configured file store, written for administrators. */
  fileStoreDescription: string;
  isMailed: boolean;
  buildId: string;
  /** The process that handles the request. */
  self: OwnProcess;
}

/**
 * The maximum number of permanently failed jobs in the report. Listing more would hardly help, because a larger number
 * of failures usually has a common cause.
 */
const MAX_DEAD_JOBS = 50;
const DAY = 24 * 60 * 60 * 1000;

/** Returns the report for the studio's health screen: queues, processes, errors, disk space and versions. */
export async function getHealthReport(sources: HealthReportSources): Promise<HealthReport> {
  const { engine, queries } = sources.database;
  return {
    queues: await listQueuesWithJobCounts(queries),
    dead: await listDeadJobEntries(queries),
    errorsToday: await countStoredErrors(queries, new Date(Date.now() - DAY)),
    processes: await listProcesses(queries, sources.self),
    disk: await getDiskSpace(sources.dataFolder),
    database: { engine, ...(await describeDatabase(queries)) },
    files: sources.fileStoreDescription,
    mail: sources.isMailed,
    versions: {
      octavo: ownPackage.version,
      build: sources.buildId,
      node: process.versions.node,
      library: await findImportedEdition(queries),
    },
  };
}

/** Returns a page of the recorded errors, newest first. */
export async function listRecordedErrorGroups(
  queries: Queries,
  filters: Parameters<typeof listStoredErrorGroups>[1],
  token?: string,
): Promise<{ errors: RecordedErrorGroup[]; nextToken: string | null }> {
  const { errors, nextToken } = await listStoredErrorGroups(queries, filters, token);
  return {
    errors: errors.map(({ occurredAt, lastAt, ...error }) => ({
      ...error,
      occurredAt: occurredAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    nextToken,
  };
}

/**
 * Retries a job that has failed permanently. Throws {@link NotFoundError} if another administrator has already retried
 * it.
 */
export async function retryFailedJob(
  queries: Queries,
  member: StudioMember,
  id: string,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const name = (await areJobQueuesCreated(transaction))
      ? await retryDeadLetterJob(transaction, id)
      : undefined;
    if (!name) throw new NotFoundError('This job is no longer in the list of failed jobs.');
    await recordAuditEvent(transaction, member, { action: 'job.retry', id, name });
  });
}

async function listDeadJobEntries(queries: Queries): Promise<DeadLetterJob[]> {
  if (!(await areJobQueuesCreated(queries))) return [];
  return (await listDeadLetterJobs(queries, MAX_DEAD_JOBS)).map(
    ({ payload, enqueuedAt, diedAt, ...rest }) => ({
      ...rest,
      payload: (payload ?? {}) as Record<string, unknown>,
      enqueuedAt: enqueuedAt.toISOString(),
      diedAt: diedAt.toISOString(),
    }),
  );
}

async function describeDatabase(queries: Queries): Promise<{ version: string; bytes: number }> {
  const rows = await queryRows<{ version: string; bytes: number }>(
    queries,
    sql`
    SELECT current_setting('server_version') AS version,
      pg_database_size(current_database())::float AS bytes`,
  );
  return rows[0]!;
}
