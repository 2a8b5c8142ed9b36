import { authorProfileSchema } from '#domain/author.ts';
import { writingVoiceSchema } from '#domain/studio/personas.ts';
import type { AuthorForEditors } from '#server/catalogue/authors/editor-authors.ts';
import { createYamlLibraryFile, type LibraryFile } from './library-file.ts';

/**
 * Serializes an author as files in the library's format. Includes a voice sheet only if the author has a stored one.
 */
export function createAuthorLibraryFiles({
  id,
  aliasKey,
  profile,
  voice,
}: AuthorForEditors): LibraryFile[] {
  const sheet = writingVoiceSchema.safeParse(voice);
  return [
    createYamlLibraryFile(`authors/${aliasKey}.yaml`, authorProfileSchema, { id, ...profile }),
    ...(sheet.success
      ? [createYamlLibraryFile(`voices/${aliasKey}.yaml`, writingVoiceSchema, sheet.data)]
      : []),
  ];
}
