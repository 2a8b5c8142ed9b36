import { z } from 'zod';
import { createUuidSchema } from '../ids.ts';

/** Number of jobs in a job queue, by status. */
const queueSchema = z.object({
  job: z.string(),
  /** Number of jobs that are ready to run. */
  waiting: z.int(),
  /** Number of jobs scheduled for a later time. */
  scheduled: z.int(),
  active: z.int(),
  /** Number of failed jobs that are waiting for a retry. */
  retrying: z.int(),
  /** Number of jobs completed within the last seven days. */
  done: z.int(),
  /** Number of jobs that failed after all retries. */
  dead: z.int(),
});
export type QueueJobCounts = z.infer<typeof queueSchema>;

export const deadLetterJobSchema = z.object({
  id: z.string(),
  job: z.string(),
  payload: z.record(z.string(), z.unknown()),
  error: z.string(),
  attempts: z.int(),
  enqueuedAt: z.iso.datetime(),
  diedAt: z.iso.datetime(),
});
export type DeadLetterJob = z.infer<typeof deadLetterJobSchema>;

export const ERROR_SOURCES = ['server', 'browser', 'job'] as const;

/** A group of errors with the same cause that occurred within the same minute. */
export const recordedErrorGroupSchema = z.object({
  id: createUuidSchema(),
  source: z.enum(ERROR_SOURCES),
  message: z.string(),
  stack: z.string(),
  path: z.string(),
  occurredAt: z.iso.datetime(),
  count: z.int(),
  lastAt: z.iso.datetime(),
});
export type RecordedErrorGroup = z.infer<typeof recordedErrorGroupSchema>;

/** Roles of a server process: serving requests, running background jobs, or both. */
const PROCESS_ROLES = ['all', 'web', 'worker'] as const;

/** Status of a server process, as reported by the process itself. */
export const processStatusReportSchema = z.object({
  /** Name of the process: host name and process ID. */
  name: z.string(),
  role: z.enum(PROCESS_ROLES),
  version: z.string(),
  /** The process's resident memory, in bytes. */
  memory: z.int(),
  /** Sizes of the process's in-memory caches. */
  caches: z.array(z.object({ name: z.string(), entries: z.int(), bytes: z.int() })),
  /**
   * Reason why the process cannot record narrations with the narrators' current voices; `null` if it can, or if it
   * never records narrations.
   */
  voicesProblem: z.string().nullable().default(null),
  errors: z.object({
    /** Number of errors since the process started. */
    count: z.int(),
    /** Latest error groups, newest first. */
    newest: z.array(
      recordedErrorGroupSchema.pick({
        id: true,
        source: true,
        message: true,
        count: true,
        lastAt: true,
      }),
    ),
  }),
});
export type ProcessStatusReport = z.infer<typeof processStatusReportSchema>;

const processSchema = z.object({
  id: createUuidSchema(),
  startedAt: z.iso.datetime(),
  /** Time of the process's last report. */
  seenAt: z.iso.datetime(),
  /** True if reports from the process are overdue. The process may have crashed or lost its database connection. */
  isSilent: z.boolean(),
  /** True for the server process that handles this request. */
  isResponding: z.boolean(),
  /**
   * Status from the process's last report; `null` if the process runs another release and reported its status in an
   * unknown format.
   */
  status: processStatusReportSchema.nullable(),
});
export type MonitoredProcess = z.infer<typeof processSchema>;

/** The health of Octavo as a whole, and of the server process that handles this request. */
export const healthReportSchema = z.object({
  queues: z.array(queueSchema),
  dead: z.array(deadLetterJobSchema),
  /** Number of errors in the last 24 hours. */
  errorsToday: z.int(),
  /**
   * Server processes: first the process that handles this request, then the others sorted by ID. Processes whose
   * reports are overdue come last.
   */
  processes: z.array(processSchema),
  /** Disk space in bytes on the drive with the data folder; `null` if this process has no data folder. */
  disk: z.object({ free: z.number(), total: z.number() }).nullable(),
  database: z.object({
    engine: z.enum(['embedded', 'PostgreSQL']),
    version: z.string(),
    bytes: z.number(),
  }),
  files: z.string(),
  mail: z.boolean(),
  versions: z.object({
    octavo: z.string(),
    build: z.string(),
    node: z.string(),
    library: z.int(),
  }),
});
export type HealthReport = z.infer<typeof healthReportSchema>;
