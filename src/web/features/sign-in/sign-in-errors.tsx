import type { ReactNode } from 'react';
import { MESSAGES } from '#domain/messages.ts';
import type { SignInError } from '#domain/sign-in.ts';
import { Link } from '#web/ui/link.tsx';

const writeToUs = (
  <Link className="link" to="/contact">
    write to us
  </Link>
);

/** What the sign-in page says when somebody comes back without being signed in, and what they can do. */
export const SIGN_IN_SENTENCES: Readonly<Record<SignInError, ReactNode>> = {
  expired: MESSAGES.signInExpired,
  denied:
    'You turned back before signing in, so nothing was passed on. Continue whenever you like; reading needs no account.',
  failed: (
    <>
      Signing in did not work: we had no usable answer from the other side. Wait a moment and try
      again; if it keeps happening, {writeToUs}.
    </>
  ),
  unverified:
    'The e-mail address of that account has not been confirmed. Confirm it where you have the account, then come back and try again.',
  taken: (
    <>
      An account with this e-mail address exists, and opens in another way, which we cannot offer
      you here. Please {writeToUs} and we will sort it out.
    </>
  ),
  busy: 'Too many attempts came from your address just now. Wait a minute, then try again.',
};
