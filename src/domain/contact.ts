/** How readers reach the people behind Octavo, and what a message may hold (spec 3, 5 and 9). */

/** The address shown wherever a reader may prefer to write directly. */
export const CONTACT_EMAIL = 'hello@octavo.example';

/** How soon an answer is promised on the contact page and in the FAQ (spec 2, "/contact"). */
export const RESPONSE_TIME_BUSINESS_DAYS = 2;

/** What a message can be about, in the order the form offers (spec 3, "Contact message"). */
export const CONTACT_SUBJECTS = ['general', 'support', 'business', 'press', 'privacy'] as const;

export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

export const CONTACT_SUBJECT_LABELS: Readonly<Record<ContactSubject, string>> = {
  general: 'General question',
  support: 'Help with Octavo',
  business: 'Business',
  press: 'Press',
  privacy: 'Privacy and personal data',
};

/** Longest accepted value of each free field, in characters after trimming (spec 5). */
export const CONTACT_LIMITS = { name: 30, email: 100, message: 500 } as const;
