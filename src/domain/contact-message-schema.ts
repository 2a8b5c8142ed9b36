import { z } from 'zod';
import { createMaxCharactersPredicate } from './characters.ts';
import {
  CONTACT_FIELD_ERRORS,
  CONTACT_MAX_LENGTHS,
  CONTACT_SUBJECTS,
  type ContactField,
  isEmailAddress,
} from './contact.ts';
import { CONTACT_FORM_FEEDBACK } from './contact-form-messages.ts';

/** Maximum length of a captcha token, in characters. Google's tokens are about 2,000 characters long. */
const MAX_TOKEN_LENGTH = 8000;

const incompleteError = { error: CONTACT_FORM_FEEDBACK.incomplete, abort: true };

const textSchema = (field: Exclude<ContactField, 'subject'>) =>
  z
    .string(incompleteError)
    .trim()
    .min(1, incompleteError)
    .refine(createMaxCharactersPredicate(CONTACT_MAX_LENGTHS[field]), {
      error: CONTACT_FIELD_ERRORS.tooLong[field],
      abort: true,
    });

/**
 * Schema for a submitted contact message. It trims the name, the email address and the message. The
 * form uses `validateContactField`, which applies the same rules without zod, except those for
 * control characters and the captcha token.
 */
export const contactMessageSchema = z.strictObject({
  // The name becomes part of a mail header, which must not contain control characters.
  name: textSchema('name').regex(/^\P{Cc}*$/u, 'Your name has to fit on one line.'),
  email: textSchema('email').refine(isEmailAddress, CONTACT_FIELD_ERRORS.notAnAddress),
  subject: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.enum(CONTACT_SUBJECTS, {
      error: ({ input }) =>
        input === undefined ? CONTACT_FORM_FEEDBACK.incomplete : CONTACT_FIELD_ERRORS.blank.subject,
    }),
  ),
  // PostgreSQL's `text` type cannot store NUL characters.
  message: textSchema('message').regex(
    /^[^\0]*$/,
    'Your message contains a character we can’t accept.',
  ),
  /** Token of the configured captcha (spec 3). */
  recaptchaToken: z
    .string({ error: CONTACT_FORM_FEEDBACK.captchaNotReady })
    .min(1, CONTACT_FORM_FEEDBACK.captchaNotReady)
    .max(MAX_TOKEN_LENGTH, 'Our spam check didn’t work. Please reload the page and try again.'),
});
