import type { FastifyRequest } from 'fastify';
import type { CaptchaChallenge } from '#domain/captcha.ts';

/** A check that a message was sent by a person. */
export interface Captcha {
  /** True if every verification calls an external service. The rate limit is then applied before the verification. */
  usesExternalService: boolean;
  /** Creates a challenge for a browser to solve. */
  createChallenge(): Promise<CaptchaChallenge>;
  /**
   * Verifies a solution. Each solution is accepted only once. Throws `InvalidError` if the solution is invalid, and
   * `BusyError` if it cannot be verified at the moment.
   */
  verify(token: string, request: FastifyRequest): Promise<void>;
}
