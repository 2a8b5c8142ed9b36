import { z } from 'zod';
import { createUuidSchema } from '../ids.ts';

/** Kinds of objects that an audit log entry can be about. */
export const AUDIT_SUBJECT_KINDS = [
  'article',
  'author',
  'idea',
  'request',
  'review',
  'concern',
  'report',
  'message',
  'member',
  'picture',
  'narrator',
  'job',
  'settings',
] as const;
export type AuditSubjectKind = (typeof AUDIT_SUBJECT_KINDS)[number];

/**
 * An entry in the audit log. Entries are never changed, except that "Former member" replaces the name of a deleted
 * account.
 */
export const auditEntrySchema = z.object({
  id: createUuidSchema(),
  at: z.iso.datetime(),
  /** ID of the person who performed the action; null for actions by Octavo itself. */
  actorId: createUuidSchema().nullable(),
  actorName: z.string(),
  /** Name of the action, such as `article.publish`. */
  action: z.string(),
  subject: z.enum(AUDIT_SUBJECT_KINDS),
  subjectId: z.string(),
  subjectName: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
