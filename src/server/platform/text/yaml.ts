import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { type ContentFileError, FileParseError } from './file-error.ts';

/**
 * Reads a YAML file from a folder, and validates its content with `schema`. Returns `undefined` if the file is missing
 * or invalid. If it is invalid, adds its errors to `errors`.
 */
export async function readYamlFile<Schema extends z.ZodType>(
  folder: string,
  file: string,
  schema: Schema,
  errors: ContentFileError[],
): Promise<z.output<Schema> | undefined> {
  try {
    return parseYamlWithSchema(await readFile(path.join(folder, file), 'utf8'), schema, 1);
  } catch (error) {
    if (error instanceof FileParseError)
      errors.push(...error.errors.map((each) => ({ ...each, file })));
    else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}

/**
 * Parses YAML and validates it with `schema`. `firstLine` is the line number in the file at which `text` starts. Throws
 * {@link FileParseError} with the line number of every error.
 */
export function parseYamlWithSchema<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  firstLine: number,
): z.output<Schema> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, schema: 'core' });
  const getLine = (offset: number) => lines.linePos(offset).line + firstLine - 1;
  if (document.errors.length)
    throw new FileParseError(
      document.errors.map(({ message, pos }) => ({
        line: getLine(pos[0]),
        reason: message.split(' at line ', 1)[0]!,
      })),
    );

  const parsed = schema.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  throw new FileParseError(
    parsed.error.issues.map(({ path, message }) => ({
      line: getLine(findOffset(path)),
      reason: path.length ? `${path.join('.')}: ${message}` : message,
    })),
  );

  /** Returns the offset, in the YAML text, of the innermost part of `path` that exists in the document. */
  function findOffset(path: readonly PropertyKey[]): number {
    for (let depth = path.length; depth > 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true);
      if (isNode(node) && node.range) return node.range[0];
    }
    return 0;
  }
}
