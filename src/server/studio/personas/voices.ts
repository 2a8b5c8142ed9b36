import { type Voice, voiceSchema } from '#domain/studio/personas.ts';
import type { AuthorOnDesk } from '#server/catalogue/authors/desk.ts';
import { readVoice } from '#server/catalogue/editorial/authoring-files.ts';
import { SHIPPED_LIBRARY } from '#server/catalogue/library/service.ts';

/** How an author sounds: their own sheet, or the one in the files of the library. Null where nobody has written one. */
export async function voiceOf({
  aliasKey,
  voice,
  isOfLibrary,
}: Pick<AuthorOnDesk, 'aliasKey' | 'voice' | 'isOfLibrary'>): Promise<Voice | null> {
  const own = voiceSchema.safeParse(voice);
  if (own.success) return own.data;
  return (isOfLibrary && (await readVoice(SHIPPED_LIBRARY, aliasKey))) || null;
}
