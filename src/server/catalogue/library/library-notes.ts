import { eq } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { libraryNotes } from './schema.ts';

/** A note for editors about an article or author that an import left unchanged although the library differs. */
export interface LibraryNote {
  /** The id of the article or author. */
  subjectId: string;
  /** A sentence. */
  note: string;
  /** The file that was not imported at all. */
  file?: string;
}

/** Replaces the notes of the previous import. */
export async function replaceLibraryNotes(
  transaction: Queries,
  notes: readonly LibraryNote[],
): Promise<void> {
  await transaction.delete(libraryNotes);
  if (!notes.length) return;
  const rows = notes.map(({ subjectId, note }) => ({ subjectId, note }));
  await transaction.insert(libraryNotes).values(rows).onConflictDoNothing();
}

/** Lists the notes of the last import; only those of one article or author if `subjectId` is given. */
export async function listLibraryNotes(queries: Queries, subjectId?: string) {
  return queries
    .select()
    .from(libraryNotes)
    .where(subjectId ? eq(libraryNotes.subjectId, subjectId) : undefined)
    .orderBy(libraryNotes.note);
}
