/**
 * Base class of the errors that modules throw to reject a request. `http/errors.ts` turns each into an HTTP response.
 * Clients see the message.
 */
class DomainError extends Error {
  override name = 'DomainError';
}

/** The request is invalid. Becomes HTTP 400. */
export class InvalidError extends DomainError {
  override name = 'InvalidError';
}

/** The requested resource does not exist. Becomes HTTP 404. */
export class NotFoundError extends DomainError {
  override name = 'NotFoundError';
}

/** The client is not signed in. Becomes HTTP 401. */
export class UnauthenticatedError extends DomainError {
  override name = 'UnauthenticatedError';

  constructor() {
    super('Sign in first.');
  }
}

/** The request conflicts with the current state of the resource. Becomes HTTP 409. */
export class ConflictError extends DomainError {
  override name = 'ConflictError';
}

/** The client has exceeded a rate limit. Becomes HTTP 429. */
export class TooManyError extends DomainError {
  override name = 'TooManyError';
  /** Seconds until the client may send the request again, if known. */
  readonly retryAfter: number | undefined;

  constructor(message: string, retryAfter?: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** The server is overloaded. Becomes HTTP 503. */
export class BusyError extends DomainError {
  override name = 'BusyError';
  /** Seconds after which the client should retry. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** The signed-in reader lacks permission. Becomes HTTP 403. */
export class ForbiddenError extends DomainError {
  override name = 'ForbiddenError';
}
