/** An error in a content file, such as an article of the library. */
export interface ContentFileError {
  /** Path of the file, relative to the folder that was read. */
  file: string;
  /** Line number, counted from 1. */
  line: number;
  /** Reason for the error, in words and without a final period. */
  reason: string;
}

/**
 * Thrown by the parser of a single content file. The caller that reads the whole folder catches the error and adds the
 * path of the file.
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
