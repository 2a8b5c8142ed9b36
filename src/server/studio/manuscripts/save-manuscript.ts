import { isDeepStrictEqual } from 'node:util';
import { v7 as newId } from 'uuid';
import { stripInvisibleCharacters } from '#domain/invisible-characters.ts';
import type { Level } from '#domain/level.ts';
import { estimateReadingMinutes } from '#domain/reading-time.ts';
import {
  listManuscriptPassages,
  type Manuscript,
  manuscriptSchema,
  type SaveReason,
} from '#domain/studio/manuscript.ts';
import { chooseCover, loadCoversToCompare } from '#server/catalogue/articles/covers.ts';
import {
  type DraftListFields,
  detachArticlesFromLibrary,
  insertEmptyDraft,
  updateDraftListFields,
} from '#server/catalogue/articles/editor-articles.ts';
import { sanitizeParagraphHtml } from '#server/catalogue/library/paragraph-html.ts';
import { requirePhotoThatHasCrop } from '#server/catalogue/photos/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, InvalidRequestError } from '#server/platform/errors.ts';
import { type AuditActor, recordAuditEvent } from '#server/studio/audit/service.ts';
import { lockOrCreateSyncedManuscript, toStoredVersionNumber } from './article-with-manuscript.ts';
import {
  insertFirstManuscriptVersion,
  type StoredManuscript,
  storeNextManuscriptVersion,
  updateManuscriptColumns,
} from './repository.ts';

/**
 * Creates a draft article by an author, and returns the article's ID. Must be called within a transaction. `content`
 * may be incomplete, and is sanitized. `level` is the level of the idea from which the article is written (default: the
 * author's level). Throws {@link InvalidRequestError} if a field is too long.
 */
export async function createDraftWithManuscript(
  transaction: Queries,
  actor: AuditActor,
  {
    authorId,
    level = null,
    content,
    reason,
  }: { authorId: string; level?: Level | null; content: Manuscript; reason: SaveReason },
): Promise<string> {
  const id = newId();
  const sanitized = sanitizeManuscript(content);
  requireStorable(sanitized);
  const { category, alt } = sanitized;
  const image = chooseCover(
    id,
    category,
    alt,
    await loadCoversToCompare(transaction, [category], []),
  );
  await insertEmptyDraft(transaction, {
    id,
    authorId,
    level,
    image,
    line: toDraftListFields(sanitized),
  });
  await insertFirstManuscriptVersion(transaction, actor, id, sanitized, { reason });
  return id;
}

/**
 * Saves a manuscript, and returns the new version. Must be called within a transaction. Throws {@link ConflictError} if
 * the manuscript has been saved since `base`, the version that the changes are based on. An edit is not a conflict if
 * the member's last save stored the same content. In that case, nothing is saved, because the client has repeated a
 * request whose response was lost. Throws `NotFoundError` if the article does not exist, and {@link
 * InvalidRequestError} if a field is too long.
 */
export async function saveManuscript(
  transaction: Queries,
  actor: AuditActor,
  articleId: string,
  { base, content, reason }: { base: number; content: Manuscript; reason: SaveReason },
): Promise<StoredManuscript> {
  const before = await lockOrCreateSyncedManuscript(transaction, actor, articleId);
  const sanitized = sanitizeManuscript(content);
  // Restored versions are exempt from the length limits, because they were valid when they were stored. Texts from the
  // library are exempt too, because their length is not limited.
  if (reason !== 'restore' && reason !== 'library') requireStorable(sanitized);
  if (before.version !== toStoredVersionNumber(base)) {
    const isOwn = reason === 'edit' && before.savedById === actor?.id;
    if (isOwn && isDeepStrictEqual(before.content, sanitized)) return before;
    throw new ConflictError(
      `${before.savedByName} has saved this article in the meantime. Compare, then save again.`,
    );
  }
  await auditPictureChoice(transaction, actor, before, sanitized);
  const saved = await storeNextManuscriptVersion(transaction, actor, before, sanitized, reason);
  await auditEdit(transaction, actor, before, saved);
  await cancelScheduledPublication(transaction, actor, before, 'It was changed.');
  await updateDraftListFields(transaction, articleId, toDraftListFields(sanitized));
  await detachArticlesFromLibrary(transaction, [articleId]);
  return saved;
}

/**
 * Cancels the scheduled publication of an article, and records the reason in the audit log. Does nothing if the article
 * is not scheduled.
 */
export async function cancelScheduledPublication(
  transaction: Queries,
  actor: AuditActor,
  { articleId, content, publishAt }: StoredManuscript,
  reason: string,
): Promise<void> {
  if (!publishAt) return;
  await updateManuscriptColumns(transaction, articleId, { publishAt: null });
  await recordAuditEvent(transaction, actor, {
    action: 'article.unschedule',
    id: articleId,
    name: getDisplayTitle(content),
    before: { publishAt },
    after: { reason },
  });
}

/**
 * Sanitizes the HTML of paragraphs, which may come from a browser or the AI. Removes invisible characters from
 * single-line texts, because these texts appear in lists and URLs.
 */
function sanitizeManuscript(content: Manuscript): Manuscript {
  const sanitizeParagraphs = (paragraphs: readonly string[]) =>
    paragraphs.map(sanitizeParagraphHtml);
  return {
    ...content,
    title: stripInvisibleCharacters(content.title),
    tagline: stripInvisibleCharacters(content.tagline),
    keywords: content.keywords.map(stripInvisibleCharacters),
    summary: content.summary.map(stripInvisibleCharacters),
    introduction: sanitizeParagraphs(content.introduction),
    keyPoints: content.keyPoints.map(({ title, paragraphs, takeaway }) => ({
      title: stripInvisibleCharacters(title),
      paragraphs: sanitizeParagraphs(paragraphs),
      takeaway: stripInvisibleCharacters(takeaway),
    })),
    conclusion: sanitizeParagraphs(content.conclusion),
    corrections: content.corrections.map(({ on, what }) => ({
      on,
      what: stripInvisibleCharacters(what),
    })),
    alt: stripInvisibleCharacters(content.alt),
  };
}

/**
 * Throws {@link InvalidRequestError} if a field of a sanitized manuscript is too long. The length is checked after
 * sanitizing, because sanitizing can lengthen a paragraph: a single `&` becomes five characters.
 */
function requireStorable(content: Manuscript): void {
  const [issue] = manuscriptSchema.safeParse(content).error?.issues ?? [];
  if (issue)
    throw new InvalidRequestError(
      `With its markup, ${issue.path.join('.')} is not valid. ${issue.message}`,
    );
}

/** Returns the fields of a draft that article lists show. */
function toDraftListFields(content: Manuscript): DraftListFields {
  const { title, tagline, category, subcategory, summary } = content;
  const texts = [...summary, ...listManuscriptPassages(content).map(({ text }) => text)];
  return {
    title: title.trim() || 'Untitled',
    tagline,
    category,
    subcategory,
    readingMinutes: Math.max(1, estimateReadingMinutes(texts)),
  };
}

/**
 * Records a change to the article's picture in the audit log. If the new picture is a photograph, locks it, and throws
 * if it does not exist. Does nothing if the picture is unchanged.
 */
async function auditPictureChoice(
  transaction: Queries,
  actor: AuditActor,
  { articleId, content: { picture: before } }: StoredManuscript,
  after: Manuscript,
): Promise<void> {
  const { picture } = after;
  if (isDeepStrictEqual(picture, before)) return;
  if (picture.kind === 'photo') await requirePhotoThatHasCrop(transaction, picture);
  const subject = { id: articleId, name: getDisplayTitle(after) };
  await recordAuditEvent(transaction, actor, {
    action: 'picture.choose',
    ...subject,
    before,
    after: picture,
  });
}

/**
 * Records in the audit log which parts of the text this save changed for the first time in its edit session. Further
 * changes to the same parts are not recorded, because an edit session can have hundreds of saves. The entry contains
 * two version numbers: the version before the session, and the first version with the changes.
 */
async function auditEdit(
  transaction: Queries,
  actor: AuditActor,
  before: StoredManuscript,
  { articleId, version, content, editSession }: StoredManuscript,
): Promise<void> {
  if (!editSession) return;
  const parts = listChangedParts(before.content, content).filter(
    (part) => part !== 'picture' && !editSession.parts.includes(part),
  );
  if (!parts.length) return;
  await updateManuscriptColumns(transaction, articleId, {
    editSession: { ...editSession, parts: [...editSession.parts, ...parts] },
  });
  await recordAuditEvent(transaction, actor, {
    action: 'article.edit',
    id: articleId,
    name: getDisplayTitle(content),
    before: { version: editSession.base },
    after: { version, parts },
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
