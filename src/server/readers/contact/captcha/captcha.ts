import type { FastifyRequest } from 'fastify';
import type { CaptchaChallenge } from '#domain/captcha.ts';

/** A check that a message was written by a person rather than a program. */
export interface Captcha {
  /**
   * True if every verification calls an external service. The rate limit is then applied before the verification
   * instead of after it.
   */
  usesExternalService: boolean;
  /** Creates a challenge that a browser must solve. */
  createChallenge(): Promise<CaptchaChallenge>;
  /**
   * Verifies the solution to a challenge. Each solution is accepted only once. Throws `InvalidRequestError` if the
   * solution is invalid, and `BusyError` if it cannot be verified at the moment.
   */
  verify(token: string, request: FastifyRequest): Promise<void>;
}
