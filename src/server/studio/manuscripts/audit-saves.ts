import { isDeepStrictEqual } from 'node:util';
import type { Manuscript } from '#domain/studio/manuscript.ts';
import { requirePhotoCrop } from '#server/catalogue/photos/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { type AuditActor, recordAuditEvent } from '#server/studio/audit/service.ts';
import { type StoredManuscript, updateManuscriptState } from './repository.ts';

/*
 * What the log of the studio says of saves, of which a sitting has hundreds: what begins or ends with one, and each part
 * of the text when it is first touched.
 */

/** Sees to it that a picture that is chosen is there, and stays, and writes down that it was chosen. */
export async function auditPictureChoice(
  transaction: Queries,
  doer: AuditActor,
  { articleId, content: { picture: before } }: StoredManuscript,
  after: Manuscript,
): Promise<void> {
  const { picture } = after;
  if (isDeepStrictEqual(picture, before)) return;
  if (picture.kind === 'photo') await requirePhotoCrop(transaction, picture);
  const about = { id: articleId, name: getDisplayTitle(after) };
  await recordAuditEvent(transaction, doer, {
    action: 'picture.choose',
    ...about,
    before,
    after: picture,
  });
}

/**
 * Writes down which parts an edit changed that its sitting had not changed so far. `before` names the version before the
 * sitting, `after` the first with these parts changed: what came of them is the next version that was kept.
 */
export async function auditEdit(
  transaction: Queries,
  doer: AuditActor,
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
  await recordAuditEvent(transaction, doer, {
    action: 'article.edit',
    id: articleId,
    name: getDisplayTitle(content),
    before: { version: sitting.base },
    after: { version, parts },
  });
}

/** Has an article not published by itself any more, and writes down why; nothing where it was not to be. */
export async function unschedule(
  transaction: Queries,
  doer: AuditActor,
  { articleId, content, publishAt }: StoredManuscript,
  reason: string,
): Promise<void> {
  if (!publishAt) return;
  await updateManuscriptState(transaction, articleId, { publishAt: null });
  await recordAuditEvent(transaction, doer, {
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
