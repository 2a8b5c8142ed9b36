import { type Voice, voiceSchema } from '#domain/studio/personas.ts';
import type { EditorAuthor } from '#server/catalogue/authors/editor-authors.ts';
import { readVoice } from '#server/catalogue/editorial/authoring-files.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';

/**
 * Returns an author's voice sheet: the stored one, or otherwise the one in the library's files. Returns null if neither
 * exists.
 */
export async function loadVoice({
  aliasKey,
  voice,
  isOfLibrary,
}: Pick<EditorAuthor, 'aliasKey' | 'voice' | 'isOfLibrary'>): Promise<Voice | null> {
  const own = voiceSchema.safeParse(voice);
  if (own.success) return own.data;
  return (isOfLibrary && (await readVoice(SHIPPED_LIBRARY_FOLDER, aliasKey))) || null;
}
