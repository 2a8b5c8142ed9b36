import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { asc, eq, lt, ne, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import {
  type MonitoredProcess,
  type ProcessStatusReport,
  processStatusReportSchema,
} from '#domain/studio/health.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import type { ErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import ownPackage from '../../../../package.json' with { type: 'json' };
import { processes } from './schema.ts';

/** Milliseconds between two heartbeats of a process. */
const HEARTBEAT_INTERVAL = 15_000;
/** Time without a heartbeat after which a process counts as silent: three missed heartbeats. */
const SILENT_AFTER = sql`interval '45 seconds'`;
/** Time without a heartbeat after which a process is removed from the list. */
const REMOVED_AFTER = sql`interval '1 day'`;
/**
 * Maximum milliseconds that a stopping process waits for the database to delete its row. The database may be
 * unavailable.
 */
const STOP_TIMEOUT = 1000;
/** Maximum number of listed processes. A process that repeatedly crashes leaves a silent entry behind each time. */
const MAX_LISTED = 50;

/** This process, as the studio's health screen shows it. */
export interface OwnProcess {
  readonly id: string;
  readonly startedAt: Date;
  /** Returns the current status of this process. */
  getStatus(): ProcessStatusReport;
  /** Sets the function that describes the in-memory caches of this process for its status. */
  reportCaches(caches: () => ProcessStatusReport['caches']): void;
  /** Sets the voices that this process uses. If the voices have a problem, it is part of the status of this process. */
  reportVoices(voices: { readonly problem: string | undefined }): void;
}

/** Creates the description of this process. */
export function createOwnProcess(
  role: ProcessStatusReport['role'],
  errorRecorder: Pick<ErrorRecorder, 'summarize'>,
): OwnProcess {
  let describeCaches: () => ProcessStatusReport['caches'] = () => [];
  let voices: { readonly problem: string | undefined } | undefined;
  return {
    id: newId(),
    startedAt: new Date(performance.timeOrigin),
    getStatus: () => ({
      name: `${hostname()}, process ${process.pid}`,
      role,
      version: ownPackage.version,
      memory: process.memoryUsage.rss(),
      caches: describeCaches(),
      voicesProblem: voices?.problem ?? null,
      errors: errorRecorder.summarize(),
    }),
    reportCaches: (caches) => {
      describeCaches = caches;
    },
    reportVoices: (ownVoices) => {
      voices = ownVoices;
    },
  };
}

/**
 * Stores the status of this process every {@link HEARTBEAT_INTERVAL} milliseconds, so that other processes on the same
 * database can list it. Returns a function that stops the heartbeat and removes this process from the list. Does
 * nothing on the embedded database, which only one process uses.
 */
export function startHeartbeat(
  { engine, queries }: Pick<Database, 'engine' | 'queries'>,
  ownProcess: OwnProcess,
): () => Promise<void> {
  if (engine === 'embedded') return async () => {};
  let saving: Promise<unknown> | undefined;
  const saveOwnStatus = () => {
    saving ??= saveStatus(queries, ownProcess)
      // Errors are ignored. If the database is unavailable, the health screen shows this process as silent.
      .catch(() => {})
      .finally(() => {
        saving = undefined;
      });
  };
  saveOwnStatus();
  const timer = setInterval(saveOwnStatus, HEARTBEAT_INTERVAL).unref();
  return async () => {
    clearInterval(timer);
    const deleteOwnRow = async () => {
      await saving;
      await queries.delete(processes).where(eq(processes.id, ownProcess.id));
    };
    await Promise.race([
      deleteOwnRow().catch(() => {}),
      wait(STOP_TIMEOUT, undefined, { ref: false }),
    ]);
  };
}

/**
 * Lists the processes on this database. This process comes first, then the others sorted by ID, with silent processes
 * last.
 */
export async function listProcesses(
  queries: Queries,
  ownProcess: OwnProcess,
): Promise<MonitoredProcess[]> {
  const isSilent = sql<boolean>`${processes.seenAt} < now() - ${SILENT_AFTER}`;
  const otherProcesses = await queries
    .select({
      id: processes.id,
      startedAt: processes.startedAt,
      seenAt: processes.seenAt,
      status: processes.status,
      isSilent,
    })
    .from(processes)
    .where(ne(processes.id, ownProcess.id))
    .orderBy(asc(isSilent), asc(processes.id))
    .limit(MAX_LISTED);
  const now = new Date();
  return [
    {
      ...ownProcess,
      status: ownProcess.getStatus(),
      seenAt: now,
      isSilent: false,
      isResponding: true,
    },
    ...otherProcesses.map((otherProcess) => ({ ...otherProcess, isResponding: false })),
  ].map(({ id, startedAt, seenAt, isSilent, isResponding, status }) => ({
    id,
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    isSilent,
    isResponding,
    // A status that another release stored may have different fields. It becomes null, which is shown as unknown.
    status: processStatusReportSchema.safeParse(status).data ?? null,
  }));
}

async function saveStatus(queries: Queries, ownProcess: OwnProcess): Promise<void> {
  const heartbeat = { status: ownProcess.getStatus(), seenAt: sql`now()` };
  await queries
    .insert(processes)
    .values({ id: ownProcess.id, startedAt: ownProcess.startedAt, ...heartbeat })
    .onConflictDoUpdate({ target: processes.id, set: heartbeat });
  await queries.delete(processes).where(lt(processes.seenAt, sql`now() - ${REMOVED_AFTER}`));
}
