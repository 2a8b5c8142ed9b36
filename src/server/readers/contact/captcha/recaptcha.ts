import { z } from 'zod';
import { CAPTCHA_UNAVAILABLE_MESSAGE, RECAPTCHA_ACTION } from '#domain/captcha.ts';
import { BusyError, InvalidRequestError } from '#server/platform/errors.ts';
import type { Captcha } from './captcha.ts';

export interface RecaptchaOptions {
  siteKey: string;
  secret: string;
  /** The hostname of the pages that request tokens from Google. */
  hostname: string;
  /** URL of the verification endpoint. Default: Google's endpoint. Tests pass a mock server's URL. */
  verifyUrl?: string;
  /** Milliseconds to wait for Google's response. The value must be less than the request timeout in `app.ts`. */
  timeout?: number;
}

const GOOGLE_VERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify';
const VERIFY_TIMEOUT = 3000;
/**
 * Minimum score at which a message is accepted, set to Google's default. A score of 1 means that the sender is very
 * likely a person, and 0 means very likely a bot.
 */
const MIN_SCORE = 0.5;
/** Seconds after which a client should retry if Google could not verify a token. */
const RETRY_AFTER = 10;

/** Google's error codes for an invalid configuration, which a message's sender cannot fix. */
const CONFIGURATION_ERRORS: readonly string[] = [
  'missing-input-secret',
  'invalid-input-secret',
  'bad-request',
];

/** Schema of Google's verification response (https://developers.google.com/recaptcha/docs/v3#site_verify_response). */
const verdictSchema = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});

type Verdict = z.output<typeof verdictSchema>;

/**
 * Creates a captcha that uses Google's reCAPTCHA v3. Google accepts each token once, within two minutes. `verify`
 * checks the action, the hostname and the score.
 */
export function createRecaptcha(options: RecaptchaOptions): Captcha {
  const { siteKey, hostname } = options;
  return {
    usesExternalService: true,

    createChallenge: async () => ({ kind: 'recaptcha', siteKey }),

    async verify(token, { ip }) {
      const verdict = await verifyWithGoogle(options, token, ip);
      if (verdict['error-codes'].some((code) => CONFIGURATION_ERRORS.includes(code)))
        throw new BusyError(CAPTCHA_UNAVAILABLE_MESSAGE, RETRY_AFTER);
      const { success, score = 0, action } = verdict;
      if (!success || action !== RECAPTCHA_ACTION || verdict.hostname !== hostname)
        throw new InvalidRequestError('reCAPTCHA has expired. Please try again.');
      if (score < MIN_SCORE)
        throw new InvalidRequestError(
          'reCAPTCHA flagged this message as spam. Please send it by email instead.',
        );
    },
  };
}

async function verifyWithGoogle(
  { secret, verifyUrl = GOOGLE_VERIFY_URL, timeout = VERIFY_TIMEOUT }: RecaptchaOptions,
  token: string,
  ip: string,
): Promise<Verdict> {
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: ip }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    if (!response.ok) throw new Error(`siteverify returned status ${response.status}.`);
    return verdictSchema.parse(await response.json());
  } catch {
    throw new BusyError(CAPTCHA_UNAVAILABLE_MESSAGE, RETRY_AFTER);
  }
}
