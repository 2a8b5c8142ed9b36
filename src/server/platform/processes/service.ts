import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { asc, eq, lt, ne, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import {
  type ProcessState,
  type ProcessStatus,
  processStatusSchema,
} from '#domain/studio/health.ts';
import type { Database, Queries } from '#server/platform/db/database.ts';
import type { ErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import ownPackage from '../../../../package.json' with { type: 'json' };
import { processes } from './schema.ts';

/** Milliseconds between two times that a process tells how it stands. */
const HEARTBEAT_INTERVAL = 15_000;
/** What has not told for three beats is silent, and is forgotten after a day. */
const SILENT_AFTER = sql`interval '45 seconds'`;
const FORGOTTEN_AFTER = sql`interval '1 day'`;
/** Milliseconds that a process that stops waits for a database that may be gone. */
const STOP_TIMEOUT = 1000;
/** Processes that are told of: one that is started again and again leaves a silent one each time. */
const MAX_LISTED = 50;

/** This process, as health shows it. */
export interface OwnProcess {
  readonly id: string;
  readonly startedAt: Date;
  /** How it stands now. */
  getStatus(): ProcessStatus;
  /** Has it tell of what is kept in its memory. */
  reportCaches(caches: () => ProcessStatus['caches']): void;
}

/** This process, by what it does and what went wrong in it. */
export function createOwnProcess(
  role: ProcessStatus['role'],
  faults: Pick<ErrorRecorder, 'summarize'>,
): OwnProcess {
  let kept: () => ProcessStatus['caches'] = () => [];
  return {
    id: newId(),
    startedAt: new Date(performance.timeOrigin),
    getStatus: () => ({
      name: `${hostname()}, process ${process.pid}`,
      role,
      version: ownPackage.version,
      memory: process.memoryUsage.rss(),
      caches: kept(),
      faults: faults.summarize(),
    }),
    reportCaches: (caches) => {
      kept = caches;
    },
  };
}

/**
 * Has a process tell the others every quarter of a minute how it stands. Returns how to stop, which takes it off the
 * list. The embedded database is one process's own: there is nobody to tell.
 */
export function startHeartbeat(
  { engine, queries }: Pick<Database, 'engine' | 'queries'>,
  own: OwnProcess,
): () => Promise<void> {
  if (engine === 'embedded') return async () => {};
  let telling: Promise<unknown> | undefined;
  const beat = () => {
    telling ??= saveStatus(queries, own)
      // The database is gone for now: whoever looks is told that this one is silent.
      .catch(() => {})
      .finally(() => {
        telling = undefined;
      });
  };
  beat();
  const timer = setInterval(beat, HEARTBEAT_INTERVAL).unref();
  return async () => {
    clearInterval(timer);
    const leave = async () => {
      await telling;
      await queries.delete(processes).where(eq(processes.id, own.id));
    };
    await Promise.race([leave().catch(() => {}), wait(STOP_TIMEOUT, undefined, { ref: false })]);
  };
}

/** The processes there are: this one as it is now, then the others as they told last, the silent ones in the end. */
export async function listProcesses(queries: Queries, own: OwnProcess): Promise<ProcessState[]> {
  const isSilent = sql<boolean>`${processes.seenAt} < now() - ${SILENT_AFTER}`;
  const others = await queries
    .select({
      id: processes.id,
      startedAt: processes.startedAt,
      seenAt: processes.seenAt,
      standing: processes.standing,
      isSilent,
    })
    .from(processes)
    .where(ne(processes.id, own.id))
    .orderBy(asc(isSilent), asc(processes.id))
    .limit(MAX_LISTED);
  const now = new Date();
  return [
    { ...own, standing: own.getStatus(), seenAt: now, isSilent: false, answers: true },
    ...others.map((other) => ({ ...other, answers: false })),
  ].map(({ id, startedAt, seenAt, isSilent, answers, standing }) => ({
    id,
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    isSilent,
    answers,
    // It may be of another release.
    standing: processStatusSchema.safeParse(standing).data ?? null,
  }));
}

async function saveStatus(queries: Queries, own: OwnProcess): Promise<void> {
  const told = { standing: own.getStatus(), seenAt: sql`now()` };
  await queries
    .insert(processes)
    .values({ id: own.id, startedAt: own.startedAt, ...told })
    .onConflictDoUpdate({ target: processes.id, set: told });
  await queries.delete(processes).where(lt(processes.seenAt, sql`now() - ${FORGOTTEN_AFTER}`));
}
