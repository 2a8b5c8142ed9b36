/**
 * The errors that a module may throw. `http/errors.ts` turns them into HTTP responses. Their messages are shown to the
 * client.
 */
class DomainError extends Error {
  override name = 'DomainError';
}

/** The request is invalid: 400. */
export class InvalidError extends DomainError {
  override name = 'InvalidError';
}

/** Not found: 404. */
export class NotFoundError extends DomainError {
  override name = 'NotFoundError';
}

/** The client is not signed in: 401. */
export class UnauthenticatedError extends DomainError {
  override name = 'UnauthenticatedError';

  constructor() {
    super('Sign in first.');
  }
}

/** The request conflicts with the current state: 409. */
export class ConflictError extends DomainError {
  override name = 'ConflictError';
}

/** A rate limit is exceeded: 429. */
export class TooManyError extends DomainError {
  override name = 'TooManyError';
  /** Seconds until the request is possible again, if known. */
  readonly retryAfter: number | undefined;

  constructor(message: string, retryAfter?: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** The server is overloaded: 503. */
export class BusyError extends DomainError {
  override name = 'BusyError';
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** The signed-in reader lacks permission: 403. */
export class ForbiddenError extends DomainError {
  override name = 'ForbiddenError';
}
