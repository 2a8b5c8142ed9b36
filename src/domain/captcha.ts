/** A captcha that the browser must solve before it can send a contact message. */
export type CaptchaChallenge = ProofOfWorkChallenge | RecaptchaChallenge;

/**
 * A proof-of-work challenge in the format of ALTCHA, version 1. To solve it, the browser searches for a number from 0
 * to `largest`. A number is the solution if the SHA-256 hash of `salt` followed by the number, in hexadecimal, equals
 * `challenge`.
 */
export interface ProofOfWorkChallenge {
  kind: 'proof-of-work';
  challenge: string;
  salt: string;
  largest: number;
  /** The server's signature of `challenge`. */
  signature: string;
  /** Milliseconds until the challenge expires. */
  lifetime: number;
}

/** A reCAPTCHA challenge. Its solution is a token from Google's script. */
export interface RecaptchaChallenge {
  kind: 'recaptcha';
  siteKey: string;
}

/**
 * A solved proof of work: the challenge and the number that solves it. The captcha token is this object as
 * base64-encoded JSON.
 */
export interface ProofOfWorkSolution
  extends Pick<ProofOfWorkChallenge, 'challenge' | 'salt' | 'signature'> {
  number: number;
}

/** reCAPTCHA's action name for the contact form. */
export const RECAPTCHA_ACTION = 'contact';

/**
 * Error message shown if the captcha is not working and Octavo therefore cannot tell whether the visitor is a person or
 * a bot.
 */
export const CAPTCHA_UNAVAILABLE_MESSAGE =
  'The spam check isn’t working right now. Please try again in a moment.';
