import { authorProfileSchema } from '#domain/author.ts';
import { writingVoiceSchema } from '#domain/studio/personas.ts';
import type { EditorAuthor } from '#server/catalogue/authors/editor-authors.ts';
import { createYamlFile, type LibraryFile } from './library-file.ts';

/** Serializes an author as library files. A voice sheet is included only if the studio stores one. */
export function serializeAuthor({ id, aliasKey, profile, voice }: EditorAuthor): LibraryFile[] {
  const sheet = writingVoiceSchema.safeParse(voice);
  return [
    createYamlFile(`authors/${aliasKey}.yaml`, authorProfileSchema, { id, ...profile }),
    ...(sheet.success
      ? [createYamlFile(`voices/${aliasKey}.yaml`, writingVoiceSchema, sheet.data)]
      : []),
  ];
}
