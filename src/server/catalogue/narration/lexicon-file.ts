import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type ContentFileError, FileParseError } from '#server/platform/text/file-error.ts';
import { parseYamlWithSchema } from '#server/platform/text/yaml.ts';
import {
  buildLexicon,
  EMPTY_LEXICON,
  type Lexicon,
  lexiconSchema,
} from '#speech/script/lexicon.ts';

/** Name of the file with the lexicon, which contains pronunciations. It is in the folder of the content library. */
const LEXICON_FILE = 'lexicon.yaml';

/**
 * Reads the lexicon, which contains pronunciations, from a content library. Returns an empty lexicon if the file is
 * missing or invalid. Adds the errors in an invalid file to `errors`.
 */
export async function readLexicon(
  folder: string,
  errors: ContentFileError[] = [],
): Promise<Lexicon> {
  try {
    const text = await readFile(path.join(folder, LEXICON_FILE), 'utf8');
    return buildLexicon(parseYamlWithSchema(text, lexiconSchema, 1));
  } catch (error) {
    if (error instanceof FileParseError)
      errors.push(...error.errors.map((each) => ({ ...each, file: LEXICON_FILE })));
    else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return EMPTY_LEXICON;
  }
}
