/** The proof a browser must deliver before it may send a message: the kind of captcha, and its parameters. */
export type CaptchaChallenge = ProofOfWorkChallenge | RecaptchaChallenge;

/**
 * Asks for the number from 0 to `largest` that, appended to `salt`, has the SHA-256 `challenge` (hex). This
 * is ALTCHA's challenge, version 1.
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

/** Asks for a token from Google's script. */
export interface RecaptchaChallenge {
  kind: 'recaptcha';
  siteKey: string;
}

/** A solved proof of work: the challenge and the number. The token is this object as JSON in base64. */
export interface ProofOfWork
  extends Pick<ProofOfWorkChallenge, 'challenge' | 'salt' | 'signature'> {
  number: number;
}

/** Name of the form's action at reCAPTCHA. */
export const RECAPTCHA_ACTION = 'contact';

/** Shown if the captcha itself fails, so that nobody can tell whether a person sent the message. */
export const CAPTCHA_UNAVAILABLE =
  'The spam check isn’t working right now. Please try again in a moment.';
