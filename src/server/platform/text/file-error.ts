/** An error in a content file. */
export interface FileError {
  /** Path within the folder that was read. */
  file: string;
  /** Counted from 1. */
  line: number;
  /** Without a period at the end. */
  reason: string;
}

/** Thrown by the parser of one file, and caught where the whole folder is read. */
export class FileParseError extends Error {
  override name = 'FaultError';
  readonly errors: readonly Omit<FileError, 'file'>[];

  constructor(errors: readonly Omit<FileError, 'file'>[]) {
    super(errors.map(({ line, reason }) => `line ${line}: ${reason}`).join('; '));
    this.errors = errors;
  }
}

/** Formats an error: "articles/plumbline/kilogram.md:12: the summary has 4 bullets". */
export function describeFileError({ file, line, reason }: FileError): string {
  return `${file}:${line}: ${reason}`;
}
