import { createHash } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { ProofOfWorkChallenge, ProofOfWorkSolution } from '#domain/captcha.ts';
import { createPostRequest, type TestApp } from '#server/testing/app.ts';

/** A valid contact message without the captcha token. */
export const SAMPLE_MESSAGE = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  subject: 'general',
  message: 'Which of the authors is the oldest?',
};

export async function requestChallenge({ app }: TestApp): Promise<ProofOfWorkChallenge> {
  return (await app.inject('/api/v1/contact/challenge')).json().data;
}

export function solveChallenge({
  challenge,
  salt,
  signature,
  largest,
}: ProofOfWorkChallenge): ProofOfWorkSolution {
  for (let number = 0; number <= largest; number++)
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
      return { challenge, salt, signature, number };
  throw new Error('This challenge has no answer.');
}

export function encodeProof(proof: unknown): string {
  return Buffer.from(JSON.stringify(proof)).toString('base64');
}

/** Requests a captcha challenge and solves it. Returns the encoded solution. */
export async function createCaptchaToken(test: TestApp): Promise<string> {
  return encodeProof(solveChallenge(await requestChallenge(test)));
}

/** Sends a message as the contact form does. Creates a captcha token unless `changes` contains one. */
export async function sendContactMessage(
  test: TestApp,
  changes: Record<string, unknown> = {},
  options: InjectOptions = {},
) {
  const recaptchaToken = 'recaptchaToken' in changes ? '' : await createCaptchaToken(test);
  const request = createPostRequest('/api/v1/contact', {
    ...SAMPLE_MESSAGE,
    recaptchaToken,
    ...changes,
  });
  return test.app.inject({
    ...request,
    ...options,
    headers: { ...request.headers, ...options.headers },
  });
}
