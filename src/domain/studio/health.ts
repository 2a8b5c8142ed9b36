import { z } from 'zod';

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

export const FAULT_SOURCES = ['server', 'browser', 'job'] as const;

/** Faults of one kind within a minute. */
export const faultSchema = z.object({
  id: z.uuid(),
  source: z.enum(FAULT_SOURCES),
  message: z.string(),
  stack: z.string(),
  path: z.string(),
  occurredAt: z.iso.datetime(),
  count: z.int(),
  lastAt: z.iso.datetime(),
});
export type FaultEntry = z.infer<typeof faultSchema>;

/** How the process that answers stands, and what it stands on. */
export const healthSchema = z.object({
  queues: z.array(queueSchema),
  dead: z.array(deadJobSchema),
  /** Faults of the last day. */
  faults: z.int(),
  /** What this process keeps in memory. */
  caches: z.array(z.object({ name: z.string(), entries: z.int(), bytes: z.int() })),
  memory: z.object({ used: z.int() }),
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
  startedAt: z.iso.datetime(),
});
export type Health = z.infer<typeof healthSchema>;
