/**
 * States of a reader's weekly letter. `pending`: the reader has asked for it and has not confirmed their email address
 * yet. `bounced`: it was ended because the reader's mail server rejected a mail.
 */
export const LETTER_STATUSES = ['off', 'pending', 'on', 'bounced'] as const;
export type LetterStatus = (typeof LETTER_STATUSES)[number];

/** A reader's setting for the weekly letter. */
export interface LetterSetting {
  status: LetterStatus;
  /** The time zone in whose morning the letter is sent; null if it is off. */
  timeZone: string | null;
}

/** Number of days for which the link that confirms the letter is valid. */
export const LETTER_CONFIRMATION_DAYS = 7;
