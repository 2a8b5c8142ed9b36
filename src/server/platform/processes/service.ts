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

/** Milliseconds between a process's heartbeats. */
const HEARTBEAT_INTERVAL = 15_000;
/** Time without a heartbeat after which a process is shown as silent. It equals three missed heartbeats. */
const SILENT_AFTER = sql`interval '45 seconds'`;
/** Time without a heartbeat after which a process is removed from the list. */
const REMOVED_AFTER = sql`interval '1 day'`;
/**
 * Maximum time, in milliseconds, that a stopping process waits for its row to be deleted. The wait is limited, because
 * the database may be unavailable.
 */
const STOP_TIMEOUT = 1000;
/**
 * Maximum number of other processes to list. There can be many, because each crash of a process leaves a silent entry
 * behind.
 */
const MAX_LISTED = 50;

/** This process, as the studio's health screen shows it. */
export interface OwnProcess {
  readonly id: string;
  readonly startedAt: Date;
  /** Returns the current status of this process. */
  getStatus(): ProcessStatusReport;
  /** Sets the function that returns the status of this process's in-memory caches. */
  setCacheReporter(caches: () => ProcessStatusReport['caches']): void;
  /**
   * Sets the narrator voices that this process uses. If there is a problem with the voices, the status describes it.
   */
  setVoices(voices: { readonly problem: string | undefined }): void;
}

/** Creates a description of this process. */
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
    setCacheReporter: (caches) => {
      describeCaches = caches;
    },
    setVoices: (ownVoices) => {
      voices = ownVoices;
    },
  };
}

/**
 * Stores this process's status every {@link HEARTBEAT_INTERVAL} milliseconds, so that other processes that use the same
 * database can list it. Returns a function that stops the heartbeat and removes this process from the list. Does
 * nothing on the embedded database, because only one process uses it.
 */
export function startProcessHeartbeat(
  { engine, queries }: Pick<Database, 'engine' | 'queries'>,
  ownProcess: OwnProcess,
): () => Promise<void> {
  if (engine === 'embedded') return async () => {};
  let saving: Promise<unknown> | undefined;
  const saveOwnStatus = () => {
    saving ??= saveStatus(queries, ownProcess)
      // Errors are ignored, because the health screen shows a process without a recent heartbeat as silent.
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
 * Lists the processes that use this database. This process comes first. The other processes are sorted by ID, with
 * silent processes last.
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
    // A process that runs another release may have stored a status with different fields. Such a status becomes `null`,
    // and is shown as unknown.
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
