import { eq } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { libraryNotes } from './schema.ts';

/** What an editor should know of an article or an author: the library says otherwise, and they stay as they are. */
export interface LibraryNote {
  /** Of the article or the author. */
  subjectId: string;
  /** A sentence. */
  note: string;
  /** The file that did not come in, where one did not at all. */
  file?: string;
}

/** Keeps what an import came upon, and nothing else. */
export async function replaceLibraryNotes(
  transaction: Queries,
  notes: readonly LibraryNote[],
): Promise<void> {
  await transaction.delete(libraryNotes);
  if (!notes.length) return;
  const rows = notes.map(({ subjectId, note }) => ({ subjectId, note }));
  await transaction.insert(libraryNotes).values(rows).onConflictDoNothing();
}

/** What the last import came upon; of one article or author, where it is given. */
export async function listLibraryNotes(queries: Queries, subjectId?: string) {
  return queries
    .select()
    .from(libraryNotes)
    .where(subjectId ? eq(libraryNotes.subjectId, subjectId) : undefined)
    .orderBy(libraryNotes.note);
}
