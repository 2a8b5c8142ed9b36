/**
 * Base class of the errors that modules throw to reject a request. `http/errors.ts` converts these errors to HTTP
 * responses with the same message.
 */
class DomainError extends Error {
  override name = 'DomainError';
}

/** Thrown if a request is invalid. The response status is 400. */
export class InvalidRequestError extends DomainError {
  override name = 'InvalidRequestError';
}

/** Thrown if the requested resource does not exist. The response status is 404. */
export class NotFoundError extends DomainError {
  override name = 'NotFoundError';
}

/** Thrown if the client is not signed in. The response status is 401. */
export class UnauthenticatedError extends DomainError {
  override name = 'UnauthenticatedError';

  constructor() {
    super('Sign in first.');
  }
}

/** Thrown if a request conflicts with the current state of the resource. The response status is 409. */
export class ConflictError extends DomainError {
  override name = 'ConflictError';
}

/** Thrown if the client has exceeded a rate limit. The response status is 429. */
export class TooManyRequestsError extends DomainError {
  override name = 'TooManyRequestsError';
  /** Seconds until the client may send the request again, if known. */
  readonly retryAfter: number | undefined;

  constructor(message: string, retryAfter?: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** Thrown if the server is overloaded. The response status is 503. */
export class BusyError extends DomainError {
  override name = 'BusyError';
  /** Seconds after which the client should retry. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** Thrown if the signed-in reader lacks permission. The response status is 403. */
export class ForbiddenError extends DomainError {
  override name = 'ForbiddenError';
}
