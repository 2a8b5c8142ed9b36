import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import type { z } from 'zod';
import { FileParseError } from '#server/platform/text/file-error.ts';
import { parseYamlWithSchema } from '#server/platform/text/yaml.ts';

/** A file to write to the library. `matchesContent` returns true if the file on disk already has the same content. */
export interface ExportedLibraryFile {
  file: string;
  content: string | Uint8Array;
  matchesContent: (existing: Buffer) => boolean;
}

/** Creates a library file that counts as up to date only if the file on disk has exactly the same bytes. */
export function createVerbatimExportedFile(
  file: string,
  content: string | Uint8Array,
): ExportedLibraryFile {
  return { file, content, matchesContent: (existing) => existing.equals(Buffer.from(content)) };
}

/**
 * Creates a YAML file that counts as up to date if the file on disk contains the same data, however it is formatted.
 */
export function createYamlExportedFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  data: z.output<Schema>,
): ExportedLibraryFile {
  return {
    file,
    content: stringify(data, { lineWidth: 0 }),
    matchesContent: (existing) =>
      isDeepStrictEqual(parseIfValid(existing.toString(), schema), data),
  };
}

function parseIfValid<Schema extends z.ZodType>(text: string, schema: Schema) {
  try {
    return parseYamlWithSchema(text, schema, 1);
  } catch (error) {
    if (error instanceof FileParseError) return undefined;
    throw error;
  }
}
