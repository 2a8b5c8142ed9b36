import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { AuditEntry, AuditSubjectKind } from '#domain/studio/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { readNewestFirstPage } from '#server/platform/db/page-token.ts';
import { auditLog } from './schema.ts';

/** The studio member who performs an action, or `undefined` if Octavo acts automatically. */
export type AuditActor = { id: string; name: string } | undefined;

interface AuditEvent {
  /** The kind of the changed object and the action, separated by a period, such as `article.publish`. */
  action: `${AuditSubjectKind}.${string}`;
  id: string;
  /** The display name of the changed object. */
  name: string;
  before?: unknown;
  after?: unknown;
}

/**
 * Adds an entry to the audit log. Must be called in the transaction that makes the change, so that the change and its
 * log entry are committed together.
 */
export async function recordAuditEvent(
  transaction: Queries,
  actor: AuditActor,
  { action, id, name, before, after }: AuditEvent,
): Promise<void> {
  await transaction.insert(auditLog).values({
    id: newId(),
    actorId: actor?.id ?? null,
    actorName: actor?.name ?? 'Octavo',
    action,
    subjectKind: action.split('.', 1)[0]!,
    subjectId: id,
    subjectName: name,
    before: before ?? null,
    after: after ?? null,
  });
}

/** Returns the latest audit log entry about an action on an object. Returns `undefined` if there is none. */
export async function findLastAuditEvent(
  queries: Queries,
  { action, id }: Pick<AuditEvent, 'action' | 'id'>,
): Promise<{ actorName: string; at: Date } | undefined> {
  const [row] = await queries
    .select({ actorName: auditLog.actorName, at: auditLog.at })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectKind, action.split('.', 1)[0]!),
        eq(auditLog.subjectId, id),
        eq(auditLog.action, action),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  return row;
}

interface AuditFilters {
  subject?: AuditSubjectKind | undefined;
  subjectId?: string | undefined;
  actorId?: string | undefined;
}

/** Returns a page of the audit log, newest first. */
export async function listAuditEvents(
  queries: Queries,
  { subject, subjectId, actorId }: AuditFilters,
  limit: number,
  token?: string,
): Promise<{ entries: AuditEntry[]; nextToken: string | null }> {
  const context = `audit ${subject ?? ''} ${subjectId ?? ''} ${actorId ?? ''}`;
  const { page, nextToken } = await readNewestFirstPage(
    { context, limit, token },
    (maxRows, after) =>
      queries
        .select()
        .from(auditLog)
        .where(
          and(
            subject && eq(auditLog.subjectKind, subject),
            subjectId ? eq(auditLog.subjectId, subjectId) : undefined,
            actorId ? eq(auditLog.actorId, actorId) : undefined,
            after ? lt(auditLog.id, sql`${after}::uuid`) : undefined,
          ),
        )
        .orderBy(desc(auditLog.id))
        .limit(maxRows),
  );
  return {
    entries: page.map(({ at, subjectKind, ...row }) => ({
      ...row,
      at: at.toISOString(),
      subject: subjectKind as AuditSubjectKind,
    })),
    nextToken,
  };
}
