import { authorProfileSchema } from '#domain/author.ts';
import { voiceSchema } from '#domain/studio/personas.ts';
import type { EditorAuthor } from '#server/catalogue/authors/editor-authors.ts';
import { type Source, sourceOf } from './source.ts';

/** An author as files of the library say them; the voice sheet where the studio has one of its own. */
export function authorSources({ id, aliasKey, profile, voice }: EditorAuthor): Source[] {
  const sheet = voiceSchema.safeParse(voice);
  return [
    sourceOf(`authors/${aliasKey}.yaml`, authorProfileSchema, { id, ...profile }),
    ...(sheet.success ? [sourceOf(`voices/${aliasKey}.yaml`, voiceSchema, sheet.data)] : []),
  ];
}
