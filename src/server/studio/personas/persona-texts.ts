import { createHash } from 'node:crypto';
import type { PersonaTexts } from '#domain/studio/personas.ts';
import type { EditorAuthor } from '#server/catalogue/authors/editor-authors.ts';
import { loadWritingVoice } from './load-writing-voice.ts';

/** Returns the parts of an author's profile and voice that editors can edit. */
export async function loadPersonaTexts(author: EditorAuthor): Promise<PersonaTexts> {
  const { tagline, mission, about, perspective, expertise, targetAudience, influencedBy } =
    author.profile;
  const { subjects } = expertise;
  const voice = await loadWritingVoice(author);
  return { tagline, mission, about, perspective, subjects, targetAudience, influencedBy, voice };
}

/**
 * Returns a hash of an author's profile and voice, which serves as their version. Unlike a counter, a hash also changes
 * with the library's files.
 */
export function hashPersonaTexts(words: PersonaTexts): string {
  return createHash('sha256').update(JSON.stringify(words)).digest('base64url');
}
