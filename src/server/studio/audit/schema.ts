import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#server/platform/db/columns.ts';

/**
 * Everything that was done in the studio. Rows are added and never changed: a trigger of the database refuses
 * whatever else is tried (migration 0018), but for the names of people whose account is purged (migration 0033).
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** UUIDv7: in the order of time. */
    id: uuid().primaryKey(),
    at: moment('at').notNull().defaultNow(),
    /** Whose account it was; null for Octavo itself. */
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    /** What was done, as `article.publish`. */
    action: text().notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    /** What it is called, for people. */
    subjectName: text('subject_name').notNull(),
    before: jsonb(),
    after: jsonb(),
  },
  (table) => [
    index('audit_log_of_subject').on(table.subjectKind, table.subjectId, table.id),
    index('audit_log_of_actor').on(table.actorId, table.id),
  ],
);
