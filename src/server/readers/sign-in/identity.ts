import type { IDToken } from 'openid-client';
import { normalizeIssuer } from '#server/readers/accounts/issuers.ts';
import type { VerifiedIdentity } from '#server/readers/accounts/repository.ts';

/** Maximum number of characters in a reader's name. The name becomes part of a cookie, which is limited to 4 KB. */
const MAX_NAME_LENGTH = 100;
/** Maximum number of characters in an email address (RFC 5321, 4.5.3.1). */
const MAX_EMAIL_LENGTH = 254;
/** Matches a valid subject: 1 to 255 printable ASCII characters (OpenID Connect Core 1.0, section 2). */
const SUBJECT_PATTERN = /^[\x20-\x7e]{1,255}$/;
/** Matches an email address: a mailbox and a host without invisible characters, separated by an at sign. */
const EMAIL_PATTERN = /^[^\s\p{C}@]+@[^\s\p{C}@]+$/u;
/** Matches whitespace, control characters, lone surrogates and bidirectional formatting. */
const NON_TEXT_PATTERN = /[\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu;

const VISIBLE_PATTERN = /[^\p{C}\p{Z}]/u;

/** Returns the identity in a verified token. Throws if the subject is invalid. */
export function toVerifiedIdentity(
  claims: IDToken,
  issuer = normalizeIssuer(claims.iss),
): VerifiedIdentity {
  const { sub, email: claimedEmail, email_verified, name } = claims;
  if (typeof sub !== 'string' || !SUBJECT_PATTERN.test(sub))
    throw new Error('The token’s subject is not 1 to 255 ASCII characters.');
  const email = isEmail(claimedEmail) ? claimedEmail : '';
  return {
    issuer: issuer,
    subject: sub,
    email,
    emailVerified: email !== '' && email_verified === true,
    name: sanitizeName(name) || sanitizeName(email.split('@', 1)[0]),
  };
}

function isEmail(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(value);
}

/**
 * Returns a name as one line of visible text with at most {@link MAX_NAME_LENGTH} characters. Returns an empty string
 * if no visible character remains.
 */
function sanitizeName(name: unknown): string {
  if (typeof name !== 'string') return '';
  const characters = [...name.replace(NON_TEXT_PATTERN, ' ').trim()];
  const line = characters.slice(0, MAX_NAME_LENGTH).join('').trim();
  return VISIBLE_PATTERN.test(line) ? line : '';
}
