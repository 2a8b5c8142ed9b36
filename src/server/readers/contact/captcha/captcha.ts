import type { FastifyRequest } from 'fastify';
import type { CaptchaChallenge } from '#domain/captcha.ts';

/** What tells people from machines, before a stranger's words are taken. */
export interface Captcha {
  /** Whether somebody else is asked each time: an address may not have that done as often as it likes. */
  usesExternalService: boolean;
  /** What a browser has to do, and what it needs for that. */
  createChallenge(): Promise<CaptchaChallenge>;
  /**
   * Takes what came of it, once. Throws `InvalidError` when that proves nothing, and `BusyError` when nobody can
   * tell at the moment.
   */
  verify(token: string, request: FastifyRequest): Promise<void>;
}
