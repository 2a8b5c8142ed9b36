import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AuthorProfile } from '#domain/author.ts';
import type { CategoryId } from '#domain/categories.ts';
import { normalizeAlias } from '#domain/paths.ts';
import { AUTHOR_STATE_MACHINE, type AuthorStatus } from '#domain/statuses/author-states.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { createPageFromRows, decodePageToken } from '#server/platform/db/page-token.ts';
import { createNameSearchCondition, type NameSearchWords } from './author-list.ts';
import { authorCountsByStatusAndCategory, authors, formerAliases } from './schema.ts';

/*
 * Queries for the studio, where editors can see and change authors of any status. Functions that change rows run in the
 * caller's transaction.
 */

/** An author of any status, with the fields that editors see. */
export type AuthorForEditors = ReturnType<typeof toEditorAuthor>;

/** Filters of the studio's list of authors. A filter that is `undefined` matches all authors. */
interface EditorAuthorFilters {
  status?: AuthorStatus | undefined;
  name?: NameSearchWords | undefined;
}

/**
 * Returns a page of authors, sorted by alias. Throws {@link InvalidRequestError} if the page token belongs to another
 * list.
 */
export async function listAuthorsPageForEditors(
  queries: Queries,
  { status, name = [] }: EditorAuthorFilters,
  limit: number,
  token?: string,
): Promise<{ authors: AuthorForEditors[]; nextToken: string | null }> {
  const context = `editor authors ${status ?? ''} ${JSON.stringify(name)}`;
  const [after] = token ? decodePageToken(context, token, tokenKeySchema) : [];
  const rows = await queries
    .select()
    .from(authors)
    .where(
      and(
        status && eq(authors.status, status),
        createNameSearchCondition(name),
        after ? gt(authors.aliasKey, after) : undefined,
      ),
    )
    .orderBy(asc(authors.aliasKey))
    .limit(limit + 1);
  const { page, nextToken } = createPageFromRows(rows, limit, context, (last) => [last.aliasKey]);
  return { authors: page.map(toEditorAuthor), nextToken };
}

/**
 * Schema of the data in a page token: an alias in lower case, or the placeholder that replaces a released alias.
 * Placeholders contain a tilde (`releaseAliases`).
 */
const tokenKeySchema = z.tuple([z.string().regex(/^[a-z0-9~-]{1,40}$/)]);

/** Returns how many authors have each status. */
export async function countAuthorsByStatus(
  queries: Queries,
): Promise<Record<AuthorStatus, number>> {
  const rows = await queries
    .select({
      status: authorCountsByStatusAndCategory.status,
      count: sql<number>`sum(${authorCountsByStatusAndCategory.count})::int`,
    })
    .from(authorCountsByStatusAndCategory)
    .groupBy(authorCountsByStatusAndCategory.status);
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  const statuses = Object.keys(AUTHOR_STATE_MACHINE.states) as AuthorStatus[];
  return Object.fromEntries(statuses.map((status) => [status, counts.get(status) ?? 0])) as Record<
    AuthorStatus,
    number
  >;
}

/**
 * Lists all authors, or all authors with a given status, sorted by alias. The result is not divided into pages, so use
 * this function only for operations on all content, such as an export.
 */
export async function listAllAuthorsForEditors(
  queries: Queries,
  status?: AuthorStatus,
): Promise<AuthorForEditors[]> {
  const rows = await queries
    .select()
    .from(authors)
    .where(status && eq(authors.status, status))
    .orderBy(asc(authors.aliasKey), asc(authors.id));
  return rows.map(toEditorAuthor);
}

/** Finds an author of any status. If `isLocked` is true, locks the author until the transaction ends. */
export async function findAuthorForEditors(
  queries: Queries,
  id: string,
  { isLocked = false } = {},
): Promise<AuthorForEditors | undefined> {
  const query = queries.select().from(authors).where(eq(authors.id, id));
  const [row] = await (isLocked ? query.for('no key update') : query);
  return row && toEditorAuthor(row);
}

/** Returns true if an author has this alias or had it before. Other authors cannot get such an alias. */
export async function isAliasTaken(queries: Queries, alias: string): Promise<boolean> {
  const key = normalizeAlias(alias);
  const [owner] = await queries
    .select({ id: authors.id })
    .from(authors)
    .where(eq(authors.aliasKey, key));
  if (owner) return true;
  const [former] = await queries
    .select({ id: formerAliases.authorId })
    .from(formerAliases)
    .where(eq(formerAliases.aliasKey, key));
  return former !== undefined;
}

/**
 * Inserts a proposed author persona, which an editor must accept or reject. The caller must ensure that the alias is
 * available.
 */
export async function insertPersonaProposal(
  transaction: Queries,
  { profile, portrait, voice }: { profile: AuthorProfile; portrait: string; voice: unknown },
): Promise<void> {
  const { id, alias, tagline, mission, about, perspective } = profile;
  const { expertise, targetAudience, influencedBy } = profile;
  await transaction.insert(authors).values({
    id,
    alias,
    aliasKey: normalizeAlias(alias),
    status: 'pending_idea',
    tagline,
    mission,
    about,
    perspective,
    category: expertise.category,
    subcategory: expertise.subcategory,
    subjects: expertise.subjects,
    level: targetAudience.level,
    audience: targetAudience.description,
    influences: influencedBy,
    portrait,
    voice,
  });
}

/**
 * Changes the status of an author from `from` to `to`. If the author has a status other than `from`, changes nothing
 * and returns false.
 */
export async function changeAuthorStatus(
  transaction: Queries,
  id: string,
  from: AuthorStatus,
  to: AuthorStatus,
): Promise<boolean> {
  const changedRows = await transaction
    .update(authors)
    .set({ status: to, updatedAt: sql`now()` })
    .where(and(eq(authors.id, id), eq(authors.status, from)))
    .returning({ id: authors.id });
  return changedRows.length > 0;
}

/** The texts of an author's profile, except the alias and the category. */
type AuthorTexts = Pick<
  AuthorProfile,
  'tagline' | 'mission' | 'about' | 'perspective' | 'targetAudience' | 'influencedBy'
> &
  Pick<AuthorProfile['expertise'], 'subjects'>;

/**
 * Updates the texts of an author's profile. If `voice` is present, also updates the author's voice sheet, which
 * describes how the author writes.
 */
export async function updateAuthorTexts(
  transaction: Queries,
  id: string,
  texts: AuthorTexts,
  voice?: unknown,
): Promise<void> {
  const { tagline, mission, about, perspective, subjects, targetAudience, influencedBy } = texts;
  await transaction
    .update(authors)
    .set({
      tagline,
      mission,
      about,
      perspective,
      subjects,
      level: targetAudience.level,
      audience: targetAudience.description,
      influences: influencedBy,
      ...(voice !== undefined && { voice }),
      updatedAt: sql`now()`,
    })
    .where(eq(authors.id, id));
}

/** Marks an author as editor-owned. Imports of the content library then no longer change the author. */
export async function detachAuthorFromLibrary(transaction: Queries, id: string): Promise<void> {
  await transaction
    .update(authors)
    .set({ heldSince: sql`now()` })
    .where(and(eq(authors.id, id), isNotNull(authors.sourceHash), isNull(authors.heldSince)));
}

/**
 * Ends the editor ownership of an author, so that imports of the content library update the author again. `sourceHash`
 * is the hash of the author's library file, which must already contain the editor's changes.
 */
export async function reattachAuthorToLibrary(
  transaction: Queries,
  id: string,
  sourceHash: string,
): Promise<void> {
  await transaction.update(authors).set({ heldSince: null, sourceHash }).where(eq(authors.id, id));
}

function toEditorAuthor(row: typeof authors.$inferSelect) {
  const { id, alias, aliasKey: key, status, voice, portrait, createdAt } = row;
  const { sourceHash, heldSince, publishedArticleCount } = row;
  const { tagline, mission, about, perspective, category, subcategory, subjects } = row;
  return {
    id,
    aliasKey: key,
    status,
    voice,
    portrait,
    createdAt,
    publishedArticleCount,
    isOfLibrary: sourceHash !== null,
    isHeld: heldSince !== null,
    profile: {
      alias,
      tagline,
      mission,
      about,
      perspective,
      expertise: { category: category as CategoryId, subcategory, subjects },
      targetAudience: { level: row.level, description: row.audience },
      influencedBy: row.influences,
    },
  };
}
