/** An error in a content file, such as an article in the library. */
export interface ContentFileError {
  /** Path of the file, relative to the folder that was read. */
  file: string;
  /** Line number, counted from 1. */
  line: number;
  /** Reason for the error, as a phrase without a final period. */
  reason: string;
}

/**
 * Thrown when parsing a single content file fails. The code that reads the whole folder catches this error and adds the
 * file's path.
 */
export class FileParseError extends Error {
  override name = 'FileParseError';
  readonly errors: readonly Omit<ContentFileError, 'file'>[];

  constructor(errors: readonly Omit<ContentFileError, 'file'>[]) {
    super(errors.map(({ line, reason }) => `line ${line}: ${reason}`).join('; '));
    this.errors = errors;
  }
}

/** Formats an error, for example as "articles/plumbline/kilogram.md:12: the summary has 4 bullets". */
export function describeContentFileError({ file, line, reason }: ContentFileError): string {
  return `${file}:${line}: ${reason}`;
}
