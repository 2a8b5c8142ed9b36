import { type WritingVoice, writingVoiceSchema } from '#domain/studio/personas.ts';
import type { EditorAuthor } from '#server/catalogue/authors/editor-authors.ts';
import { readWritingVoice } from '#server/catalogue/editorial/authoring-files.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';

/**
 * Returns an author's voice sheet: the stored one, or otherwise the one in the library's files. Returns null if neither
 * exists.
 */
export async function loadWritingVoice({
  aliasKey,
  voice,
  isOfLibrary,
}: Pick<EditorAuthor, 'aliasKey' | 'voice' | 'isOfLibrary'>): Promise<WritingVoice | null> {
  const own = writingVoiceSchema.safeParse(voice);
  if (own.success) return own.data;
  return (isOfLibrary && (await readWritingVoice(SHIPPED_LIBRARY_FOLDER, aliasKey))) || null;
}
