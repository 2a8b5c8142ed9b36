import type { IDToken } from 'openid-client';
import { normalizeIssuer } from '#server/readers/accounts/issuers.ts';
import type { VerifiedIdentity } from '#server/readers/accounts/repository.ts';

/** Characters; what a provider calls somebody goes into a cookie, and those hold 4 KB. */
const MAX_NAME_LENGTH = 100;
/** Characters of an address (RFC 5321, 4.5.3.1). */
const MAX_EMAIL_LENGTH = 254;
/** OpenID Connect Core, 2: at most 255 ASCII characters. Nobody is called nothing, or by what cannot be written. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
/** As much as can be said of every address there is: a mailbox and a host, all of which can be read. */
const EMAIL = /^[^\s\p{C}@]+@[^\s\p{C}@]+$/u;
/** What parts words and is none: spaces, control characters, and those that turn the direction of what follows. */
const NON_TEXT = /[\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu;

const VISIBLE = /[^\p{C}\p{Z}]/u;

/** Who a token names whose signature was verified. Throws when it names nobody. */
export function toVerifiedIdentity(
  claims: IDToken,
  issuer = normalizeIssuer(claims.iss),
): VerifiedIdentity {
  const { sub, email: address, email_verified, name } = claims;
  if (typeof sub !== 'string' || !SUBJECT.test(sub))
    throw new Error('The token’s subject is not 1 to 255 ASCII characters.');
  const email = isEmail(address) ? address : '';
  return {
    issuer: issuer,
    subject: sub,
    email,
    emailVerified: email !== '' && email_verified === true,
    name: sanitizeName(name) || sanitizeName(email.split('@', 1)[0]),
  };
}

function isEmail(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_EMAIL_LENGTH && EMAIL.test(value);
}

/** What somebody is called, as it can be shown in a line; empty when that is nothing. */
function sanitizeName(name: unknown): string {
  if (typeof name !== 'string') return '';
  const characters = [...name.replace(NON_TEXT, ' ').trim()];
  const line = characters.slice(0, MAX_NAME_LENGTH).join('').trim();
  return VISIBLE.test(line) ? line : '';
}
