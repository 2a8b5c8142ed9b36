import { hasAtMostCharacters } from './characters.ts';

/** How readers reach the people behind Octavo, and what a message may hold (spec 3, 5 and 9). */

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

/** Days a message is kept, whatever has become of it. The privacy policy says so. */
export const CONTACT_RETENTION_DAYS = 365;

export interface ContactMessage {
  name: string;
  email: string;
  subject: ContactSubject;
  message: string;
}

/** A message being written: no subject is chosen at first. */
export interface ContactDraft extends Omit<ContactMessage, 'subject'> {
  subject: ContactSubject | '';
}

export type ContactField = keyof ContactDraft;

/** In the order they are filled in. */
export const CONTACT_FIELDS: readonly ContactField[] = ['name', 'email', 'subject', 'message'];

/** What is said beside a field that cannot be sent as it is. */
export const CONTACT_FIELD_ERRORS = {
  blank: {
    name: 'Enter your name.',
    email: 'Enter your email address.',
    subject: 'Choose a subject.',
    message: 'Write a message.',
  },
  tooLong: {
    name: `Your name can be up to ${CONTACT_LIMITS.name} characters long.`,
    email: `Your email address can be up to ${CONTACT_LIMITS.email} characters long.`,
    message: `Your message can be up to ${CONTACT_LIMITS.message} characters long.`,
  },
  notAnAddress: 'That doesn’t look like an email address. Try something like ada@example.org.',
} as const;

/**
 * What keeps a field from being sent (spec 5), in words that stand beside it; `undefined` for nothing.
 * `contact-schema.ts` holds what arrives to the same rules.
 */
export function validateContactField(field: ContactField, value: string): string | undefined {
  const text = value.trim();
  if (!text) return CONTACT_FIELD_ERRORS.blank[field];
  if (field === 'subject') return undefined;
  if (!hasAtMostCharacters(CONTACT_LIMITS[field])(text)) return CONTACT_FIELD_ERRORS.tooLong[field];
  if (field === 'email' && !isEmailAddress(text)) return CONTACT_FIELD_ERRORS.notAnAddress;
  return undefined;
}

/** The subject of that name, in an address for one; `undefined` for none there is. */
export function parseContactSubject(name: string | null): ContactSubject | undefined {
  return CONTACT_SUBJECTS.find((subject) => subject === name);
}

/**
 * Whether an answer can be sent there, as far as the text tells: two parts, the second with a dot, and nothing
 * that means more than itself in the head of a mail.
 */
export function isEmailAddress(text: string): boolean {
  const [local = '', domain = '', ...rest] = text.split('@');
  const labels = domain.split('.');
  return (
    rest.length === 0 && labels.length > 1 && [local, ...labels].every((part) => PART.test(part))
  );
}

const PART = /^[^\s\p{Cc}<>()[\],;:\\"]+$/u;
