import { z } from 'zod';
import {
  createOptionalVariableSchema,
  defineVariable,
  emailAddressSchema,
  webUrlSchema,
} from './variable.ts';

/**
 * Schema of an OpenID Connect issuer's URL. The URL must not have a query or a fragment (OpenID Connect Discovery, 3).
 * It must not contain a password, because Octavo's pages show the URL.
 */
const issuerUrlSchema = webUrlSchema.refine((text) => {
  const { search, hash, username, password } = new URL(text);
  return !(search || hash || username || password);
}, 'must be a URL without a query, fragment or password');

/**
 * Maximum length of an identity provider's label, in characters. The label must fit on a sign-in button and, together
 * with other values, in a 4 KB cookie.
 */
const MAX_LABEL_LENGTH = 50;

const providerLabelSchema = z
  .string()
  .min(1)
  .max(MAX_LABEL_LENGTH, `must be at most ${MAX_LABEL_LENGTH} characters long`);

/** Environment variables for sign-in and the contact form. */
export const SIGN_IN_AND_CONTACT_VARIABLES = {
  OIDC_ISSUER: defineVariable(
    createOptionalVariableSchema(issuerUrlSchema),
    '',
    'OpenID Connect issuer for sign-in. Default in dev and stg: the demo provider.',
  ),
  OIDC_EARLIER_ISSUER: defineVariable(
    createOptionalVariableSchema(issuerUrlSchema),
    '',
    'Issuer of accounts created before Octavo stored issuers: the `OIDC_ISSUER` of that time, if there was only one. Not needed for Google.',
  ),
  OIDC_CLIENT_ID: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'Client ID at that issuer.',
  ),
  OIDC_CLIENT_SECRET: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'Client secret at that issuer; none for a public client.',
  ),
  OIDC_LABEL: defineVariable(
    providerLabelSchema,
    'Google',
    'Name of the issuer on the sign-in button.',
  ),
  OIDC_IDENTITY_PROVIDER: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'Sent as `identity_provider`, if the issuer federates several providers.',
  ),
  OIDC_PREVIOUS_ISSUER: defineVariable(
    createOptionalVariableSchema(issuerUrlSchema),
    '',
    'The `OIDC_ISSUER` before a change. Readers can still sign in through it, and link the new issuer to their account.',
  ),
  OIDC_PREVIOUS_CLIENT_ID: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'Client ID at the previous issuer.',
  ),
  OIDC_PREVIOUS_CLIENT_SECRET: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'Client secret at the previous issuer; none for a public client.',
  ),
  OIDC_PREVIOUS_LABEL: defineVariable(
    providerLabelSchema,
    'your previous sign-in',
    'Name of the previous issuer on its sign-in button.',
  ),
  OIDC_PREVIOUS_IDENTITY_PROVIDER: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'Sent as `identity_provider` to the previous issuer.',
  ),
  SMTP_URL: defineVariable(
    createOptionalVariableSchema(
      z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }),
    ),
    '',
    'SMTP server for contact messages and the weekly letter, such as `smtps://user:password@mail.example`. Default: messages are only stored, and readers are not offered the letter, since it could be neither confirmed nor sent.',
  ),
  CONTACT_TO: defineVariable(
    createOptionalVariableSchema(emailAddressSchema),
    '',
    'Email address that receives contact messages, and answers to the weekly letter.',
  ),
  MAIL_FROM: defineVariable(
    createOptionalVariableSchema(emailAddressSchema),
    '',
    'Sender address of these emails; the SMTP server must allow it.',
  ),
  RECAPTCHA_SITE_KEY: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'reCAPTCHA v3 site key for the contact form. Default: a proof of work without third parties.',
  ),
  RECAPTCHA_SECRET: defineVariable(
    createOptionalVariableSchema(z.string()),
    '',
    'reCAPTCHA v3 secret key.',
  ),
} as const;
