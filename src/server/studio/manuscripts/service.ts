import { isDeepStrictEqual } from 'node:util';
import { v7 as newId } from 'uuid';
import { stripInvisible } from '#domain/invisible-characters.ts';
import type { Level } from '#domain/level.ts';
import { readingMinutes } from '#domain/reading-time.ts';
import {
  listManuscriptPassages,
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
import { chooseCover, loadUsedCovers } from '#server/catalogue/publication/choose-cover.ts';
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

/** An article with its manuscript. */
export interface OpenManuscript {
  article: EditorArticleRow;
  /** The stored manuscript. If nobody has edited the article, it is version 0 with the published text. */
  manuscript: Omit<StoredManuscript, 'articleId'>;
}

/**
 * Creates a draft article of an author and returns its ID. Must be called within a transaction. `content` may be
 * incomplete, and is sanitized. `level` is the level of the idea that the article is written from (default: the
 * author's level). Throws {@link InvalidError} if a text is too long.
 */
export async function createManuscript(
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
  const clean = sanitizeManuscript(content);
  requireStorable(clean);
  const { category, alt } = clean;
  const image = chooseCover(id, category, alt, await loadUsedCovers(transaction, [category], []));
  await insertDraft(transaction, { id, authorId, level, image, line: toDraftLine(clean) });
  await insertManuscript(transaction, actor, id, clean, { reason });
  return id;
}

/** Returns an article with its manuscript. Throws {@link NotFoundError} if the article does not exist. */
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
 * Saves a manuscript that was edited from version `base`, and returns the new version. Must be called within a
 * transaction. Repeating an edit after a lost response changes nothing. Throws {@link ConflictError} if somebody else
 * has saved the manuscript since `base`, {@link NotFoundError} if the article does not exist, and {@link InvalidError}
 * if a text is too long.
 */
export async function saveManuscript(
  transaction: Queries,
  actor: AuditActor,
  articleId: string,
  { base, content, reason }: { base: number; content: Manuscript; reason: SaveReason },
): Promise<StoredManuscript> {
  const before = await lockOrCreateManuscript(transaction, actor, articleId);
  const clean = sanitizeManuscript(content);
  // Length limits do not apply to restored versions, which were valid when they were stored, or to texts from the
  // library, which has no limits.
  if (reason !== 'restore' && reason !== 'library') requireStorable(clean);
  if (before.version !== toStoredVersion(base)) {
    const isOwn = reason === 'edit' && before.savedById === actor?.id;
    if (isOwn && isDeepStrictEqual(before.content, clean)) return before;
    throw new ConflictError(
      `${before.savedByName} has saved this article in the meantime. Compare, then save again.`,
    );
  }
  await auditPictureChoice(transaction, actor, before, clean);
  const saved = await updateManuscript(transaction, actor, before, clean, reason);
  await auditEdit(transaction, actor, before, saved);
  await unschedule(transaction, actor, before, 'It was changed.');
  await updateDraftSummary(transaction, articleId, toDraftLine(clean));
  await detachFromLibrary(transaction, [articleId]);
  return saved;
}

/**
 * Returns a manuscript, and locks it until the transaction ends. Creates the manuscript if it does not exist. If the
 * article follows the library, first adopts the library's changes.
 */
export async function lockOrCreateManuscript(
  transaction: Queries,
  actor: AuditActor,
  articleId: string,
): Promise<StoredManuscript> {
  const locked = await lockManuscript(transaction, articleId);
  const article = await findEditorArticle(transaction, articleId);
  if (!article) throw new NotFoundError('There is no such article.');
  if (locked) return syncWithLibrary(transaction, article, locked);
  await insertManuscript(transaction, actor, articleId, toPublishedManuscript(article), {
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
 * Throws {@link ConflictError} if the manuscript has another version than `seen`. Accepts every version if `seen` is
 * undefined.
 */
export function requireCurrentVersion(
  { version, savedByName }: StoredManuscript,
  seen: number | undefined,
): void {
  if (seen === undefined || toStoredVersion(seen) === version) return;
  throw new ConflictError(
    `${savedByName} has saved this article in the meantime. Look at it again.`,
  );
}

/**
 * Converts the number of the version that a member has seen to the number of the stored version. Version 0, which a
 * member without a stored manuscript sees, is stored as version 1.
 */
function toStoredVersion(version: number): number {
  return version === 0 ? 1 : version;
}

/** Returns the manuscript of an article that nobody has edited. It is version 0 and has the published text. */
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

/** Returns the manuscript that {@link lockOrCreateManuscript} would store, without storing it. */
function previewLibrarySync(article: EditorArticleRow, stored: StoredManuscript): StoredManuscript {
  const content = findLibraryChange(article, stored);
  if (!content) return stored;
  const version = stored.version + 1;
  const saved = { version, content, publishedVersion: version, savedByName: 'Octavo' };
  return { ...stored, ...createUneditedManuscript(article), ...saved };
}

/**
 * Sanitizes the HTML of paragraphs, which may come from a browser or the AI. Removes invisible characters from
 * single-line texts, because lists and URLs contain these texts.
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
 * Throws {@link InvalidError} if a text of a sanitized manuscript is too long. Only the sanitized text is checked,
 * because sanitizing can lengthen a paragraph: a single `&` becomes five characters.
 */
function requireStorable(content: Manuscript): void {
  const [issue] = manuscriptSchema.safeParse(content).error?.issues ?? [];
  if (issue)
    throw new InvalidError(
      `With its markup, ${issue.path.join('.')} is not valid. ${issue.message}`,
    );
}

/** Returns the fields of a draft that lists of articles show. */
function toDraftLine(content: Manuscript): DraftSummary {
  const { title, tagline, category, subcategory, summary } = content;
  const texts = [...summary, ...listManuscriptPassages(content).map(({ text }) => text)];
  return {
    title: title.trim() || 'Untitled',
    tagline,
    category,
    subcategory,
    readingMinutes: Math.max(1, readingMinutes(texts)),
  };
}
