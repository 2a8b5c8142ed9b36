import { authorProfileSchema } from '#domain/author.ts';
import { writingVoiceSchema } from '#domain/studio/personas.ts';
import type { AuthorForEditors } from '#server/catalogue/authors/editor-authors.ts';
import { createYamlExportedFile, type ExportedLibraryFile } from './exported-library-file.ts';

/**
 * Serializes an author as files in the library's format. Includes a voice sheet only if the author has a stored one.
 */
export function createAuthorLibraryFiles({
  id,
  aliasKey,
  profile,
  voice,
}: AuthorForEditors): ExportedLibraryFile[] {
  const sheet = writingVoiceSchema.safeParse(voice);
  return [
    createYamlExportedFile(`authors/${aliasKey}.yaml`, authorProfileSchema, { id, ...profile }),
    ...(sheet.success
      ? [createYamlExportedFile(`voices/${aliasKey}.yaml`, writingVoiceSchema, sheet.data)]
      : []),
  ];
}
