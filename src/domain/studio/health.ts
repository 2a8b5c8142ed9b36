import { z } from 'zod';
import { uuid } from '../ids.ts';

/** Jobs of one queue, by status. */
const queueSchema = z.object({
  job: z.string(),
  /** Ready to run. */
  waiting: z.int(),
  /** Scheduled for a later time. */
  scheduled: z.int(),
  active: z.int(),
  /** Failed, waiting for a retry. */
  retrying: z.int(),
  /** Completed in recent days. */
  done: z.int(),
  /** Failed after all retries. */
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

/** Identical errors within a minute. */
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

/** Status of a process, as reported by itself. */
export const processStatusSchema = z.object({
  /** Host name and process id. */
  name: z.string(),
  role: z.enum(PROCESS_ROLES),
  version: z.string(),
  /** Bytes. */
  memory: z.int(),
  /** In-memory caches. */
  caches: z.array(z.object({ name: z.string(), entries: z.int(), bytes: z.int() })),
  faults: z.object({
    /** Errors since the start. */
    count: z.int(),
    /** The latest groups of identical errors, newest first. */
    newest: z.array(
      errorEntrySchema.pick({ id: true, source: true, message: true, count: true, lastAt: true }),
    ),
  }),
});
export type ProcessStatus = z.infer<typeof processStatusSchema>;

const processSchema = z.object({
  id: uuid(),
  startedAt: z.iso.datetime(),
  /** Time of the last report. */
  seenAt: z.iso.datetime(),
  /** True if reports are overdue: the process may have died or lost the database. */
  isSilent: z.boolean(),
  /** True for the process that responds to this request. */
  answers: z.boolean(),
  /** `null` if another release wrote it in an unknown format. */
  standing: processStatusSchema.nullable(),
});
export type ProcessState = z.infer<typeof processSchema>;

/** The health of Octavo and of the responding process. */
export const healthSchema = z.object({
  queues: z.array(queueSchema),
  dead: z.array(deadJobSchema),
  /** Errors of the last day. */
  faults: z.int(),
  /** The responding process first, then by last report. */
  processes: z.array(processSchema),
  /** The disk with the data folder; `null` if this process has none. */
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
