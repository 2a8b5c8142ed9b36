import { isDeepStrictEqual } from 'node:util';
import type { Manuscript } from '#domain/studio/manuscript.ts';
import { requirePhotoCrop } from '#server/catalogue/photos/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { type AuditActor, recordAuditEvent } from '#server/studio/audit/service.ts';
import { type StoredManuscript, updateManuscriptState } from './repository.ts';

/**
 * An edit session can have hundreds of saves, which the audit log does not record individually. It gets an entry when a
 * session changes a part of the text for the first time.
 */

/**
 * Records a new choice of the article's picture in the audit log. If the picture is a photograph, locks it and throws
 * if it does not exist.
 */
export async function auditPictureChoice(
  transaction: Queries,
  actor: AuditActor,
  { articleId, content: { picture: before } }: StoredManuscript,
  after: Manuscript,
): Promise<void> {
  const { picture } = after;
  if (isDeepStrictEqual(picture, before)) return;
  if (picture.kind === 'photo') await requirePhotoCrop(transaction, picture);
  const about = { id: articleId, name: getDisplayTitle(after) };
  await recordAuditEvent(transaction, actor, {
    action: 'picture.choose',
    ...about,
    before,
    after: picture,
  });
}

/**
 * Records the parts of the text that this save changed for the first time in its edit session. The audit log entry
 * names the version before the session and the first version that contains the changes.
 */
export async function auditEdit(
  transaction: Queries,
  actor: AuditActor,
  before: StoredManuscript,
  { articleId, version, content, sitting }: StoredManuscript,
): Promise<void> {
  if (!sitting) return;
  const parts = listChangedParts(before.content, content).filter(
    (part) => part !== 'picture' && !sitting.parts.includes(part),
  );
  if (!parts.length) return;
  await updateManuscriptState(transaction, articleId, {
    sitting: { ...sitting, parts: [...sitting.parts, ...parts] },
  });
  await recordAuditEvent(transaction, actor, {
    action: 'article.edit',
    id: articleId,
    name: getDisplayTitle(content),
    before: { version: sitting.base },
    after: { version, parts },
  });
}

/**
 * Cancels the scheduled publication of an article, and records the reason in the audit log. Does nothing if the article
 * is not scheduled.
 */
export async function unschedule(
  transaction: Queries,
  actor: AuditActor,
  { articleId, content, publishAt }: StoredManuscript,
  reason: string,
): Promise<void> {
  if (!publishAt) return;
  await updateManuscriptState(transaction, articleId, { publishAt: null });
  await recordAuditEvent(transaction, actor, {
    action: 'article.unschedule',
    id: articleId,
    name: getDisplayTitle(content),
    before: { publishAt },
    after: { reason },
  });
}

function listChangedParts(before: Manuscript, after: Manuscript): (keyof Manuscript)[] {
  return (Object.keys(after) as (keyof Manuscript)[]).filter(
    (part) => !isDeepStrictEqual(before[part], after[part]),
  );
}

function getDisplayTitle({ title }: Manuscript): string {
  return title || 'Untitled';
}
