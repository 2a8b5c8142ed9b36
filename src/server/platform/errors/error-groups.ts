/** Where an error occurred: in a request, in a browser, or in a background job. */
export type ErrorSource = 'server' | 'browser' | 'job';

/** Characters of an error that are stored. */
const MAX_LENGTHS = { message: 1000, stack: 8000, path: 500 } as const;

/** An error as stored: text that PostgreSQL accepts. */
export interface ErrorText {
  message: string;
  stack: string;
  path: string;
}

/** Returns what is stored of an error (or any thrown value) that occurred at `path`. */
export function describeError(thrown: unknown, path: string): ErrorText {
  const { message, stack = '' } = toError(thrown);
  return {
    message: toStorableText(String(message), MAX_LENGTHS.message),
    stack: toStorableText(String(stack), MAX_LENGTHS.stack),
    path: toStorableText(path, MAX_LENGTHS.path),
  };
}

/**
 * Returns a key that errors with the same cause share: the source, the message of the root cause without numbers, and the
 * first line of its stack. Messages of failed queries contain values, and one unreachable host fails a hundred queries.
 */
export function groupKeyOf(source: ErrorSource, thrown: unknown): string {
  const { name, message, stack = '' } = findRootCause(toError(thrown));
  const place =
    String(stack)
      .split('\n')
      .find((line) => /^\s+at |@/.test(line)) ?? '';
  return [
    source,
    name,
    replaceNumbers(String(message).slice(0, 300)),
    place.trim().slice(0, 300),
  ].join('\n');
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Returns the innermost cause of an error. The outer error of a failed query contains all values of the query. */
export function findRootCause(error: Error): Error {
  // A failed connection to every address of a host name is an AggregateError.
  const within = error instanceof AggregateError ? error.errors[0] : error.cause;
  return within instanceof Error ? findRootCause(within) : error;
}

/** Replaces numbers and hexadecimal ids. */
function replaceNumbers(message: string): string {
  return message.replace(/\b[0-9a-f]*\d[0-9a-f-]*\b/gi, '#');
}

/** Removes NUL, which PostgreSQL's text type rejects, and truncates. */
function toStorableText(text: string, longest: number): string {
  return text.replaceAll('\0', '').slice(0, longest);
}
