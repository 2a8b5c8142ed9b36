import { z } from 'zod';
import { uuid } from '../ids.ts';

/** Jobs of one kind, by how they stand. */
const queueSchema = z.object({
  job: z.string(),
  /** To be done as soon as somebody has time. */
  waiting: z.int(),
  /** For a later time. */
  scheduled: z.int(),
  active: z.int(),
  /** Failed, and to be tried again. */
  retrying: z.int(),
  /** Done within the last days. */
  done: z.int(),
  /** Given up. */
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

/** Faults of one kind within a minute. */
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

/** What a process does: answers readers, works jobs off, or both. */
const PROCESS_ROLES = ['all', 'web', 'worker'] as const;

/** How a process stands, as it tells itself. */
export const processStatusSchema = z.object({
  /** Its machine, and its number there. */
  name: z.string(),
  role: z.enum(PROCESS_ROLES),
  version: z.string(),
  /** Bytes. */
  memory: z.int(),
  /** What it keeps in memory. */
  caches: z.array(z.object({ name: z.string(), entries: z.int(), bytes: z.int() })),
  faults: z.object({
    /** Since it started. */
    count: z.int(),
    /** The last kinds of them, newest first. */
    newest: z.array(
      errorEntrySchema.pick({ id: true, source: true, message: true, count: true, lastAt: true }),
    ),
  }),
});
export type ProcessStatus = z.infer<typeof processStatusSchema>;

const processSchema = z.object({
  id: uuid(),
  startedAt: z.iso.datetime(),
  /** When it told last how it stands. */
  seenAt: z.iso.datetime(),
  /** It has not told for long: it may have died, or have lost the database. */
  isSilent: z.boolean(),
  /** Whether it is the one that answers. */
  answers: z.boolean(),
  /** `null` where it tells so in the words of another release. */
  standing: processStatusSchema.nullable(),
});
export type ProcessState = z.infer<typeof processSchema>;

/** How Octavo stands, and what the process that answers stands on. */
export const healthSchema = z.object({
  queues: z.array(queueSchema),
  dead: z.array(deadJobSchema),
  /** Faults of the last day. */
  faults: z.int(),
  /** The one that answers first, those that fell silent last. */
  processes: z.array(processSchema),
  /** Of the disk the data folder is on; `null` where this process has none. */
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
