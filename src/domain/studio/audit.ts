import { z } from 'zod';
import { uuidSchema } from '../ids.ts';

/** Kinds of objects that an entry of the audit log can be about. */
export const AUDIT_SUBJECTS = [
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
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** An entry of the audit log. Entries are never changed. */
export const auditEntrySchema = z.object({
  id: uuidSchema(),
  at: z.iso.datetime(),
  /** ID of the person who performed the action; null for actions of Octavo itself. */
  actorId: uuidSchema().nullable(),
  actorName: z.string(),
  /** Name of the action, such as `article.publish`. */
  action: z.string(),
  subject: z.enum(AUDIT_SUBJECTS),
  subjectId: z.string(),
  subjectName: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
