/** Where a fault happened: while a page or call was answered, in a browser, or in work that is no request. */
export type ErrorSource = 'server' | 'browser' | 'job';

/** Characters of a fault's parts that are kept. */
const MAX_LENGTHS = { message: 1000, stack: 8000, path: 500 } as const;

/** What is kept of a fault, as text PostgreSQL takes. */
export interface ErrorText {
  message: string;
  stack: string;
  path: string;
}

/** What is kept of whatever was thrown, at `path`. */
export function describeError(thrown: unknown, path: string): ErrorText {
  const { message, stack = '' } = toError(thrown);
  return {
    message: toStorableText(String(message), MAX_LENGTHS.message),
    stack: toStorableText(String(stack), MAX_LENGTHS.stack),
    path: toStorableText(path, MAX_LENGTHS.path),
  };
}

/**
 * What two faults have in common that come of the same: what the innermost error says, numbers aside, and where it was
 * made. A query that fails names its values, and an address that does not answer fails a hundred queries.
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

/** What an error comes of, without what was being done: a query that fails holds all it was to write. */
export function findRootCause(error: Error): Error {
  // Failing to connect to every address of a name comes as a bundle.
  const within = error instanceof AggregateError ? error.errors[0] : error.cause;
  return within instanceof Error ? findRootCause(within) : error;
}

/** Ids too: they are numbers with letters between. */
function replaceNumbers(message: string): string {
  return message.replace(/\b[0-9a-f]*\d[0-9a-f-]*\b/gi, '#');
}

/** PostgreSQL's text holds any character but NUL. */
function toStorableText(text: string, longest: number): string {
  return text.replaceAll('\0', '').slice(0, longest);
}
