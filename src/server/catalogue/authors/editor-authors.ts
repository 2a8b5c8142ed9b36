import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { AuthorProfile } from '#domain/author.ts';
import type { CategoryId } from '#domain/categories.ts';
import { aliasKey } from '#domain/paths.ts';
import type { AuthorStatus } from '#domain/statuses/machines.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { authors, formerAliases } from './schema.ts';

/*
 * Authors as editors see and change them, inactive ones included. Call functions that change rows within a transaction.
 */

/** An author of any status, as editors see them. */
export type EditorAuthor = ReturnType<typeof toEditorAuthor>;

/** Lists all authors, or those of a status, by alias. There are few enough for one list. */
export async function listEditorAuthors(
  queries: Queries,
  status?: AuthorStatus,
): Promise<EditorAuthor[]> {
  const rows = await queries
    .select()
    .from(authors)
    .where(status && eq(authors.status, status))
    .orderBy(asc(authors.aliasKey), asc(authors.id));
  return rows.map(toEditorAuthor);
}

/** Finds an author of any status. With `isLocked`, locks them until the transaction ends. */
export async function findEditorAuthor(
  queries: Queries,
  id: string,
  { isLocked = false } = {},
): Promise<EditorAuthor | undefined> {
  const query = queries.select().from(authors).where(eq(authors.id, id));
  const [row] = await (isLocked ? query.for('no key update') : query);
  return row && toEditorAuthor(row);
}

/** True if an author has or had this alias: nobody else may use it. */
export async function isAliasTaken(queries: Queries, alias: string): Promise<boolean> {
  const key = aliasKey(alias);
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

/** Inserts a persona that awaits a decision. Its alias must be free. */
export async function insertPersonaProposal(
  transaction: Queries,
  { profile, portrait, voice }: { profile: AuthorProfile; portrait: string; voice: unknown },
): Promise<void> {
  const { id, alias, tagline, mission, about, perspective } = profile;
  const { expertise, targetAudience, influencedBy } = profile;
  await transaction.insert(authors).values({
    id,
    alias,
    aliasKey: aliasKey(alias),
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

/** Changes the status of an author. Returns false if it was not `from`. */
export async function changeAuthorStatus(
  transaction: Queries,
  id: string,
  from: AuthorStatus,
  to: AuthorStatus,
): Promise<boolean> {
  const changed = await transaction
    .update(authors)
    .set({ status: to, updatedAt: sql`now()` })
    .where(and(eq(authors.id, id), eq(authors.status, from)))
    .returning({ id: authors.id });
  return changed.length > 0;
}

/** The texts of an author's profile, without alias and category. */
type AuthorTexts = Pick<
  AuthorProfile,
  'tagline' | 'mission' | 'about' | 'perspective' | 'targetAudience' | 'influencedBy'
> &
  Pick<AuthorProfile['expertise'], 'subjects'>;

/** Updates the texts of an author, and the `voice` if it is given. */
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

/** Makes an author editor-owned: imports of the library no longer change them. */
export async function detachAuthorFromLibrary(transaction: Queries, id: string): Promise<void> {
  await transaction
    .update(authors)
    .set({ heldSince: sql`now()` })
    .where(and(eq(authors.id, id), isNotNull(authors.sourceHash), isNull(authors.heldSince)));
}

/**
 * Makes an author follow their library file again. `sourceHash` is the hash of the file, which contains the editor's
 * changes.
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
