import { createMaxCharactersPredicate } from './characters.ts';

/** Subjects and limits of the contact form (spec 3, 5 and 9). */

/** Response time in business days that the contact page and the FAQ promise (spec 2, "/contact"). */
export const RESPONSE_TIME_BUSINESS_DAYS = 2;

/** Subjects of a contact message, in the form's order (spec 3, "Contact message"). */
export const CONTACT_SUBJECTS = ['general', 'support', 'business', 'press', 'privacy'] as const;

export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

export const CONTACT_SUBJECT_LABELS: Readonly<Record<ContactSubject, string>> = {
  general: 'General question',
  support: 'Help with Octavo',
  business: 'Business',
  press: 'Press',
  privacy: 'Privacy and personal data',
};

/** Maximum length of each text field of the contact form, in characters after trimming (spec 5). */
export const CONTACT_MAX_LENGTHS = { name: 30, email: 100, message: 500 } as const;

/**
 * Number of days after which a contact message is deleted, regardless of its status. The privacy policy states this
 * number.
 */
export const CONTACT_RETENTION_DAYS = 365;

export interface ContactMessage {
  name: string;
  email: string;
  subject: ContactSubject;
  message: string;
}

/** A draft of a contact message. `subject` is empty until the visitor chooses one. */
export interface ContactDraft extends Omit<ContactMessage, 'subject'> {
  subject: ContactSubject | '';
}

export type ContactField = keyof ContactDraft;

/** The contact form's fields, in order. */
export const CONTACT_FIELDS: readonly ContactField[] = ['name', 'email', 'subject', 'message'];

/** Error messages for missing or invalid fields of the contact form. */
export const CONTACT_FIELD_ERRORS = {
  blank: {
    name: 'Enter your name.',
    email: 'Enter your email address.',
    subject: 'Choose a subject.',
    message: 'Write a message.',
  },
  tooLong: {
    name: `Your name can be up to ${CONTACT_MAX_LENGTHS.name} characters long.`,
    email: `Your email address can be up to ${CONTACT_MAX_LENGTHS.email} characters long.`,
    message: `Your message can be up to ${CONTACT_MAX_LENGTHS.message} characters long.`,
  },
  notAnAddress: 'That doesn’t look like an email address. Try something like ada@example.org.',
} as const;

/**
 * Returns the error message for a field of the contact form, or `undefined` if the field is valid
 * (spec 5). `contact-message-schema.ts` applies these rules, and a few more, to submitted messages.
 */
export function validateContactField(field: ContactField, value: string): string | undefined {
  const text = value.trim();
  if (!text) return CONTACT_FIELD_ERRORS.blank[field];
  if (field === 'subject') return undefined;
  if (!createMaxCharactersPredicate(CONTACT_MAX_LENGTHS[field])(text))
    return CONTACT_FIELD_ERRORS.tooLong[field];
  if (field === 'email' && !isEmailAddress(text)) return CONTACT_FIELD_ERRORS.notAnAddress;
  return undefined;
}

/** Parses the contact subject in a query parameter. Returns `undefined` for unknown values. */
export function parseContactSubject(name: string | null): ContactSubject | undefined {
  return CONTACT_SUBJECTS.find((subject) => subject === name);
}

/**
 * Returns true if a string looks like an email address: two parts separated by an `@`, with a dot in the second part,
 * and without characters that have a special meaning in mail headers.
 */
export function isEmailAddress(text: string): boolean {
  const [local = '', domain = '', ...extraParts] = text.split('@');
  const labels = domain.split('.');
  return (
    extraParts.length === 0 &&
    labels.length > 1 &&
    [local, ...labels].every((part) => ADDRESS_PART.test(part))
  );
}

const ADDRESS_PART = /^[^\s\p{Cc}<>()[\],;:\\"]+$/u;
