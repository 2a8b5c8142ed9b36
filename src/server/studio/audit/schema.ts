import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestampColumn } from '#server/platform/db/columns.ts';

/**
 * The audit log of the studio. Rows can only be added, because a database trigger rejects updates and deletions
 * (migration 0018). There is one exception: when an account is purged, the person's name can be removed (migration
 * 0033).
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** A UUIDv7. IDs of this kind sort by creation time. */
    id: uuid().primaryKey(),
    at: timestampColumn('at').notNull().defaultNow(),
    /** The account ID of the studio member who acted. Null if Octavo acted automatically. */
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    /** The kind of the changed object and the action, separated by a period, such as `article.publish`. */
    action: text().notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    /** The display name of the changed object at the time of the action. */
    subjectName: text('subject_name').notNull(),
    before: jsonb(),
    after: jsonb(),
  },
  (table) => [
    index('audit_log_of_subject').on(table.subjectKind, table.subjectId, table.id),
    index('audit_log_of_actor').on(table.actorId, table.id),
  ],
);
