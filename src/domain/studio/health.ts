import { z } from 'zod';
import { uuid } from '../ids.ts';

/** Number of jobs in a queue, by status. */
const queueSchema = z.object({
  job: z.string(),
  /** Number of jobs that are ready to run. */
  waiting: z.int(),
  /** Number of jobs scheduled for a later time. */
  scheduled: z.int(),
  active: z.int(),
  /** Number of failed jobs that are waiting for a retry. */
  retrying: z.int(),
  /** Number of jobs completed in recent days. */
  done: z.int(),
  /** Number of jobs that failed after all retries. */
  dead: z.int(),
});
export type QueueState = z.infer<typeof queueSchema>;

export const deadJobSchema = z.object({
  id: z.string(),
  job: z.string(),
  payload: z.record(z.string(), z.unknown()),
  error: z.string(),
  attempts: z.int(),
  enqueuedAt: z.iso.datetime(),
  diedAt: z.iso.datetime(),
});
export type DeadJob = z.infer<typeof deadJobSchema>;

export const ERROR_SOURCES = ['server', 'browser', 'job'] as const;

/** A group of identical errors that occurred within a minute. */
export const errorEntrySchema = z.object({
  id: uuid(),
  source: z.enum(ERROR_SOURCES),
  message: z.string(),
  stack: z.string(),
  path: z.string(),
  occurredAt: z.iso.datetime(),
  count: z.int(),
  lastAt: z.iso.datetime(),
});
export type ErrorEntry = z.infer<typeof errorEntrySchema>;

/** Roles of a process: serving requests, running background jobs, or both. */
const PROCESS_ROLES = ['all', 'web', 'worker'] as const;

/** Status of a server process, as the process reports it. */
export const processStatusSchema = z.object({
  /** Name of the process: host name and process id. */
  name: z.string(),
  role: z.enum(PROCESS_ROLES),
  version: z.string(),
  /** Resident memory of the process, in bytes. */
  memory: z.int(),
  /** Sizes of the process's in-memory caches. */
  caches: z.array(z.object({ name: z.string(), entries: z.int(), bytes: z.int() })),
  faults: z.object({
    /** Number of errors since the process started. */
    count: z.int(),
    /** Latest groups of identical errors, newest first. */
    newest: z.array(
      errorEntrySchema.pick({ id: true, source: true, message: true, count: true, lastAt: true }),
    ),
  }),
});
export type ProcessStatus = z.infer<typeof processStatusSchema>;

const processSchema = z.object({
  id: uuid(),
  startedAt: z.iso.datetime(),
  /** Time of the last report from the process. */
  seenAt: z.iso.datetime(),
  /** True if the process's reports are overdue: it may have crashed or lost its database connection. */
  isSilent: z.boolean(),
  /** True for the process that is responding to this request. */
  answers: z.boolean(),
  /** Status that the process last reported; `null` if another release stored it in an unknown format. */
  standing: processStatusSchema.nullable(),
});
export type ProcessState = z.infer<typeof processSchema>;

/** The health of Octavo and of the responding process. */
export const healthSchema = z.object({
  queues: z.array(queueSchema),
  dead: z.array(deadJobSchema),
  /** Number of errors in the last day. */
  faults: z.int(),
  /** Server processes: the responding process first, then the others in the order of their last reports. */
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
export type Health = z.infer<typeof healthSchema>;
