import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { AuditEntry, AuditSubject } from '#domain/studio/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { pageOfNewest } from '#server/platform/db/page-token.ts';
import { auditLog } from './schema.ts';

/** Who does something in the studio: somebody, or Octavo itself (`undefined`). */
export type AuditActor = { id: string; name: string } | undefined;

interface AuditEvent {
  /** As `article.publish`: what it is done to, and what is done. */
  action: `${AuditSubject}.${string}`;
  id: string;
  /** What it is called, for people. */
  name: string;
  before?: unknown;
  after?: unknown;
}

/** Writes down what somebody does, in the transaction that does it: it is there when that is, and only then. */
export async function recordAuditEvent(
  transaction: Queries,
  doer: AuditActor,
  { action, id, name, before, after }: AuditEvent,
): Promise<void> {
  await transaction.insert(auditLog).values({
    id: newId(),
    actorId: doer?.id ?? null,
    actorName: doer?.name ?? 'Octavo',
    action,
    subjectKind: action.split('.', 1)[0]!,
    subjectId: id,
    subjectName: name,
    before: before ?? null,
    after: after ?? null,
  });
}

/** Who did something to something last, and when; `undefined`: nobody ever did. */
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
  subject?: AuditSubject | undefined;
  subjectId?: string | undefined;
  actorId?: string | undefined;
}

/** A page of what was done, newest first. */
export async function listAuditEvents(
  queries: Queries,
  { subject, subjectId, actorId }: AuditFilters,
  limit: number,
  token?: string,
): Promise<{ entries: AuditEntry[]; nextToken: string | null }> {
  const context = `audit ${subject ?? ''} ${subjectId ?? ''} ${actorId ?? ''}`;
  const { page, nextToken } = await pageOfNewest({ context, limit, token }, (most, after) =>
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
      .limit(most),
  );
  return {
    entries: page.map(({ at, subjectKind, ...row }) => ({
      ...row,
      at: at.toISOString(),
      subject: subjectKind as AuditSubject,
    })),
    nextToken,
  };
}
