import { stringify } from 'yaml';
import { CATEGORIES } from '#domain/categories.ts';
import type { Voice } from '#domain/studio/personas.ts';
import type { EditorAuthor } from '#server/catalogue/authors/editor-authors.ts';

/** An author as a model is told of one. */
export function formatPersona({ profile }: Pick<EditorAuthor, 'profile'>): string {
  return stringify(profile).trim();
}

/** How an author sounds, as a model is told. */
export function formatVoice(voice: Voice | null): string {
  return voice
    ? stringify(voice).trim()
    : 'No sheet has been written: clear, concrete, sentences of twelve to sixteen words on average.';
}

/** Categories with their subcategories, a line each. */
export function formatCategories(): string {
  return CATEGORIES.map(({ id, name, subcategories }) => {
    const inside = subcategories.map((sub) => `${sub.id} ${sub.name}`).join(', ');
    return `${id} ${name}: ${inside}`;
  }).join('\n');
}

/** Where an editor has nothing in mind. */
export const NO_WISH = 'Nothing in particular.';
