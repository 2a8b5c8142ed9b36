import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import type { z } from 'zod';
import { FileParseError } from '#server/platform/text/file-error.ts';
import { readYaml } from '#server/platform/text/yaml.ts';

/** A file of the library. `isSaidBy` returns true if an existing file has the same content in any formatting. */
export interface LibraryFile {
  file: string;
  content: string | Uint8Array;
  isSaidBy: (there: Buffer) => boolean;
}

/** Returns a file that must match byte by byte. */
export function createVerbatimFile(file: string, content: string | Uint8Array): LibraryFile {
  return { file, content, isSaidBy: (there) => there.equals(Buffer.from(content)) };
}

/** Returns a YAML file that matches any file with the same data. */
export function createYamlFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  said: z.output<Schema>,
): LibraryFile {
  return {
    file,
    content: stringify(said, { lineWidth: 0 }),
    isSaidBy: (there) => isDeepStrictEqual(parseIfValid(there.toString(), schema), said),
  };
}

function parseIfValid<Schema extends z.ZodType>(text: string, schema: Schema) {
  try {
    return readYaml(text, schema, 1);
  } catch (error) {
    if (error instanceof FileParseError) return undefined;
    throw error;
  }
}
