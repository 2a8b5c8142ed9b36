/** What is wrong with a file that people write. */
export interface FileError {
  /** Path within the folder that was read. */
  file: string;
  /** Counted from 1. */
  line: number;
  /** Without a full stop. */
  reason: string;
}

/** Thrown by the readers of one file; caught where the whole folder is read. */
export class FileParseError extends Error {
  override name = 'FaultError';
  readonly errors: readonly Omit<FileError, 'file'>[];

  constructor(errors: readonly Omit<FileError, 'file'>[]) {
    super(errors.map(({ line, reason }) => `line ${line}: ${reason}`).join('; '));
    this.errors = errors;
  }
}

/** "articles/plumbline/kilogram.md:12: the summary has 4 bullets" */
export function describeFileError({ file, line, reason }: FileError): string {
  return `${file}:${line}: ${reason}`;
}
