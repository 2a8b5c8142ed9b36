import { redactSqlValues } from './redact-sql-values.ts';

/** The place where an error occurred: in a request (`server`), in a browser, or in a background job. */
export type ErrorSource = 'server' | 'browser' | 'job';

/** Maximum lengths of an error's stored message, stack and path, in characters. */
const MAX_LENGTHS = { message: 1000, stack: 8000, path: 500 } as const;

/**
 * An error's message, stack and path as they are stored: truncated, and without the NUL characters that PostgreSQL
 * rejects.
 */
export interface StoredErrorFields {
  message: string;
  stack: string;
  path: string;
}

/**
 * Returns the message, stack and path to store for a thrown value. If a query failed, the query's values are removed
 * from the message and the stack. `path` is the place where the value was thrown, such as a URL path.
 */
export function createErrorTexts(thrown: unknown, path: string): StoredErrorFields {
  const { message, stack } = redactSqlValues(toError(thrown));
  return {
    message: toStorableText(message, MAX_LENGTHS.message),
    stack: toStorableText(stack, MAX_LENGTHS.stack),
    path: toStorableText(path, MAX_LENGTHS.path),
  };
}

/**
 * Returns a key that is the same for all errors with the same cause. The key consists of the error's source and the
 * root cause's name, message (without numbers) and first stack frame. If a query failed, the key does not contain the
 * query error's own message, because that message contains the query's values.
 */
export function getErrorGroupKey(source: ErrorSource, thrown: unknown): string {
  const { name, message, stack = '' } = findRootCause(toError(thrown));
  const frame =
    String(stack)
      .split('\n')
      .find((line) => /^\s+at |@/.test(line)) ?? '';
  return [
    source,
    name,
    replaceNumbers(String(message).slice(0, 300)),
    frame.trim().slice(0, 300),
  ].join('\n');
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/**
 * Returns the innermost cause of an error. If a query failed, this cause does not contain the query's values, because
 * only the outermost error contains them.
 */
export function findRootCause(error: Error): Error {
  // Follows the first error of an AggregateError. Node throws an AggregateError if it cannot connect to any of a host
  // name's IP addresses, with one error for each address.
  const cause = error instanceof AggregateError ? error.errors[0] : error.cause;
  return cause instanceof Error ? findRootCause(cause) : error;
}

/** Replaces numbers and hexadecimal IDs with `#`. */
function replaceNumbers(message: string): string {
  return message.replace(/\b[0-9a-f]*\d[0-9a-f-]*\b/gi, '#');
}

/** Truncates a string and removes its NUL characters, which PostgreSQL's `text` type rejects. */
function toStorableText(text: string, maxLength: number): string {
  return text.replaceAll('\0', '').slice(0, maxLength);
}
