import { isDeepStrictEqual } from 'node:util';
import { v7 as newId } from 'uuid';
import { stripInvisible } from '#domain/invisible-characters.ts';
import type { Level } from '#domain/level.ts';
import { readingMinutes } from '#domain/reading-time.ts';
import {
  listPassages,
  type Manuscript,
  manuscriptSchema,
  type SaveReason,
} from '#domain/studio/manuscript.ts';
import {
  type DraftSummary,
  detachFromLibrary,
  type EditorArticleRow,
  findEditorArticle,
  insertDraft,
  updateDraftSummary,
} from '#server/catalogue/articles/editor-articles.ts';
import { sanitizeParagraph } from '#server/catalogue/library/paragraph-html.ts';
import { chooseCover, listUsedCovers } from '#server/catalogue/publication/choose-cover.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, InvalidError, NotFoundError } from '#server/platform/errors.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import type { AuditActor } from '#server/studio/audit/service.ts';
import { auditEdit, auditPictureChoice, unschedule } from './audit-saves.ts';
import { findLibraryChange, toPublishedManuscript } from './library-sync.ts';
import {
  findManuscript,
  insertManuscript,
  lockManuscript,
  type StoredManuscript,
  updateManuscript,
  updateManuscriptState,
} from './repository.ts';
import { manuscriptPresence } from './schema.ts';

export const PRESENCE_ROWS: PersonalDataTable = {
  table: manuscriptPresence,
  changedAt: manuscriptPresence.seenAt,
  deleteImmediately: true,
  exclusionReason: 'It says what an editor has open on the desk, for half a minute.',
};

/** An article on an editor's desk: what readers have of it, and the manuscript beside. */
export interface OpenManuscript {
  article: EditorArticleRow;
  /** Version 0: nobody has changed what readers have. */
  manuscript: Omit<StoredManuscript, 'articleId'>;
}

/**
 * Begins an article of an author, as a draft. To be called within a transaction; returns its id. `content` need not be
 * finished, and its paragraphs need not be clean. `level` is that of the idea it was written from; absent: the author's.
 * Throws {@link InvalidError} when something in it is too long.
 */
export async function createManuscript(
  transaction: Queries,
  doer: AuditActor,
  {
    authorId,
    level = null,
    content,
    reason,
  }: { authorId: string; level?: Level | null; content: Manuscript; reason: SaveReason },
): Promise<string> {
  const id = newId();
  const clean = sanitizeManuscript(content);
  requireStorable(clean);
  const { category, alt } = clean;
  const image = chooseCover(id, category, alt, await listUsedCovers(transaction));
  await insertDraft(transaction, { id, authorId, level, image, line: toDraftLine(clean) });
  await insertManuscript(transaction, doer, id, clean, { reason });
  return id;
}

/** An article to be changed. Throws {@link NotFoundError} when there is no such article. */
export async function openManuscript(queries: Queries, articleId: string): Promise<OpenManuscript> {
  const article = await findEditorArticle(queries, articleId);
  if (!article) throw new NotFoundError('There is no such article.');
  const stored = await findManuscript(queries, articleId);
  return {
    article,
    manuscript: stored ? previewLibrarySync(article, stored) : createUneditedManuscript(article),
  };
}

/**
 * Stores what a manuscript has become since version `base`; what it is now. To be called within a transaction. Throws
 * {@link ConflictError} when somebody else has saved it meanwhile, {@link NotFoundError} when there is no such article,
 * and {@link InvalidError} when something in it is too long.
 * An edit that is sent twice, by who never heard the answer, changes nothing the second time.
 */
export async function saveManuscript(
  transaction: Queries,
  doer: AuditActor,
  articleId: string,
  { base, content, reason }: { base: number; content: Manuscript; reason: SaveReason },
): Promise<StoredManuscript> {
  const before = await lockOrCreateManuscript(transaction, doer, articleId);
  const clean = sanitizeManuscript(content);
  // What is brought back was stored once, and the library has no such limits.
  if (reason !== 'restore' && reason !== 'library') requireStorable(clean);
  if (before.version !== toStoredVersion(base)) {
    const isOwn = reason === 'edit' && before.savedById === doer?.id;
    if (isOwn && isDeepStrictEqual(before.content, clean)) return before;
    throw new ConflictError(
      `${before.savedByName} has saved this article meanwhile. Compare, then save again.`,
    );
  }
  await auditPictureChoice(transaction, doer, before, clean);
  const saved = await updateManuscript(transaction, doer, before, clean, reason);
  await auditEdit(transaction, doer, before, saved);
  await unschedule(transaction, doer, before, 'It was changed.');
  await updateDraftSummary(transaction, articleId, toDraftLine(clean));
  await detachFromLibrary(transaction, [articleId]);
  return saved;
}

/**
 * A manuscript, locked until the transaction ends; begun where there was none, and brought up to what the library has
 * made of an article that follows its file.
 */
export async function lockOrCreateManuscript(
  transaction: Queries,
  doer: AuditActor,
  articleId: string,
): Promise<StoredManuscript> {
  const locked = await lockManuscript(transaction, articleId);
  const article = await findEditorArticle(transaction, articleId);
  if (!article) throw new NotFoundError('There is no such article.');
  if (locked) return syncWithLibrary(transaction, article, locked);
  await insertManuscript(transaction, doer, articleId, toPublishedManuscript(article), {
    reason: 'begin',
    publishedVersion: 1,
  });
  return (await lockManuscript(transaction, articleId))!;
}

async function syncWithLibrary(
  transaction: Queries,
  article: EditorArticleRow,
  locked: StoredManuscript,
): Promise<StoredManuscript> {
  const content = findLibraryChange(article, locked);
  if (!content) return locked;
  const saved = await updateManuscript(transaction, undefined, locked, content, 'library');
  const published = { publishedVersion: saved.version };
  await updateManuscriptState(transaction, article.id, published);
  return { ...saved, ...published };
}

/**
 * Sees to it that whoever asks for something has seen a manuscript as it is: `seen` is the version they saw, absent where
 * it may be any. Throws {@link ConflictError} where somebody else has saved it meanwhile.
 */
export function requireCurrentVersion(
  { version, savedByName }: StoredManuscript,
  seen: number | undefined,
): void {
  if (seen === undefined || toStoredVersion(seen) === version) return;
  throw new ConflictError(`${savedByName} has saved this article meanwhile. Look at it once more.`);
}

/** The version somebody saw. Where nobody had begun it, that is the version it begins with. */
function toStoredVersion(version: number): number {
  return version === 0 ? 1 : version;
}

/** What readers have, as a manuscript nobody has begun. */
function createUneditedManuscript(article: EditorArticleRow): Omit<StoredManuscript, 'articleId'> {
  return {
    version: 0,
    content: toPublishedManuscript(article),
    savedById: null,
    savedByName: 'the library',
    savedAt: article.updatedAt,
    publishedVersion: 0,
    publishAt: null,
    readVersion: null,
    readOn: null,
    sitting: null,
  };
}

/** A manuscript as {@link takeManuscript} would have it, were it taken now. */
function previewLibrarySync(article: EditorArticleRow, stored: StoredManuscript): StoredManuscript {
  const content = findLibraryChange(article, stored);
  if (!content) return stored;
  const version = stored.version + 1;
  const saved = { version, content, publishedVersion: version, savedByName: 'Octavo' };
  return { ...stored, ...createUneditedManuscript(article), ...saved };
}

/**
 * What comes from a browser or from the AI is no HTML of ours until it has been through here; and lines, which stand in
 * lists and addresses, have no characters that nobody sees.
 */
function sanitizeManuscript(content: Manuscript): Manuscript {
  const clean = (paragraphs: readonly string[]) => paragraphs.map(sanitizeParagraph);
  return {
    ...content,
    title: stripInvisible(content.title),
    tagline: stripInvisible(content.tagline),
    keywords: content.keywords.map(stripInvisible),
    summary: content.summary.map(stripInvisible),
    introduction: clean(content.introduction),
    keyPoints: content.keyPoints.map(({ title, paragraphs, takeaway }) => ({
      title: stripInvisible(title),
      paragraphs: clean(paragraphs),
      takeaway: stripInvisible(takeaway),
    })),
    conclusion: clean(content.conclusion),
    corrections: content.corrections.map(({ on, what }) => ({ on, what: stripInvisible(what) })),
    alt: stripInvisible(content.alt),
  };
}

/**
 * Throws {@link InvalidError} when what is to be stored exceeds the limits: a paragraph may be within them as it was sent,
 * and not once it is sanitised, which makes six characters of a single `&`.
 */
function requireStorable(content: Manuscript): void {
  const [issue] = manuscriptSchema.safeParse(content).error?.issues ?? [];
  if (issue)
    throw new InvalidError(
      `With its markup, ${issue.path.join('.')} is not valid. ${issue.message}`,
    );
}

/** What lists of editors show of it. */
function toDraftLine(content: Manuscript): DraftSummary {
  const { title, tagline, category, subcategory, summary } = content;
  const texts = [...summary, ...listPassages(content).map(({ text }) => text)];
  return {
    title: title.trim() || 'Untitled',
    tagline,
    category,
    subcategory,
    readingMinutes: Math.max(1, readingMinutes(texts)),
  };
}
