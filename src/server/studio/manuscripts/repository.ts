import { and, desc, eq, gt, inArray, lte, ne, type SQLWrapper, sql } from 'drizzle-orm';
import type { Manuscript, SaveReason } from '#domain/studio/manuscript.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import type { AuditActor } from '#server/studio/audit/service.ts';
import { type EditSession, manuscriptPresence, manuscripts, manuscriptVersions } from './schema.ts';

export type StoredManuscript = typeof manuscripts.$inferSelect;

/**
 * The maximum length of an edit session in milliseconds, measured from its first save. An edit session is a series of
 * saves that share one stored version of the manuscript.
 */
const EDIT_SESSION_LENGTH = 5 * 60 * 1000;
/** The number of seconds for which an editor counts as present after the last report from the editor's window. */
const PRESENCE_TIMEOUT = 30;

export async function findManuscript(
  queries: Queries,
  articleId: string,
): Promise<StoredManuscript | undefined> {
  const [row] = await queries
    .select()
    .from(manuscripts)
    .where(eq(manuscripts.articleId, articleId));
  return row;
}

/** Returns a manuscript as {@link findManuscript} does, and locks it until the transaction ends. */
export async function lockManuscript(
  transaction: Queries,
  articleId: string,
): Promise<StoredManuscript | undefined> {
  const [row] = await transaction
    .select()
    .from(manuscripts)
    .where(eq(manuscripts.articleId, articleId))
    .for('update');
  return row;
}

/** Inserts the first version of a manuscript. Does nothing if the manuscript exists. */
export async function insertFirstManuscriptVersion(
  transaction: Queries,
  actor: AuditActor,
  articleId: string,
  content: Manuscript,
  { reason, publishedVersion = null }: { reason: SaveReason; publishedVersion?: number | null },
): Promise<void> {
  const savedBy = { savedById: actor?.id ?? null, savedByName: actor?.name ?? 'Octavo' };
  const inserted = await transaction
    .insert(manuscripts)
    .values({ articleId, version: 1, content, publishedVersion, ...savedBy })
    .onConflictDoNothing()
    .returning({ articleId: manuscripts.articleId });
  if (inserted.length)
    await transaction
      .insert(manuscriptVersions)
      .values({ articleId, version: 1, content, reason, ...savedBy });
}

/**
 * Stores the next version of a locked manuscript. A version that continues an edit session replaces the session's
 * previous version.
 */
export async function storeNextManuscriptVersion(
  transaction: Queries,
  actor: AuditActor,
  before: StoredManuscript,
  content: Manuscript,
  reason: SaveReason,
): Promise<StoredManuscript> {
  const { articleId } = before;
  const version = before.version + 1;
  const savedBy = {
    savedById: actor?.id ?? null,
    savedByName: actor?.name ?? 'Octavo',
    savedAt: new Date(),
  };
  const isEdit = reason === 'edit';
  const openSession =
    isEdit && before.savedById === savedBy.savedById
      ? findOpenSession(before, savedBy.savedAt)
      : null;
  const newSession = { since: savedBy.savedAt.toISOString(), base: before.version, parts: [] };
  const editSession = isEdit ? (openSession ?? newSession) : null;
  const [row] = await transaction
    .update(manuscripts)
    .set({ version, content, publishAt: null, editSession, ...savedBy })
    .where(eq(manuscripts.articleId, articleId))
    .returning();
  if (openSession)
    await transaction
      .delete(manuscriptVersions)
      .where(
        and(
          eq(manuscriptVersions.articleId, articleId),
          eq(manuscriptVersions.version, before.version),
          eq(manuscriptVersions.reason, 'edit'),
        ),
      );
  await transaction
    .insert(manuscriptVersions)
    .values({ articleId, version, content, reason, ...savedBy });
  return row!;
}

/**
 * Returns the edit session of the last save. Returns null if the session has reached its maximum length, or if the last
 * saved version was published.
 */
function findOpenSession(
  { editSession, version, publishedVersion }: StoredManuscript,
  now: Date,
): EditSession | null {
  const isOver =
    version === publishedVersion ||
    now.getTime() - Date.parse(editSession?.since ?? '') >= EDIT_SESSION_LENGTH;
  return isOver ? null : editSession;
}

/** Updates fields of a manuscript other than its content, such as the scheduled publication time. */
export async function updateManuscriptColumns(
  transaction: Queries,
  articleId: string,
  changes: Partial<
    Pick<
      StoredManuscript,
      'publishedVersion' | 'publishAt' | 'readVersion' | 'readOn' | 'editSession'
    >
  >,
): Promise<void> {
  await transaction.update(manuscripts).set(changes).where(eq(manuscripts.articleId, articleId));
}

/** Lists the newest 200 stored versions of a manuscript, newest first, without their text. */
export async function listManuscriptVersions(queries: Queries, articleId: string) {
  const { version, reason, savedByName, savedAt } = manuscriptVersions;
  return queries
    .select({ version, reason, savedByName, savedAt })
    .from(manuscriptVersions)
    .where(eq(manuscriptVersions.articleId, articleId))
    .orderBy(desc(version))
    .limit(200);
}

/**
 * Returns a stored version of a manuscript. Returns `undefined` if the version is not stored, for example because a
 * later save of the same edit session replaced it.
 */
export async function findManuscriptVersionContent(
  queries: Queries,
  articleId: string,
  version: number,
): Promise<Manuscript | undefined> {
  const [row] = await queries
    .select({ content: manuscriptVersions.content })
    .from(manuscriptVersions)
    .where(
      and(eq(manuscriptVersions.articleId, articleId), eq(manuscriptVersions.version, version)),
    );
  return row?.content;
}

export const manuscriptPresencePersonalDataTable: PersonalDataTable = {
  table: manuscriptPresence,
  changedAt: manuscriptPresence.seenAt,
  deleteImmediately: true,
  exclusionReason: 'It says which article an editor has open, for half a minute.',
};

/** Records that a member has a manuscript open. Returns the names of the other members who have it open. */
export async function recordPresenceAndListOthers(
  queries: Queries,
  { id, name }: { id: string; name: string },
  articleId: string,
): Promise<string[]> {
  await queries
    .insert(manuscriptPresence)
    .values({ userId: id, articleId, name })
    .onConflictDoUpdate({
      target: [manuscriptPresence.userId, manuscriptPresence.articleId],
      set: { name, seenAt: sql`now()` },
    });
  const others = await queries
    .select({ name: manuscriptPresence.name })
    .from(manuscriptPresence)
    .where(
      and(
        eq(manuscriptPresence.articleId, articleId),
        ne(manuscriptPresence.userId, id),
        gt(manuscriptPresence.seenAt, sql`now() - make_interval(secs => ${PRESENCE_TIMEOUT})`),
      ),
    );
  return others.map((other) => other.name);
}

/** Records that a member has closed a manuscript. */
export async function deletePresence(
  queries: Queries,
  userId: string,
  articleId: string,
): Promise<void> {
  await queries
    .delete(manuscriptPresence)
    .where(and(eq(manuscriptPresence.userId, userId), eq(manuscriptPresence.articleId, articleId)));
}

/** Lists the IDs of the articles whose scheduled publication is due, oldest first. */
export async function listArticleIdsDueForPublication(
  queries: Queries,
  now: Date,
  limit: number,
): Promise<string[]> {
  const rows = await queries
    .select({ articleId: manuscripts.articleId })
    .from(manuscripts)
    .where(lte(manuscripts.publishAt, now))
    .orderBy(manuscripts.publishAt)
    .limit(limit);
  return rows.map(({ articleId }) => articleId);
}

/**
 * Returns the version numbers and scheduled publication times of manuscripts, by article ID. Article lists show these
 * fields.
 */
export async function findManuscriptStatesByArticle(
  queries: Queries,
  articleIds: readonly string[],
) {
  if (!articleIds.length) return new Map();
  const { articleId, version, savedAt, publishedVersion, publishAt } = manuscripts;
  const rows = await queries
    .select({ articleId, version, savedAt, publishedVersion, publishAt })
    .from(manuscripts)
    .where(inArray(articleId, [...articleIds]));
  return new Map(rows.map((row) => [row.articleId, row]));
}

/** Returns the IDs of the articles whose manuscripts have unpublished changes. */
export async function filterArticleIdsWithUnpublishedChanges(
  queries: Queries,
  articleIds: readonly string[],
): Promise<Set<string>> {
  const { articleId, version, publishedVersion } = manuscripts;
  const rows = await queries
    .select({ articleId })
    .from(manuscripts)
    .where(
      and(
        inArray(articleId, [...articleIds]),
        sql`${publishedVersion} IS DISTINCT FROM ${version}`,
      ),
    );
  return new Set(rows.map((row) => row.articleId));
}

/** Returns true if any manuscript, or any stored version of one, uses a photograph. */
export async function isPhotoUsedInManuscript(queries: Queries, photoId: string): Promise<boolean> {
  const usesPhoto = (content: SQLWrapper) => eq(sql`${content}->'picture'->>'photoId'`, photoId);
  return (
    (await queries.$count(manuscripts, usesPhoto(manuscripts.content))) > 0 ||
    (await queries.$count(manuscriptVersions, usesPhoto(manuscriptVersions.content))) > 0
  );
}
