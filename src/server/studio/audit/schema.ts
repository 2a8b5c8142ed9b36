import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#server/platform/db/columns.ts';

/**
 * The audit log of the studio. Rows can only be added: a database trigger rejects updates and deletions (migration
 * 0018). The trigger makes one exception: when an account is purged, the person's name can be removed (migration 0033).
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** UUIDv7, so IDs sort by creation time. */
    id: uuid().primaryKey(),
    at: timestampColumn('at').notNull().defaultNow(),
    /** Account ID of the member who acted. Null if Octavo acted without a member. */
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    /** The subject's kind and the action, separated by a period, such as `article.publish`. */
    action: text().notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    /** Display name of the subject at the time of the action. */
    subjectName: text('subject_name').notNull(),
    before: jsonb(),
    after: jsonb(),
  },
  (table) => [
    index('audit_log_of_subject').on(table.subjectKind, table.subjectId, table.id),
    index('audit_log_of_actor').on(table.actorId, table.id),
  ],
);
