import { inArray } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { importNotes } from './schema.ts';

/** A note for editors about an article or author that still differs from the content library after an import. */
export interface ImportNote {
  /** The ID of the article or author. */
  subjectId: string;
  /** The text of the note, in one or more sentences. */
  note: string;
  /** Path of the library file. Present only if nothing from the file was imported. */
  file?: string;
}

/** Replaces the notes that the previous import stored for editors. */
export async function replaceImportNotes(
  transaction: Queries,
  notes: readonly ImportNote[],
): Promise<void> {
  await transaction.delete(importNotes);
  if (!notes.length) return;
  const rows = notes.map(({ subjectId, note }) => ({ subjectId, note }));
  await transaction.insert(importNotes).values(rows).onConflictDoNothing();
}

/** Lists the last import's notes about the given articles and authors. */
export async function listImportNotes(queries: Queries, subjectIds: readonly string[]) {
  return queries
    .select()
    .from(importNotes)
    .where(inArray(importNotes.subjectId, [...subjectIds]))
    .orderBy(importNotes.note);
}
