/** What a browser is asked for before it may send a message: which captcha it is, and what it takes. */
export type CaptchaChallenge = ProofOfWorkChallenge | RecaptchaChallenge;

/**
 * To be found: the number from 0 to `largest` that, written after `salt`, has the SHA-256 `challenge` (hex). What
 * ALTCHA calls a challenge, in its first version.
 */
export interface ProofOfWorkChallenge {
  kind: 'proof-of-work';
  challenge: string;
  salt: string;
  largest: number;
  /** The server's, of `challenge`. */
  signature: string;
  /** Milliseconds for which an answer is taken. */
  lifetime: number;
}

/** Google's script is asked for a token. */
export interface RecaptchaChallenge {
  kind: 'recaptcha';
  siteKey: string;
}

/** What is sent of a proof-of-work: the challenge, and the number that was found. As JSON in base64 it is the token. */
export interface ProofOfWork
  extends Pick<ProofOfWorkChallenge, 'challenge' | 'salt' | 'signature'> {
  number: number;
}

/** What the form is sent for, as reCAPTCHA is told. */
export const RECAPTCHA_ACTION = 'contact';

/** What is said when nobody can tell whether a message is from a person: the captcha itself is out of order. */
export const CAPTCHA_UNAVAILABLE =
  'The spam check isn’t working right now. Please try again in a moment.';
