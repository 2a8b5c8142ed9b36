import type { FastifyRequest } from 'fastify';
import type { CaptchaChallenge } from '#domain/captcha.ts';

/** A check that a message was sent by a person. */
export interface Captcha {
  /** True if every check calls an external service. Calls are then rate-limited before the check. */
  usesExternalService: boolean;
  /** Creates the challenge that a browser has to solve. */
  createChallenge(): Promise<CaptchaChallenge>;
  /**
   * Verifies a solution, which is accepted once. Throws `InvalidError` for an invalid solution, and `BusyError` if it
   * cannot be verified now.
   */
  verify(token: string, request: FastifyRequest): Promise<void>;
}
