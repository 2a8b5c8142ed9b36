import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#server/platform/db/columns.ts';

/**
 * The audit log of the studio. It is append-only: a database trigger rejects changes (migration 0018), except to the
 * names of people whose account is purged (migration 0033).
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** UUIDv7, so ordered by time. */
    id: uuid().primaryKey(),
    at: timestampColumn('at').notNull().defaultNow(),
    /** ID of the account. Null for Octavo itself. */
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    /** Subject and action, such as `article.publish`. */
    action: text().notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    /** Display name of the subject. */
    subjectName: text('subject_name').notNull(),
    before: jsonb(),
    after: jsonb(),
  },
  (table) => [
    index('audit_log_of_subject').on(table.subjectKind, table.subjectId, table.id),
    index('audit_log_of_actor').on(table.actorId, table.id),
  ],
);
