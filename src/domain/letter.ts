/**
 * Statuses of a reader's weekly letter, an email with new articles. `pending`: the reader requested it and has not
 * confirmed their email address yet. `bounced`: Octavo stopped it, because the reader's mail server rejected an email.
 */
export const WEEKLY_LETTER_STATUSES = ['off', 'pending', 'on', 'bounced'] as const;
export type WeeklyLetterStatus = (typeof WEEKLY_LETTER_STATUSES)[number];

/** A reader's setting for the weekly letter (an email with new articles). */
export interface WeeklyLetterSetting {
  status: WeeklyLetterStatus;
  /**
   * The reader's time zone. The letter is sent in the morning in this time zone. Null unless the
   * status is `pending` or `on`.
   */
  timeZone: string | null;
}

/** Number of days for which the link in the confirmation email is valid. The link turns on the weekly letter. */
export const LETTER_CONFIRMATION_DAYS = 7;
