import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import type { z } from 'zod';
import { FaultError } from '#server/platform/text/fault.ts';
import { readYaml } from '#server/platform/text/yaml.ts';

/** A file of the library, and whether a file that is there says the same, however it is set. */
export interface LibraryFile {
  file: string;
  content: string | Uint8Array;
  isSaidBy: (there: Buffer) => boolean;
}

/** A file that is to be as it is, letter by letter. */
export function createExactFile(file: string, content: string | Uint8Array): LibraryFile {
  return { file, content, isSaidBy: (there) => there.equals(Buffer.from(content)) };
}

/** A file in YAML that says something, in whichever words. */
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
    if (error instanceof FaultError) return undefined;
    throw error;
  }
}
