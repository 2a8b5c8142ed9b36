import { createHash } from 'node:crypto';
import type { PersonaWords } from '#domain/studio/personas.ts';
import type { EditorAuthor } from '#server/catalogue/authors/editor-authors.ts';
import { loadVoice } from './load-voice.ts';

/** Returns the editable profile and voice of an author. */
export async function loadPersonaWords(author: EditorAuthor): Promise<PersonaWords> {
  const { tagline, mission, about, perspective, expertise, targetAudience, influencedBy } =
    author.profile;
  const { subjects } = expertise;
  const voice = await loadVoice(author);
  return { tagline, mission, about, perspective, subjects, targetAudience, influencedBy, voice };
}

/** Returns a hash of the content as its version, which needs no counter, wherever the content comes from. */
export function hashPersonaWords(words: PersonaWords): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('base64url');
}
