import { z } from 'zod';
import { hasAtMostCharacters } from './characters.ts';
import {
  CONTACT_FIELD_ERRORS,
  CONTACT_LIMITS,
  CONTACT_SUBJECTS,
  type ContactField,
  isEmailAddress,
} from './contact.ts';
import { CONTACT_MESSAGES } from './contact-messages.ts';

/** Characters. Google's tokens have about two thousand. */
const LONGEST_TOKEN = 8000;

const incomplete = { error: CONTACT_MESSAGES.incomplete, abort: true };

const text = (field: Exclude<ContactField, 'subject'>) =>
  z
    .string(incomplete)
    .trim()
    .min(1, incomplete)
    .refine(hasAtMostCharacters(CONTACT_LIMITS[field]), {
      error: CONTACT_FIELD_ERRORS.tooLong[field],
      abort: true,
    });

/**
 * A contact message as submitted; the parsed fields are trimmed. The form uses `validateContactField`, which
 * applies the same rules without zod. Every field has an error message of its own.
 */
export const contactSchema = z.strictObject({
  // The name becomes part of a mail header.
  name: text('name').regex(/^\P{Cc}*$/u, 'Your name has to fit on one line.'),
  email: text('email').refine(isEmailAddress, CONTACT_FIELD_ERRORS.notAnAddress),
  subject: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.enum(CONTACT_SUBJECTS, {
      error: ({ input }) =>
        input === undefined ? CONTACT_MESSAGES.incomplete : CONTACT_FIELD_ERRORS.blank.subject,
    }),
  ),
  // PostgreSQL's text cannot contain NUL.
  message: text('message').regex(/^[^\0]*$/, 'Your message contains a character we can’t accept.'),
  /** Token of the captcha in use (spec 3). */
  recaptchaToken: z
    .string({ error: CONTACT_MESSAGES.captchaNotReady })
    .min(1, CONTACT_MESSAGES.captchaNotReady)
    .max(LONGEST_TOKEN, 'Our spam check didn’t work. Please reload the page and try again.'),
});
