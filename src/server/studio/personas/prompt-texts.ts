import { stringify } from 'yaml';
import { CATEGORIES } from '#domain/categories.ts';
import type { WritingVoice } from '#domain/studio/personas.ts';
import type { EditorAuthor } from '#server/catalogue/authors/editor-authors.ts';

/** Formats an author's profile for a prompt. */
export function formatPersona({ profile }: Pick<EditorAuthor, 'profile'>): string {
  return stringify(profile).trim();
}

/** Formats an author's voice for a prompt. */
export function formatWritingVoice(voice: WritingVoice | null): string {
  return voice
    ? stringify(voice).trim()
    : 'No sheet has been written: clear, concrete, sentences of twelve to sixteen words on average.';
}

/** Formats the categories with their subcategories, one per line. */
export function formatCategories(): string {
  return CATEGORIES.map(({ id, name, subcategories }) => {
    const inside = subcategories.map((sub) => `${sub.id} ${sub.name}`).join(', ');
    return `${id} ${name}: ${inside}`;
  }).join('\n');
}

/** Text that a prompt contains in place of the editor's wish if the editor has not entered one. */
export const NO_WISH_TEXT = 'Nothing in particular.';
