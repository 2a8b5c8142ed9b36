import { z } from 'zod';
import { uuid } from '../ids.ts';

/** What something in the studio can be done to. */
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
  'job',
  'settings',
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** Something that was done in the studio, and never changes. */
export const auditEntrySchema = z.object({
  id: uuid(),
  at: z.iso.datetime(),
  /** Null for Octavo itself. */
  actorId: uuid().nullable(),
  actorName: z.string(),
  /** As `article.publish`. */
  action: z.string(),
  subject: z.enum(AUDIT_SUBJECTS),
  subjectId: z.string(),
  subjectName: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
