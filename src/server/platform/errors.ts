/**
 * The errors a capability may throw. One plugin turns them into HTTP (`http/errors.ts`); their messages
 * are sentences for whoever made the call.
 */
class DomainError extends Error {
  override name = 'DomainError';
}

/** The call itself is wrong: 400. */
export class InvalidError extends DomainError {
  override name = 'InvalidError';
}

/** There is no such thing: 404. */
export class NotFoundError extends DomainError {
  override name = 'NotFoundError';
}

/** Nobody is signed in: 401. */
export class UnauthenticatedError extends DomainError {
  override name = 'UnauthenticatedError';

  constructor() {
    super('Sign in first.');
  }
}

/** It does not go with how things are by now: 409. */
export class ConflictError extends DomainError {
  override name = 'ConflictError';
}

/** Too much of it lately: 429. */
export class TooManyError extends DomainError {
  override name = 'TooManyError';
  /** Seconds after which it is possible again, where that is known. */
  readonly retryAfter: number | undefined;

  constructor(message: string, retryAfter?: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** More is being asked for than can be done in time: 503. */
export class BusyError extends DomainError {
  override name = 'BusyError';
  /** Seconds after which it is worth another try. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** Whoever is signed in may not: 403. */
export class ForbiddenError extends DomainError {
  override name = 'ForbiddenError';
}
