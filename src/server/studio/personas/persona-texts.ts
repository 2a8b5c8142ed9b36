import { createHash } from 'node:crypto';
import { stringify } from 'yaml';
import {
  type PersonaTexts,
  type WritingVoice,
  writingVoiceSchema,
} from '#domain/studio/personas.ts';
import type { AuthorForEditors } from '#server/catalogue/authors/editor-authors.ts';
import { readWritingVoice } from '#server/catalogue/editorial/authoring-files.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';

/**
 * Returns an author's voice sheet, which describes how the author writes. Returns the stored voice sheet, or otherwise
 * the one in the library's files. Returns null if neither exists.
 */
export async function loadWritingVoice({
  aliasKey,
  voice,
  isOfLibrary,
}: Pick<AuthorForEditors, 'aliasKey' | 'voice' | 'isOfLibrary'>): Promise<WritingVoice | null> {
  const stored = writingVoiceSchema.safeParse(voice);
  if (stored.success) return stored.data;
  return (isOfLibrary && (await readWritingVoice(SHIPPED_LIBRARY_FOLDER, aliasKey))) || null;
}

/** Returns the parts of an author's profile and voice that editors can edit. */
export async function loadPersonaTexts(author: AuthorForEditors): Promise<PersonaTexts> {
  const { tagline, mission, about, perspective, expertise, targetAudience, influencedBy } =
    author.profile;
  const { subjects } = expertise;
  const voice = await loadWritingVoice(author);
  return { tagline, mission, about, perspective, subjects, targetAudience, influencedBy, voice };
}

/**
 * Returns a hash of an author's profile and voice, which serves as the version of these texts. Unlike a counter, the
 * hash also changes when an import changes the texts.
 */
export function hashPersonaTexts(texts: PersonaTexts): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
}

/** Formats an author's profile for a prompt. */
export function formatPersonaForPrompt({ profile }: Pick<AuthorForEditors, 'profile'>): string {
  return stringify(profile).trim();
}

/** Loads an author's voice sheet, and formats it for a prompt. */
export async function loadWritingVoiceForPrompt(
  author: Parameters<typeof loadWritingVoice>[0],
): Promise<string> {
  const voice = await loadWritingVoice(author);
  return voice
    ? stringify(voice).trim()
    : 'No sheet has been written: clear, concrete, sentences of twelve to sixteen words on average.';
}
